"""Addresses of the pages that show and choose the rules of a game and the parts that the public sees."""

from django.urls import path

from tournaments.events.organiser import game_rules, house_rules, showing
from tournaments.events.public import game_rules as public_rules

public = [path("t/<slug:slug>/regles/", public_rules.game_rules_page, name="public-game-rules")]
of_club = [
    path("regles/", house_rules.house_rules, name="organiser-house-rules"),
    path("regles/nouvelle/", house_rules.add_house_rules_page, name="organiser-house-rules-add"),
    path("regles/<int:pk>/", house_rules.change_house_rules_page, name="organiser-house-rules-change"),
    path(
        "regles/<int:pk>/supprimer/", house_rules.delete_house_rules_view, name="organiser-house-rules-delete"
    ),
]
"""Patterns under /organiser/clubs/<slug>/."""
of_event = [
    path("montrer/", showing.showing_page, name="organiser-showing"),
    path("montrer/maintenant/", showing.switch, name="organiser-showing-switch"),
    path("regles/", game_rules.choose_game_rules_page, name="organiser-game-rules"),
]
"""Patterns under /organiser/t/<slug>/."""
