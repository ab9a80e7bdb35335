"""Addresses of counting a deal and an evening at home: public; an evening by the secret of its address."""

from typing import Any

from counting.services.evenings import begin_evening
from games.core.rules import RuleSet
from tests.tournaments.walks.matrix.rules import CLUB, EVERYBODY, NOBODY, SECRET, Row
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "counting-index": Row(EVERYBODY),
    "counting-game": Row(EVERYBODY, is_told_apart=False),
    "counting-trial": Row(EVERYBODY, is_page=False, is_told_apart=False),
    "counting-evenings": Row(EVERYBODY),
    "counting-begin": Row(EVERYBODY, EVERYBODY, is_told_apart=False),
    "counting-evening": Row(SECRET),
    "counting-evening-write": Row(SECRET, SECRET, is_page=False),
    "counting-evening-undo": Row(NOBODY, SECRET),
    "counting-evening-qr": Row(SECRET, is_page=False),
    "counting-keep": Row(NOBODY, CLUB, is_told_apart=False),
    "counting-club": Row(CLUB),
}
SECRET_ADDRESSES = (
    "counting-evening",
    "counting-evening-write",
    "counting-evening-undo",
    "counting-evening-qr",
    "counting-keep",
)
FIELDS = (
    "nom_0",
    "donneur",
    "regles",
    "bid",
    "taker",
    "bouts",
    "points",
    "margin",
    "pot",
    "prendre",
    "vu",
    "jeton",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    evening = begin_evening(
        game="tarot-4", rules=RuleSet(), names=["Anne", "Bruno", "Charles", "David"], first_dealer=0
    )
    secret = {"secret": evening.writing}
    game = {"game": "tarot-4"}
    return {"counting-game": game, "counting-trial": game, "counting-begin": game} | dict.fromkeys(
        SECRET_ADDRESSES, secret
    )
