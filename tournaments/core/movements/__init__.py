"""Movements of players, tables and boards as arrays of numbers, without names of people."""
