"""Worlds of Tarot: deals that agree with the knowledge of a seat, and how likely each is."""
