"""Data of an account about its play: what it takes along, what is forgotten."""
