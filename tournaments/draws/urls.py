"""Addresses of the draws of rounds."""

from django.urls import path

from tournaments.draws.organiser import next_round

of_event = [
    path("position-suivante/", next_round.next_round_page, name="organiser-next-round"),
    path(
        "position-suivante/<int:pk>/changer/", next_round.swap_places_view, name="organiser-next-round-swap"
    ),
    path(
        "position-suivante/<int:pk>/publier/",
        next_round.publish_draw_view,
        name="organiser-next-round-publish",
    ),
    path("position-suivante/<int:pk>/annuler/", next_round.undo_draw_view, name="organiser-next-round-undo"),
]
"""Addresses under /organiser/t/<slug>/."""
