"""Seats of the players: line-ups, starting places, attackers, and the movement applied to the entries."""
