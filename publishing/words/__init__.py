"""Sentences about shared events for organisers."""
