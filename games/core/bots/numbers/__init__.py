"""A deal of Tarot on plain numbers: cards as bits, a moment of the play, chances and scores."""
