"""Tournaments with their sessions and rounds, and what of them shows when."""
