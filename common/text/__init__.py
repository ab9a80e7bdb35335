"""Dates, hours and time zones in words."""
