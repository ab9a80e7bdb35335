"""Stored moments, compared with a clock that may be set."""
