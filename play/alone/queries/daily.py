"""The ranking of the deal of a day."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from accounts.models import User
from play.alone.models import DailyPlay

SHOWN = 50
"""Number of best places in the list."""


@dataclass(frozen=True, slots=True)
class DailyLine:
    """One player's line in the ranking of a day."""

    rank: int
    """Place from 1, shared by equal scores: 1, 2, 2, 4."""
    name: str
    score: str
    table_id: int


def player_key(device: str, owner: User | None) -> str:
    """Return the key of a player: the account on every browser, otherwise the browser; "" without both."""
    if owner is not None:
        return f"user {owner.pk}"
    return f"device {device}" if device else ""


def find_daily(day: date, device: str, owner: User | None) -> DailyPlay | None:
    """Return a player's play of the deal of a day, with its table. One query."""
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    plays = DailyPlay.objects.filter(day=day, player__in=keys).select_related("table")
    # the first one counts, also if the browser played before the sign-in
    return plays.order_by("pk").first()


def daily_ranking(day: date) -> list[DailyLine]:
    """Return the players who finished the deal of a day, best score first, then by time. One query."""
    plays = DailyPlay.objects.filter(day=day, table__ended_at__isnull=False).select_related("table")
    sorted_plays = sorted(plays, key=lambda play: (-Fraction(play.table.score), play.table.ended_at))
    scores = [Fraction(play.table.score) for play in sorted_plays]
    return [
        # equal scores share the place of the first one
        DailyLine(scores.index(score) + 1, play.name, play.table.score, play.table_id)
        for play, score in zip(sorted_plays, scores, strict=True)
    ]


def last_daily_name(device: str, owner: User | None) -> str:
    """Return the name of a player's latest deal of the day, "" for none. One query."""
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    names = DailyPlay.objects.filter(player__in=keys).order_by("-pk").values_list("name", flat=True)
    return names.first() or ""
