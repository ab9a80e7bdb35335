"""Addresses of the starting places, the seats and the attackers."""

from django.urls import path

from tournaments.seating.organiser import attackers as organiser_attackers
from tournaments.seating.organiser import seats as organiser_seats
from tournaments.seating.public import seats as public_seats

of_event = [
    path("places/", organiser_seats.places, name="organiser-places"),
    path("places/tout/", organiser_seats.place_all, name="organiser-places-all"),
    path("places/fixer/", organiser_seats.fix, name="organiser-seats-fix"),
    path("places/defaire/", organiser_seats.undo_seating_view, name="organiser-seats-undo"),
    path("tables/", organiser_seats.seats, name="organiser-seats"),
    path("tables/attaquants/", organiser_attackers.attackers, name="organiser-attackers"),
]
"""Patterns under /organiser/t/<slug>/."""
public = [
    path("t/<slug:slug>/places/", public_seats.seats_page, name="public-seats"),
]
"""Patterns under /."""
