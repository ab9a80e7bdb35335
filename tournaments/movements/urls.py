"""Addresses of the pages of a club's movements."""

from django.urls import path

from tournaments.movements.organiser import club_movements

of_club = [
    path("mouvements/", club_movements.movements, name="organiser-movements"),
    path("mouvements/recherche/", club_movements.start_search_view, name="organiser-movement-search"),
    path(
        "mouvements/recherche/<int:pk>/arreter/",
        club_movements.stop_search_view,
        name="organiser-search-cancel",
    ),
    path("mouvements/comparer/", club_movements.compare_movements_page, name="organiser-movements-compare"),
    path("mouvements/<int:pk>/", club_movements.kept, name="organiser-kept-movement"),
    path(
        "mouvements/<int:pk>.<slug:form>",
        club_movements.download_club_movement,
        name="organiser-kept-movement-file",
    ),
    path("mouvements/<int:pk>/modifier/", club_movements.edit_movement_page, name="organiser-movement-edit"),
    path(
        "mouvements/<int:pk>/controle/", club_movements.check_movement_view, name="organiser-movement-check"
    ),
]
"""Patterns under /organiser/clubs/<slug>/."""
