"""Papers of a hall: seats, cards of players, maps, badges and slips."""
