"""Numbers of rows in addresses, forms, cookies and secrets."""

LONGEST_NUMBER = 18
"""Largest number of digits that every database accepts as the number of a row."""


def is_row_number(text: str) -> bool:
    """Return whether a text can be the number of a row."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
