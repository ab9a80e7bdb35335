"""Draws of rounds: the tables of the next round, proposed from the earlier ones, published and undone."""
