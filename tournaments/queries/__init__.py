"""Reads that more than one caller needs; they never write and say how many queries they cost."""
