"""Addresses of rankings, bonuses, groups and prizes."""

import uuid
from typing import Any

from tests.tournaments.walks.matrix.rules import (
    CLOSED_VIEW,
    DESK,
    NOBODY,
    PREPARE,
    READ_RESULTS,
    RUN,
    VIEW,
    Row,
)
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.models import PrizePlan, RankingClaim

ROWS = {
    "organiser-changes": Row(DESK),
    "organiser-snapshots": Row(DESK),
    "organiser-ranking-options": Row(DESK, PREPARE),
    "organiser-bonuses": Row(DESK, PREPARE),
    "organiser-handicap": Row(DESK, PREPARE),
    "organiser-claims": Row(READ_RESULTS, PREPARE),
    "organiser-claim-answer": Row(NOBODY, RUN),
    "public-claims": Row(VIEW, VIEW, is_page=False),
    "public-points": Row(CLOSED_VIEW),
    "organiser-groups": Row(DESK),
    "organiser-prizes": Row(DESK, PREPARE),
    "organiser-prize-preset": Row(NOBODY, PREPARE),
    "organiser-prize-add": Row(PREPARE, PREPARE),
    "organiser-prize-rule": Row(PREPARE, PREPARE),
    "organiser-prize-drop": Row(NOBODY, PREPARE),
    "organiser-prize-raise": Row(NOBODY, PREPARE),
}
FIELDS = (
    "hour",
    "verdict",
    "by",
    "per",
    "series_0",
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
    claim = RankingClaim.objects.create(
        tournament=scene.tournament,
        entry=scene.entry,
        play=scene.play,
        text="+62",
        source="device",
        token=uuid.uuid4(),
    )
    return {
        "organiser-claim-answer": {"pk": claim.pk},
        "organiser-prize-rule": {"pk": rule.pk},
        "organiser-prize-drop": {"pk": rule.pk},
        "organiser-prize-raise": {"pk": rule.pk},
    }
