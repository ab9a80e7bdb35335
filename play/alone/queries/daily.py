"""The deal of the day: the ranking of a day and of a week, robots as a measure, a player's streak."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from django.db.models import QuerySet

from accounts.models import User
from accounts.pseudonyms import fold_pseudonym
from games.core.bots.choosing import RobotLevel
from play.alone.models import DailyPlay
from tournaments.core.ranking.comparison import share_below

SHOWN = 50
"""Number of best places in the list."""
SHOWN_IN_WEEK = 10
"""Number of best places in the table of the week."""
STREAK_PART = 60
"""Days of a streak that are read at once."""
WEEK = 7
ACCOUNT = "user "
"""First letters of the key of an account."""
ROBOT = "robot "
"""First letters of the key of a robot that plays the deal of a day as a measure."""


@dataclass(frozen=True, slots=True)
class DailyLine:
    """One player's line in the ranking of a day."""

    rank: int
    """Place from 1, shared by equal scores: 1, 2, 2, 4."""
    name: str
    score: str
    table_id: int


@dataclass(frozen=True, slots=True)
class DailyDay:
    """A day of the last week."""

    day: date
    play: DailyPlay | None
    is_today: bool

    @property
    def is_finished(self) -> bool:
        return self.play is not None and self.play.table.ended_at is not None


@dataclass(frozen=True, slots=True)
class DailyWeek:
    """A player's last seven days of the deal of the day."""

    days: tuple[DailyDay, ...]
    streak: int
    """Number of days played in a row up to today, or up to yesterday while today's deal waits."""


@dataclass(frozen=True, slots=True)
class WeekLine:
    """One player's line in the table of a week."""

    rank: int
    name: str
    days: int
    """Number of days finished."""
    points: Fraction
    """Sum of the shares of the field beaten, 100 for each day at most."""
    player: str


def robot_key(level: RobotLevel) -> str:
    """Return the key under which a robot of a level plays the deal of a day."""
    return f"{ROBOT}{level}"


def without_robots(plays: QuerySet[DailyPlay]) -> QuerySet[DailyPlay]:
    """Return the plays of people, without those of robots."""
    return plays.exclude(player__startswith=ROBOT)


def player_key(device: str, owner: User | None) -> str:
    """Return the key of a player: the account on every browser, otherwise the browser; "" without both."""
    if owner is not None:
        return f"{ACCOUNT}{owner.pk}"
    return f"device {device}" if device else ""


def find_daily(day: date, device: str, owner: User | None) -> DailyPlay | None:
    """Return a player's play of the deal of a day, with its table. One query."""
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    plays = DailyPlay.objects.filter(day=day, player__in=keys).select_related("table")
    # the first one counts, also if the browser played before the sign-in
    return plays.order_by("pk").first()


