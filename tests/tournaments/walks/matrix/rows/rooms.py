"""Addresses at which people play on the site."""

from random import Random
from typing import Any

from django.utils import timezone

from accounts.pseudonyms import fold_pseudonym
from games.core.bots.choosing import RobotLevel
from games.core.variants.registry import find_variant
from play.conduct.models import WrittenLine
from play.free.services.sitting_down import open_table
from play.tables.enums import TableOrigin
from play.tables.services.played_tables import begin_table
from tests.factories.rooms import make_entry, make_room, make_round
from tests.factories.tournaments import make_user
from tests.tournaments.walks.matrix.rules import (
    CLOSED,
    CLOSED_VIEW,
    CLUB,
    EVERYBODY,
    NOBODY,
    OWN_CLUB,
    SECRET,
    SIGNED_IN,
    STAFF,
    VIEW,
    Row,
)
from tests.tournaments.walks.matrix.scene import Scene

ROWS = {
    "rooms-home": Row(EVERYBODY, EVERYBODY),
    "rooms-daily": Row(EVERYBODY, EVERYBODY),
    "rooms-daily-begin": Row(NOBODY, EVERYBODY),
    "rooms-daily-card": Row(EVERYBODY, is_page=False),
    "rooms-bids": Row(EVERYBODY),
    "rooms-commented": Row(EVERYBODY),
    "rooms-exercise": Row(EVERYBODY, EVERYBODY, is_told_apart=False),
    "rooms-claim": Row(NOBODY, SIGNED_IN),
    "rooms-again": Row(CLOSED_VIEW, CLOSED_VIEW),
    "rooms-evening-again": Row(VIEW, VIEW),
    "rooms-evening-at-home": Row(VIEW),
    "rooms-evening-table": Row(VIEW, VIEW),
    "rooms-free": Row(EVERYBODY, EVERYBODY),
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
    "rooms-free-write": Row(NOBODY, SECRET),
    "rooms-free-block": Row(NOBODY, SECRET),
    "rooms-free-report": Row(SECRET, SECRET),
    "rooms-own-reports": Row(EVERYBODY, EVERYBODY),
    "rooms-table": Row(SECRET),
    "rooms-table-act": Row(NOBODY, SECRET),
    "rooms-table-go-on": Row(NOBODY, SECRET),
    "rooms-table-undo": Row(NOBODY, SECRET),
    "rooms-table-hint": Row(NOBODY, SECRET),
    "rooms-table-replay": Row(CLOSED),
    "rooms-table-analyse": Row(NOBODY, CLOSED),
    "rooms-lobby": Row(EVERYBODY),
    "rooms-room": Row(EVERYBODY, is_told_apart=False),
    "rooms-enter": Row(NOBODY, EVERYBODY, is_told_apart=False),
    "rooms-at-once": Row(NOBODY, EVERYBODY, is_told_apart=False),
    "rooms-round": Row(EVERYBODY, is_told_apart=False),
    "rooms-round-play": Row(NOBODY, CLOSED),
    "rooms-round-leave": Row(NOBODY, CLOSED),
    "rooms-round-keep": Row(NOBODY, CLOSED),
    "rooms-round-deal": Row(CLOSED),
    "rooms-round-set": Row(CLOSED, is_page=False),
    "rooms-boards": Row(EVERYBODY),
    "rooms-club-boards": Row(EVERYBODY, is_told_apart=False),
    "rooms-room-boards": Row(EVERYBODY, is_told_apart=False),
    "rooms-player": Row(EVERYBODY, is_told_apart=False),
    "rooms-open": Row(STAFF, STAFF),
    "rooms-club-open": Row(CLUB, CLUB),
    "rooms-reports": Row(CLUB, CLUB, is_told_apart=False),
    "rooms-round-report": Row(EVERYBODY, EVERYBODY, is_told_apart=False),
    "rooms-direct": Row(CLUB, CLUB),
    "rooms-direct-director": Row(NOBODY, CLUB),
    "rooms-direct-entry": Row(NOBODY, CLUB),
    "rooms-direct-words": Row(NOBODY, OWN_CLUB),
    "rooms-words": Row(CLUB, CLUB),
    "rooms-words-report": Row(CLOSED, CLOSED, is_page=False),
    "rooms-round-write": Row(NOBODY, CLOSED),
}
FIELDS = (
    *("kind", "game", "level", "theme", "name", "seat", "action", "carte", "numero", "depuis"),
    *("round", "access", "is_open", "minutes", "deals", "contract", "unplayed", "robot_players"),
    *("pseudonym", "withdraw", "deed", "saison"),
    *("rules", "deal_count", "clock", "robots_after", "is_listed", "place", "donne", "retour"),
    *("reponse", "phrase", "vu", "rules_of", "regles", "jeu", "is_rated"),
    *("player", "reason", "words", "answer", "days", "report", "lift", "joueur"),
    *("salle", "text", "take", "day", "good", "close"),
)


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
    of = make_round(make_room(club=scene.tournament.club, robot_players=1))
    entry = make_entry(of, name="Zoe")
    in_room, in_round = {"slug": of.room.slug}, {"pk": of.pk}
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
    player = make_user("Player")
    player.pseudonym = f"zoe{scene.tournament.pk}"
    player.pseudonym_folded = fold_pseudonym(player.pseudonym)
    player.save()
    line = WrittenLine.objects.create(
        room=of.room, table=free, author=make_user("Author"), name="Anne", text="Bonsoir"
    )
    return {
        "rooms-words-report": {"pk": line.pk},
        "rooms-again": {"number": 1},
        "rooms-reports": {},
        "rooms-exercise": {"lesson": "ecart", "number": 1},
        **{name: secret for name in ROWS if name.startswith("rooms-table")},
        **dict.fromkeys(("rooms-room", "rooms-enter", "rooms-at-once", "rooms-room-boards"), in_room),
        **dict.fromkeys(
            ("rooms-direct", "rooms-direct-director", "rooms-direct-words", "rooms-words"), in_room
        ),
        "rooms-direct-entry": in_room | {"pk": entry.pk},
        **dict.fromkeys(
            (
                "rooms-round",
                "rooms-round-play",
                "rooms-round-report",
                "rooms-round-leave",
                "rooms-round-keep",
                "rooms-round-set",
                "rooms-round-write",
            ),
            in_round,
        ),
        "rooms-round-deal": in_round | {"number": 1},
        "rooms-player": {"pseudonym": player.pseudonym},
        "rooms-club-boards": {"slug": scene.tournament.club.slug},
        **{
            name: {"secret": free.secret}
            for name in ROWS
            if name.startswith("rooms-free-") and name != "rooms-free-open"
        },
    }
