"""Addresses at which people play on the site."""

from random import Random
from typing import Any

from games.core.bots.choosing import RobotLevel
from games.core.variants.registry import find_variant
from games.enums import TableOrigin
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
    "rooms-table": Row(SECRET),
    "rooms-table-act": Row(NOBODY, SECRET),
    "rooms-table-go-on": Row(NOBODY, SECRET),
    "rooms-table-undo": Row(NOBODY, SECRET),
    "rooms-table-hint": Row(NOBODY, SECRET),
    "rooms-table-replay": Row(CLOSED),
    "rooms-table-analyse": Row(NOBODY, CLOSED),
}
FIELDS = ("kind", "game", "level", "theme", "name", "seat", "action", "carte", "numero", "depuis")


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
    secret = {"secret": table.secret}
    return {"rooms-again": {"number": 1}, "rooms-exercise": {"lesson": "ecart", "number": 1}} | {
        name: secret for name in ROWS if name.startswith("rooms-table")
    }
