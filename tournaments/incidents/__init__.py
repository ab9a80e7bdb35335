"""Incidents: a guided action for each case in which an evening does not go as planned."""
