"""Addresses: what shows when."""

from django.urls import path

from tournaments.events.organiser import showing

of_event = [
    path("montrer/", showing.page, name="organiser-showing"),
    path("montrer/maintenant/", showing.switch, name="organiser-showing-switch"),
]
"""Under /organiser/t/<slug>/."""
