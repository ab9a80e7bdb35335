"""Movements for games of two, three, five or more players. Players rest in turn and seldom meet twice.

Lines that meet cleanly are kept. For all other sizes a search spreads the meetings (docs/movements.md).
"""

from functools import lru_cache

import numpy as np

from tournaments.core.movements.constructed import boards_per_set
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.formats import format_of_seats
from tournaments.core.movements.library.free_deals import DEALS_PER_ROUND
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.movement import NO_SET, IntArray, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.search.role_plans import (
    Placing,
    place_players,
    role_plans,
    sets_again,
)
from tournaments.core.movements.search.seat_spreading import seat_tables, stay_at_tables
from tournaments.core.movements.search.table_search import spread_tables, tables_worth
from tournaments.core.movements.table_shape import SEATS

MOST_TABLES, MOST_ROUNDS = 40, 12
SEED = 1


def sizes(*, is_free: bool) -> range:
    """Return the numbers of tables. The same deals need at least two tables to be compared."""
    return range(1 if is_free else 2, MOST_TABLES + 1)


def player_counts(seat_count: int, table_count: int) -> tuple[int, ...]:
    """Return the numbers of players: full tables, then up to one player less than another table."""
    return tuple(seat_count * table_count + over for over in range(seat_count))


def round_counts(seat_count: int, table_count: int, player_count: int, *, is_free: bool) -> range:
    """Return the numbers of rounds, at most `MOST_ROUNDS`.

    If tables play the same deals, the highest number is that of the tables, since there is a set for each.
    Where players rest, the lowest number is 2, so that each player plays.
    """
    longest = MOST_ROUNDS if is_free else min(table_count, MOST_ROUNDS)
    return range(1 if player_count == seat_count * table_count else 2, longest + 1)


def build_seats(
    seat_count: int, table_count: int, round_count: int, player_count: int, *, is_free: bool
) -> Movement:
    """Build a movement for tables of `seat_count`. All players over rest once before any rests twice.

    Args:
        is_free: deals are dealt at the table: there are no sets.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`).
    """
    require_tables(table_count, sizes(is_free=is_free))
    require_units(player_count, player_counts(seat_count, table_count), table_count=table_count)
    possible_rounds = round_counts(seat_count, table_count, player_count, is_free=is_free)
    require_rounds(round_count, possible_rounds, table_count=table_count)
    players, sets = spread_players(seat_count, table_count, round_count, player_count, is_free=is_free)
    return Movement(
        code=f"{format_of_seats(seat_count, is_free=is_free)}-{player_count}x{round_count}",
        players=number_by_start(players),
        board_sets=np.full_like(sets, NO_SET) if is_free else sets,
        shape=SEATS[seat_count],
    )


@lru_cache(maxsize=256)
def spread_players(
    seat_count: int,
    table_count: int,
    round_count: int,
    player_count: int,
    *,
    is_free: bool,
    keeps_lines: bool = False,
) -> tuple[IntArray, IntArray]:
    """Return players[round, table, seat] and sets[round, table].

    Lines are kept if the search finds nothing better.
    """
    over = player_count - seat_count * table_count
    plans = role_plans(seat_count, table_count, round_count, over=over, is_free=is_free)
    placings = [place_players(plan, player_count, is_free=is_free) for plan in plans]
    sound = [placing for placing in placings if is_free or not sets_again(placing, table_count)]
    lines = min(sound, key=lambda placing: tables_worth(placing.tables, table_count))
    if keeps_lines:
        return _in_lines(lines, seat_count, table_count), lines.sets
    # a placing that repeats sets may still lead the search to one that does not
    starts = [lines, *(placing for placing in placings if placing not in sound)]
    candidates = [
        spread_tables(start, table_count, has_sets=not is_free, seed=SEED + number)
        for number, start in enumerate(starts)
    ]
    best = min(
        (placing for placing in candidates if placing is not None),
        key=lambda placing: tables_worth(placing.tables, table_count),
    )
    if (best.tables == lines.tables).all():
        return _in_lines(lines, seat_count, table_count), lines.sets
    spread = seat_tables(best.tables, None if is_free else best.sets, table_count)
    # only deals dealt at the table may change their table number
    return stay_at_tables(spread) if is_free else spread, best.sets


def _in_lines(placing: Placing, seat_count: int, table_count: int) -> IntArray:
    players = np.empty((len(placing.tables), table_count, seat_count), dtype=np.int64)
    for this_round, tables in enumerate(placing.tables):
        active_players = np.flatnonzero(tables < table_count)
        players[this_round, tables[active_players], placing.lines[this_round, active_players]] = (
            active_players
        )
    return players


def _entry(seat_count: int, *, is_free: bool) -> LibraryEntry:
    name = format_of_seats(seat_count, is_free=is_free)
    return LibraryEntry(
        source=name,
        format=name,
        table_counts=sizes(is_free=is_free),
        unit_counts=lambda table_count: player_counts(seat_count, table_count),
        round_counts=lambda table_count, players: round_counts(
            seat_count, table_count, players, is_free=is_free
        ),
        boards_per_set=(lambda table_count: DEALS_PER_ROUND) if is_free else boards_per_set,
        build=lambda table_count, rounds, players: build_seats(
            seat_count, table_count, rounds, players, is_free=is_free
        ),
    )


TABLE_SIZES = tuple(_entry(count, is_free=is_free) for count in SEATS for is_free in (False, True))
"""Entries for all numbers of seats but four: the same deals, then free ones."""
