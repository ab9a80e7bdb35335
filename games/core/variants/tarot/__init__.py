"""Tarot in all its forms: one game, whose rows of a table hold the differences."""
