"""Étuis of an event: dealt, imported, recorded, opened by one door, proved."""
