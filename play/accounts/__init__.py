"""Data of an account about its play: export and deletion."""
