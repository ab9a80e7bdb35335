"""Movements that the federation prints in its manual, as far as they are sound, and a few of our own."""
