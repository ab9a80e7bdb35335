"""The five leaderboards of a club over all its events, or of rooms over all their rounds.

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
    """Kind of leaderboard."""

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
    """A sum and the number of games behind it."""

    total: Fraction = Fraction(0)
    games: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord(Generic[Key]):
    """The record of one player who consents to be listed."""

    key: Key
    country: str = ""
    rating: Rating | None = None
    duplicate: Tally = Tally()
    """Sum of the marks in per cent, and number of deals."""
    free_deals: Tally = Tally()
    """Points, and number of deals."""
    season: Tally = Tally()
    """Points, and number of events of the season."""
    career: Tally = Tally()
    """Points, and number of events."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow(Generic[Key]):
    """One line of a leaderboard."""

    place: int
    key: Key
    value: Fraction
    """Per cent, points, or rating points rounded to hundredths."""
    games: int
    country: str
    spread: int | None = None
    """Half width of the 95 % interval of a rating: twice its deviation; None on other leaderboards."""


def build_leaderboard(
    board: Leaderboard, records: Sequence[PlayerRecord[Key]], *, least_games: int = 1
) -> tuple[LeaderboardRow[Key], ...]:
    """Return the players of a leaderboard, the best first. Equals share a place and keep their order.

    Args:
        least_games: least number of games (deals, events, comparisons) of a player on the leaderboard.
    """
    valued_records = [(record, *_value(board, record)) for record in records]
    eligible = [
        (record, value, games) for record, value, games in valued_records if games >= max(least_games, 1)
    ]
    places = assign_places([(value,) for _, value, _ in eligible])
    rows = [
        LeaderboardRow(place or 0, record.key, value, games, record.country, _spread(board, record))
        for (record, value, games), place in zip(eligible, places, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: row.place))


def _spread(board: Leaderboard, record: PlayerRecord[Key]) -> int | None:
    """Return two deviations of a rating, the interval of Glickman (2013); None on other leaderboards."""
    if board is not Leaderboard.RATING or record.rating is None:
        return None
    return round(2 * record.rating.deviation)


def _value(board: Leaderboard, record: PlayerRecord[Key]) -> tuple[Fraction, int]:
    """Return value and number of games of a player on a leaderboard; 0 games without a value."""
    if board is Leaderboard.RATING:
        if record.rating is None:
            return Fraction(0), 0
        return Fraction(round(100 * record.rating.value), 100), record.rating.games
    if board is Leaderboard.SEASON or board is Leaderboard.CAREER:
        tally = record.season if board is Leaderboard.SEASON else record.career
        return tally.total, tally.games
    tally = record.duplicate if board is Leaderboard.DUPLICATE else record.free_deals
    return (tally.total / tally.games if tally.games else Fraction(0)), tally.games
