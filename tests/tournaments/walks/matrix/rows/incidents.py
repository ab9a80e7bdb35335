"""Addresses of guided actions when something does not go as planned."""

from typing import Any

from tests.tournaments.walks.matrix.rules import DESK, NOBODY, PREPARE, RULE, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.enums import IncidentKind
from tournaments.models import Incident

ROWS = {
    "organiser-unforeseen": Row(DESK),
    "organiser-unforeseen-missing": Row(PREPARE, PREPARE),
    "organiser-unforeseen-late": Row(RULE, RULE),
    "organiser-unforeseen-leaving": Row(PREPARE, PREPARE),
    "organiser-unforeseen-substitute": Row(PREPARE, PREPARE),
    "organiser-unforeseen-arriving": Row(PREPARE, PREPARE),
    "organiser-unforeseen-tables": Row(PREPARE, PREPARE),
    "organiser-unforeseen-boards": Row(PREPARE, PREPARE),
    "organiser-unforeseen-swap": Row(PREPARE, PREPARE),
    "organiser-unforeseen-slow": Row(RULE, RULE),
    "organiser-unforeseen-spoiled": Row(RULE, RULE),
    "organiser-unforeseen-shortened": Row(PREPARE, PREPARE),
    "organiser-unforeseen-undo": Row(NOBODY, PREPARE),
}
FIELDS = ("voir", "seen", "entry", "other", "way", "movement", "after_round", "last_round", "count", "guilty")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    incident = Incident.objects.create(
        session=scene.tournament.sessions.get(), kind=IncidentKind.SHORTENED, facts={"last": 3}
    )
    return {"organiser-unforeseen-undo": {"pk": incident.pk}}
