"""Counting without a tournament: the calculator of one deal, and an evening that a table keeps at home."""
