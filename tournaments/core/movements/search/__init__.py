"""Searching for movements that no construction gives."""
