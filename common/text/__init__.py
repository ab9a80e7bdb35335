"""Dates and hours in words, and stored moments compared with a clock that may be set."""
