"""Addresses of penalties and their tariffs."""

from typing import Any

from tests.factories.tournaments import give_penalty
from tests.tournaments.walks.matrix.rules import DESK, NOBODY, PREPARE, RULE, Row
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "organiser-rulings": Row(DESK),
    "organiser-ruling-give": Row(RULE, RULE),
    "organiser-tariffs": Row(DESK),
    "organiser-tariff": Row(PREPARE, PREPARE, is_told_apart=False),
    "organiser-ruling-withdraw": Row(NOBODY, RULE),
}
FIELDS = ("entry", "percent", "reason")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    ruling = give_penalty(scene.tournament.sessions.get(), scene.entry)
    return {"organiser-ruling-withdraw": {"pk": ruling.pk}, "organiser-tariff": {"fault": "revoke"}}
