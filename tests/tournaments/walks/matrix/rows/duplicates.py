"""Addresses of people who stand twice in a register."""

from typing import Any

from tests.factories.tournaments import make_people
from tests.tournaments.walks.matrix.rules import CLUB, NOBODY, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.people.services.merges import merge_people

ROWS = {
    "organiser-duplicates": Row(CLUB),
    "organiser-person-merge": Row(CLUB, CLUB),
    "organiser-merge-undo": Row(NOBODY, CLUB),
}


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    first, second, third = make_people(scene.tournament.club, 3)
    merge = merge_people(kept=first, removed=third, merged_by=None)
    return {
        "organiser-person-merge": {"pk": first.pk, "other_pk": second.pk},
        "organiser-merge-undo": {"pk": merge.pk},
    }
