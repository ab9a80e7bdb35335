"""Searches for movements that no construction gives."""
