"""Addresses of the movements that a club keeps and searches."""

from typing import Any

from tests.factories.tournaments import store_movement
from tests.tournaments.walks.matrix.rules import CLUB, NOBODY, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.core.movements.constructions import build_straight
from tournaments.models import MovementSearch

ROWS = {
    "organiser-movements": Row(CLUB, CLUB),
    "organiser-movement-search": Row(NOBODY, CLUB),
    "organiser-search-cancel": Row(NOBODY, CLUB),
    "organiser-movements-compare": Row(CLUB),
    "organiser-kept-movement": Row(CLUB),
    "organiser-kept-movement-file": Row(CLUB, is_page=False),
    "organiser-movement-edit": Row(CLUB, CLUB),
    "organiser-movement-check": Row(NOBODY, CLUB),
}
FIELDS = ("player_count", "seconds", "t-1-1", "a", "b")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    club = scene.tournament.club
    movement_key = {"pk": store_movement(club, build_straight(5, 2)).pk}
    search = MovementSearch.objects.create(
        club=club, player_count=20, table_count=5, round_count=5, seconds=1
    )
    return {
        "organiser-search-cancel": {"pk": search.pk},
        "organiser-kept-movement": movement_key,
        "organiser-kept-movement-file": movement_key | {"form": "json"},
        "organiser-movement-edit": movement_key,
        "organiser-movement-check": movement_key,
    }
