"""Addresses of rankings, bonuses, groups and prizes."""

from typing import Any

from tests.tournaments.walks.matrix.rules import DESK, NOBODY, PREPARE, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.models import PrizePlan

ROWS = {
    "organiser-changes": Row(DESK),
    "organiser-snapshots": Row(DESK),
    "organiser-ranking-options": Row(DESK, PREPARE),
    "organiser-bonuses": Row(DESK, PREPARE),
    "organiser-groups": Row(DESK),
    "organiser-prizes": Row(DESK, PREPARE),
    "organiser-prize-preset": Row(NOBODY, PREPARE),
    "organiser-prize-add": Row(PREPARE, PREPARE),
    "organiser-prize-rule": Row(PREPARE, PREPARE),
    "organiser-prize-drop": Row(NOBODY, PREPARE),
}
FIELDS = (
    "tie_1",
    "tie_2",
    "redistribution",
    "extra_cents",
    "preset",
    "fund_share",
    "prize_count",
    "ranking",
    "sharing",
    "cumulation",
    "showing",
    "age_1_name",
    "age_1_from",
    "age_1_to",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    prizes = PrizePlan.objects.create(tournament=scene.tournament, showing="winners")
    rule = prizes.rules.create(position=1, name="A", ranking="overall", amounts=[5000])
    return {"organiser-prize-rule": {"pk": rule.pk}, "organiser-prize-drop": {"pk": rule.pk}}
