"""The ranking of the deal of a day."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from accounts.models import User
from play.alone.models import DailyPlay

SHOWN = 50
"""Best places that the page lists."""


@dataclass(frozen=True, slots=True)
class DailyLine:
    """Somebody who finished the deal of a day."""

    rank: int
    """From 1, shared by equal scores: 1, 2, 2, 4."""
    name: str
    score: str
    table_id: int


def player_key(device: str, owner: User | None) -> str:
    """Whose play of a day counts: an account on every browser, else the browser; "" for neither."""
    if owner is not None:
        return f"user {owner.pk}"
    return f"device {device}" if device else ""


def find_daily(day: date, device: str, owner: User | None) -> DailyPlay | None:
    """What somebody played of the deal of a day, with its table. One query."""
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    plays = DailyPlay.objects.filter(day=day, player__in=keys).select_related("table")
    return plays.order_by("pk").first()


def daily_ranking(day: date) -> list[DailyLine]:
    """Who finished the deal of a day, the best score first, then who was earlier. One query."""
    plays = DailyPlay.objects.filter(day=day, table__ended_at__isnull=False).select_related("table")
    found = sorted(plays, key=lambda play: (-Fraction(play.table.score), play.table.ended_at))
    scores = [Fraction(play.table.score) for play in found]
    return [
        DailyLine(scores.index(score) + 1, play.name, play.table.score, play.table_id)
        for play, score in zip(found, scores, strict=True)
    ]
