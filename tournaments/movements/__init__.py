"""Movements: stored, proposed, searched for in the background, read from files, described in words."""
