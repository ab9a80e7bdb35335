"""Counting without a tournament: the calculator of one deal, and the sheet of an evening at home."""
