"""Levels of play: how each chooses among its legal actions."""
