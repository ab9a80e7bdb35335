"""Incidents, when an evening does not go as planned: one guided action for each case."""
