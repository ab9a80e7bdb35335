"""Addresses of places, seats and the movement of the evening."""

from typing import Any

from tests.tournaments.walks.matrix.rules import DESK, NOBODY, PREPARE, Row
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "organiser-places": Row(DESK, PREPARE),
    "organiser-places-all": Row(NOBODY, PREPARE),
    "organiser-seats-fix": Row(NOBODY, PREPARE),
    "organiser-movement": Row(DESK),
    "organiser-movement-change": Row(PREPARE, PREPARE),
    "organiser-movement-file": Row(DESK, is_page=False, is_told_apart=False),
    "organiser-seats-undo": Row(NOBODY, PREPARE),
    "organiser-seats": Row(DESK),
    "organiser-attackers": Row(DESK, PREPARE),
}
FIELDS = ("seen", "place-1-0", "place-1-3", "replace")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    return {"organiser-movement-file": {"number": 1, "form": "csv"}}