def daily_ranking(day: date) -> list[DailyLine]:
    """Return the players who finished the deal of a day, best score first, then by time. One query."""
    plays = without_robots(_finished(day, day)).select_related("table")
    sorted_plays = sorted(plays, key=lambda play: (-Fraction(play.table.score), play.table.ended_at))
    scores = [Fraction(play.table.score) for play in sorted_plays]
    names = distinct_names({play.player: play.name for play in sorted(plays, key=lambda play: play.pk)})
    return [
        # equal scores share the place of the first one
        DailyLine(scores.index(score) + 1, names[play.player], play.table.score, play.table_id)
        for play, score in zip(sorted_plays, scores, strict=True)
    ]


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return the shown names of players: a name that another player has gets a number.

        {"device a": "Lulu", "device b": "lulu"} → {"device a": "Lulu", "device b": "lulu (2)"}

    The name of an account is its own: accounts come first, then guests in the given order.

    Args:
        names: names[player], "" for a player without a name, who gets no number.
    """
    holders: dict[str, int] = {}
    shown_names = {}
    for player in sorted(names, key=lambda player: not player.startswith(ACCOUNT)):
        name = names[player]
        folded = fold_pseudonym(name)
        holders[folded] = holders.get(folded, 0) + 1
        is_repeated = bool(name) and holders[folded] > 1
        shown_names[player] = f"{name} ({holders[folded]})" if is_repeated else name
    return shown_names


def robot_scores(day: date) -> dict[RobotLevel, str]:
    """Return scores[level] of the robots that finished the deal of a day, best first. One query."""
    plays = _finished(day, day).filter(player__startswith=ROBOT).values_list("player", "table__score")
    sorted_plays = sorted(plays, key=lambda play: -Fraction(play[1]))
    levels = {robot_key(level): level for level in RobotLevel}
    return {levels[player]: score for player, score in sorted_plays if player in levels}


def week_table(today: date) -> list[WeekLine]:
    """Return the players of the week of a day, from Monday, best first. One query.

    Each day gives the share of the other players and robots beaten, in points of a hundred.
    """
    monday = today - timedelta(days=today.weekday())
    by_day: dict[date, list[tuple[str, str, Fraction]]] = {}
    plays = _finished(monday, today).order_by("day", "pk")
    for day, player, name, score in plays.values_list("day", "player", "name", "table__score"):
        by_day.setdefault(day, []).append((player, name, Fraction(score)))
    points: dict[str, Fraction] = {}
    days: dict[str, int] = {}
    names: dict[str, str] = {}
    for lines in by_day.values():
        for place, (player, name, own_score) in enumerate(lines):
            if player.startswith(ROBOT):
                continue
            others = [other for at, (_player, _name, other) in enumerate(lines) if at != place]
            beaten = share_below(own_score, others, is_attack=True) if others else Fraction(0)
            points[player] = points.get(player, Fraction(0)) + beaten
            days[player] = days.get(player, 0) + 1
            names[player] = name or names.get(player, "")
    names = distinct_names(names)
    players = sorted(points, key=lambda player: (-points[player], names[player]))
    totals = [points[player] for player in players]
    return [
        WeekLine(totals.index(points[player]) + 1, names[player], days[player], points[player], player)
        for player in players
    ]


def load_daily_week(device: str, owner: User | None, today: date) -> DailyWeek:
    """Return a player's last seven days of the deal of the day, and their streak.

    One query, and one more for each `STREAK_PART` days of a streak.
    """
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    earliest = today - timedelta(days=STREAK_PART - 1)
    plays = _plays_by_day(keys, earliest, today)
    days = [today - timedelta(days=before) for before in reversed(range(WEEK))]
    week = tuple(DailyDay(day, plays.get(day), day == today) for day in days)
    streak, day = 0, today if _is_finished(plays, today) else today - timedelta(days=1)
    while _is_finished(plays, day):
        streak, day = streak + 1, day - timedelta(days=1)
        if day < earliest:
            earliest = day - timedelta(days=STREAK_PART - 1)
            plays = _plays_by_day(keys, earliest, day)
    return DailyWeek(week, streak)


def _plays_by_day(keys: set[str], first: date, last: date) -> dict[date, DailyPlay]:
    """Return a player's plays by day. The first play of a day counts."""
    plays = DailyPlay.objects.filter(player__in=keys, day__gte=first, day__lte=last)
    return {play.day: play for play in plays.select_related("table").order_by("-pk")}


def _is_finished(plays: Mapping[date, DailyPlay], day: date) -> bool:
    play = plays.get(day)
    return play is not None and play.table.ended_at is not None


def _finished(first: date, last: date) -> QuerySet[DailyPlay]:
    return DailyPlay.objects.filter(day__gte=first, day__lte=last, table__ended_at__isnull=False)


def last_daily_name(device: str, owner: User | None) -> str:
    """Return the name of a player's latest deal of the day, "" for none. One query."""
    keys = {player_key(device, owner), player_key(device, None)} - {""}
    names = DailyPlay.objects.filter(player__in=keys).order_by("-pk").values_list("name", flat=True)
    return names.first() or ""
