"""The five leaderboards of a site, over all its events: who leads, with how many games.

Source:
    A site where duplicate tarot is played online: position, player, value, games played and country.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from tournaments.core.ranking.places import assign_places
from tournaments.core.ranking.rating import Rating

Key = TypeVar("Key", bound=Hashable)


class Leaderboard(StrEnum):
    """Which leaderboard."""

    RATING = "rating"
    DUPLICATE = "duplicate"
    """Mean percentage over all duplicate deals."""
    FREE_DEALS = "free_deals"
    """Mean points per free deal."""
    SEASON = "season"
    """Points of the season."""
    CAREER = "career"
    """Points of all seasons."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A sum and what it was taken over."""

    total: Fraction = Fraction(0)
    games: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord(Generic[Key]):
    """What is known of one player who agrees to be shown."""

    key: Key
    country: str = ""
    rating: Rating | None = None
    duplicate: Tally = Tally()
    """Sum of the marks in per cent, and deals."""
    free_deals: Tally = Tally()
    """Points, and deals."""
    season: Tally = Tally()
    """Points, and events of the season."""
    career: Tally = Tally()
    """Points, and events."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow(Generic[Key]):
    """One line of a board."""

    place: int
    key: Key
    value: Fraction
    """Per cent, points, or rating points in hundredths' precision."""
    games: int
    country: str
    spread: int | None = None
    """How far a rating may be from the truth in 19 cases of 20: twice its deviation; None on other boards."""


def build_leaderboard(
    board: Leaderboard, records: Sequence[PlayerRecord[Key]], *, least_games: int = 1
) -> tuple[LeaderboardRow[Key], ...]:
    """The players of a board, best first, equals sharing a place in the order given.

    Args:
        least_games: players with fewer games (deals, events, comparisons) are left out.
    """
    found = [(record, *_value(board, record)) for record in records]
    shown = [(record, value, games) for record, value, games in found if games >= max(least_games, 1)]
    places = assign_places([(value,) for _, value, _ in shown])
    rows = [
        LeaderboardRow(place or 0, record.key, value, games, record.country, _spread(board, record))
        for (record, value, games), place in zip(shown, places, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: row.place))


def _spread(board: Leaderboard, record: PlayerRecord[Key]) -> int | None:
    """Glickman (2013): a rating is given with an interval of two deviations to each side."""
    if board is not Leaderboard.RATING or record.rating is None:
        return None
    return round(2 * record.rating.deviation)


def _value(board: Leaderboard, record: PlayerRecord[Key]) -> tuple[Fraction, int]:
    """Value and games of a player on a board; games 0 where he has nothing there."""
    if board is Leaderboard.RATING:
        if record.rating is None:
            return Fraction(0), 0
        return Fraction(round(100 * record.rating.value), 100), record.rating.games
    if board is Leaderboard.SEASON or board is Leaderboard.CAREER:
        tally = record.season if board is Leaderboard.SEASON else record.career
        return tally.total, tally.games
    tally = record.duplicate if board is Leaderboard.DUPLICATE else record.free_deals
    return (tally.total / tally.games if tally.games else Fraction(0)), tally.games
