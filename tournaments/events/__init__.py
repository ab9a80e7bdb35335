"""Tournaments with their sessions and rounds, the rules of their games, and the parts that are public."""
