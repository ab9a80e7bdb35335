"""Addresses at which people play on the site."""

from random import Random
from typing import Any

from django.utils import timezone

from games.core.bots.choosing import RobotLevel
from games.core.variants.registry import find_variant
from games.enums import TableOrigin
from games.services.free_tables import open_table
from games.services.played_tables import begin_table
from tests.tournaments.walks.matrix.rules import (
    CLOSED,
    CLOSED_VIEW,
    EVERYBODY,
    NOBODY,
    SECRET,
    SIGNED_IN,
    Row,
)
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "rooms-home": Row(EVERYBODY, EVERYBODY),
    "rooms-daily": Row(EVERYBODY, EVERYBODY),
    "rooms-exercise": Row(EVERYBODY, EVERYBODY, is_told_apart=False),
    "rooms-claim": Row(NOBODY, SIGNED_IN),
    "rooms-again": Row(CLOSED_VIEW, CLOSED_VIEW),
    "rooms-free": Row(EVERYBODY),
    "rooms-free-open": Row(EVERYBODY, EVERYBODY),
    "rooms-free-table": Row(SECRET),
    "rooms-free-moment": Row(SECRET),
    "rooms-free-sit": Row(NOBODY, SECRET),
    "rooms-free-leave": Row(NOBODY, SECRET),
    "rooms-free-begin": Row(NOBODY, SECRET),
    "rooms-free-act": Row(NOBODY, SECRET),
    "rooms-free-go-on": Row(NOBODY, SECRET),
    "rooms-free-claim": Row(NOBODY, SECRET),
    "rooms-free-answer": Row(NOBODY, SECRET),
    "rooms-free-say": Row(NOBODY, SECRET),
    "rooms-table": Row(SECRET),
    "rooms-table-act": Row(NOBODY, SECRET),
    "rooms-table-go-on": Row(NOBODY, SECRET),
    "rooms-table-undo": Row(NOBODY, SECRET),
    "rooms-table-hint": Row(NOBODY, SECRET),
    "rooms-table-replay": Row(CLOSED),
    "rooms-table-analyse": Row(NOBODY, CLOSED),
}
FIELDS = (
    "kind", "game", "level", "theme", "name", "seat", "action", "carte", "numero", "depuis",
    "rules", "deal_count", "clock", "robots_after", "is_listed", "place", "donne", "retour", "reponse",
    "phrase", "vu",
)  # fmt: skip


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    game = find_variant("tarot-4")
    table = begin_table(
        origin=TableOrigin.PRACTICE,
        game=game.name,
        layout=game.random_layout(Random(5)),
        dealer=0,
        seat=1,
        level=RobotLevel.DEBUTANT,
    ).table
    free = open_table(
        game=game.name,
        level=RobotLevel.DEBUTANT,
        is_listed=True,
        deal_count=4,
        action_seconds=30,
        reserve_seconds=120,
        robots_after=None,
        name="Anne",
        device="matrix",
        owner=None,
        now=timezone.now(),
    ).table
    secrets = {"rooms-table": {"secret": table.secret}, "rooms-free-": {"secret": free.secret}}
    return {"rooms-again": {"number": 1}, "rooms-exercise": {"lesson": "ecart", "number": 1}} | {
        name: secret
        for beginning, secret in secrets.items()
        for name in ROWS
        if name.startswith(beginning) and name != "rooms-free-open"
    }
