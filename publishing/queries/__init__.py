"""Reads of shared events: the rows that travel, and the state of each event."""
