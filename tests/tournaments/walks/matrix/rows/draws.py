"""Addresses of rounds that are drawn one by one."""

from typing import Any

from tests.tournaments.walks.matrix.rules import NOBODY, PREPARE, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.enums import DrawMethod
from tournaments.models import RoundDraw

ROWS = {
    "organiser-movement-rounds": Row(NOBODY, PREPARE),
    "organiser-next-round": Row(PREPARE, PREPARE),
    "organiser-next-round-swap": Row(NOBODY, PREPARE),
    "organiser-next-round-publish": Row(NOBODY, PREPARE),
    "organiser-next-round-undo": Row(NOBODY, PREPARE),
}
FIELDS = ("rounds", "method", "odd_players", "is_apart", "most_missing", "first", "second", "swaps")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    draw = RoundDraw.objects.create(round=scene.play.round, method=DrawMethod.RANDOM, odd_players="threes")
    return {f"organiser-next-round-{act}": {"pk": draw.pk} for act in ("swap", "publish", "undo")}
