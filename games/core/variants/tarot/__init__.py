"""Tarot in all its forms: one game driven by the row of a table."""
