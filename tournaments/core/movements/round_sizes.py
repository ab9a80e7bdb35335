"""Sizes of the tables of a drawn round, and the players who rest in it.

Source:
    FFT, Manuel de l'organisateur (2011) M4: the number of players should be a multiple of four, otherwise the
    last tables play with three. Règlement officiel (2012) R12: tables of five exist in small events and are
    not homologated. Rests are ours.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.movement import SEAT_COUNT


class OddPlayers(StrEnum):
    """Rule for the players who remain when all tables are full."""

    THREES = "threes"
    """Up to three tables play with three: the federation's rule."""
    FIVES = "fives"
    """Each of them is the fifth at a table."""
    RESTS = "rests"
    """They rest."""


def table_sizes(
    player_count: int, odd_players: OddPlayers = OddPlayers.THREES, seat_count: int = SEAT_COUNT
) -> tuple[int, ...]:
    """Return the sizes of the tables: the usual ones first, then those of three or five.

    Players beyond the sum of the sizes rest.

    Args:
        seat_count: seats of a usual table. Players rest where it is not four.

    Raises:
        NoSuchMovement: `free_players`: so many players make no tables by this rule.
    """
    fulls, remaining = divmod(player_count, seat_count)
    sizes: tuple[int, ...] = ()
    if odd_players is OddPlayers.RESTS or seat_count != SEAT_COUNT:
        sizes = (seat_count,) * max(fulls, 0)
    elif odd_players is OddPlayers.FIVES and fulls >= remaining:
        sizes = (seat_count,) * (fulls - remaining) + (seat_count + 1,) * remaining
    elif odd_players is OddPlayers.THREES and player_count >= 3 * (-player_count % seat_count):
        threes = -player_count % seat_count
        sizes = (seat_count,) * ((player_count - 3 * threes) // seat_count) + (3,) * threes
    if not sizes:
        raise NoSuchMovement(
            "free_players",
            f"{player_count} players do not make tables of {seat_count} by the rule of {odd_players}",
            field="player_count",
            player_count=player_count,
        )
    return sizes


def possible_odd_players(player_count: int, seat_count: int = SEAT_COUNT) -> tuple[OddPlayers, ...]:
    """Return the rules by which so many players make tables, the federation's first."""
    rules = tuple(OddPlayers) if seat_count == SEAT_COUNT else (OddPlayers.RESTS,)
    return tuple(rule for rule in rules if _makes_tables(player_count, rule, seat_count))


def choose_resting(order: Sequence[int], rests: Mapping[int, int], count: int) -> tuple[int, ...]:
    """Return the players who rest: those with fewest rests so far, the last of the order first.

    So no player rests twice before all have rested once.

    Args:
        rests: rounds that a player has rested; 0 for missing players.
    """
    by_rests = sorted(enumerate(order), key=lambda row: (rests.get(row[1], 0), -row[0]))
    return tuple(player for _, player in by_rests[:count])


def _makes_tables(player_count: int, rule: OddPlayers, seat_count: int) -> bool:
    try:
        table_sizes(player_count, rule, seat_count)
    except NoSuchMovement:
        return False
    return True
