"""Addresses of who enters, plays in teams, pays and stays."""

from typing import Any

from tests.factories.tournaments import make_people
from tests.tournaments.web.matrix.rules import DESK, NOBODY, PREPARE, Row
from tests.tournaments.web.matrix.scene import Scene

ROWS = {
    "organiser-entries": Row(DESK, PREPARE),
    "organiser-entry-visitor": Row(NOBODY, PREPARE),
    "organiser-entry-withdraw": Row(NOBODY, PREPARE),
    "organiser-team-add": Row(PREPARE, PREPARE),
    "organiser-team-change": Row(PREPARE, PREPARE),
    "organiser-first-badge": Row(NOBODY, PREPARE),
    "organiser-fees": Row(DESK, PREPARE),
    "organiser-fee-pay": Row(NOBODY, PREPARE),
    "organiser-presence": Row(DESK, PREPARE),
    "organiser-presence-change": Row(NOBODY, PREPARE),
    "organiser-substitution-cancel": Row(NOBODY, PREPARE),
    "organiser-partners": Row(PREPARE, PREPARE, is_page=False),
}
FIELDS = (
    "people",
    "visitor-last_name",
    "leaves",
    "person",
    "first_round",
    "presence",
    "paid",
    "counted_members",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    entry = scene.entry
    substitution = entry.substitutions.create(
        session=scene.tournament.sessions.get(),
        leaves=entry.person,
        person=make_people(scene.tournament.club, 1)[0],
        first_round=2,
    )
    return {
        "organiser-entry-withdraw": {"pk": entry.pk},
        "organiser-presence-change": {"pk": entry.pk},
        "organiser-fee-pay": {"pk": entry.pk},
        "organiser-team-change": {"pk": entry.pk},
        "organiser-substitution-cancel": {"pk": substitution.pk},
    }
