"""Addresses of how a club's papers look, and of the templates that it adjusts."""

from typing import Any

from tests.tournaments.walks.matrix.rules import CLUB, NOBODY, Row
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "organiser-papers": Row(CLUB, CLUB),
    "organiser-papers-specimen": Row(CLUB, is_page=False),
    "organiser-table-codes": Row(NOBODY, CLUB),
    "organiser-paper-template": Row(CLUB, CLUB, is_told_apart=False),
    "organiser-paper-template-preview": Row(NOBODY, CLUB, is_told_apart=False),
    "organiser-paper-template-remove": Row(NOBODY, CLUB, is_told_apart=False),
}
FIELDS = ("drop", "logo", "ink", "tint", "text")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    kind = {"kind": "name_badges"}
    return {
        "organiser-paper-template": kind,
        "organiser-paper-template-preview": kind,
        "organiser-paper-template-remove": kind,
    }
