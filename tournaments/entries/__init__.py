"""Participants of an event: entries, teams and partners, registrations, fees, arrivals at the reception."""
