"""Comparison of stored times with a clock that may be changed."""
