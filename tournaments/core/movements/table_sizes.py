"""Movements for games of two, three, five or more: every seat a line that goes on by whole tables.

Sets go down one table a round. A line with one player more than tables has a place to wait (*relais*) after
its last table. The steps of the lines are chosen so that nobody meets a set twice and few meet twice.
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
from tournaments.core.movements.table_shape import SEATS

MOST_TABLES, MOST_ROUNDS = 40, 12


def sizes(*, is_free: bool) -> range:
    """Numbers of tables; the same deals need two at least to be compared."""
    return range(1 if is_free else 2, MOST_TABLES + 1)


def player_counts(seat_count: int, table_count: int) -> tuple[int, ...]:
    """Full tables, then one player over to one less than another table."""
    return tuple(seat_count * table_count + over for over in range(seat_count))


def round_counts(seat_count: int, table_count: int, player_count: int, *, is_free: bool) -> range:
    """1 to as many rounds as there are sets to meet, at most twelve; from 2 where somebody rests."""
    longest = MOST_ROUNDS if is_free else min(table_count, MOST_ROUNDS)
    if player_count == seat_count * table_count:
        return range(1, longest + 1)
    rounds = range(2, longest + 1)
    served = [count for count in rounds if _steps(table_count, count, 1, is_free=is_free)]
    return range(2, (served[-1] if served else 1) + 1)


def build_seats(
    seat_count: int, table_count: int, round_count: int, player_count: int, *, is_free: bool
) -> Movement:
    """A movement for tables of `seat_count`; with players over, one of some lines rests in each round.

    Args:
        is_free: deals are dealt at the table: there are no sets.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`).
    """
    require_tables(table_count, sizes(is_free=is_free))
    require_units(player_count, player_counts(seat_count, table_count), table_count=table_count)
    known = round_counts(seat_count, table_count, player_count, is_free=is_free)
    require_rounds(round_count, known, table_count=table_count)
    over = player_count - seat_count * table_count
    lines = _choose_lines(seat_count, table_count, round_count, over, is_free)
    tables = np.arange(table_count)[None, :]
    sets = (tables + np.arange(round_count)[:, None]) % table_count
    return Movement(
        code=f"{format_of_seats(seat_count, is_free=is_free)}-{player_count}x{round_count}",
        players=number_by_start(np.stack(lines, axis=2)),
        board_sets=np.full_like(sets, NO_SET) if is_free else sets,
        shape=SEATS[seat_count],
    )


@lru_cache(maxsize=256)
def _choose_lines(
    seat_count: int, table_count: int, round_count: int, over: int, is_free: bool
) -> tuple[IntArray, ...]:
    """lines[seat][round, table]: the player there, each line with numbers of its own."""
    chosen: list[IntArray] = []
    for seat in range(seat_count):
        extra = int(seat < over)
        steps = _steps(table_count, round_count, extra, is_free=is_free)
        lines = [_line(table_count, round_count, extra, step, number=seat) for step in steps]
        chosen.append(min(lines, key=lambda line: sum(_repeats(line, other) for other in chosen)))
    return tuple(chosen)


@lru_cache(maxsize=1024)
def _steps(table_count: int, round_count: int, extra: int, *, is_free: bool) -> tuple[int, ...]:
    """Tables up between rounds with which nobody of a line meets a set twice; staying first if it can be."""
    fewest = 1 if extra and round_count > 1 else 0
    steps = range(fewest, table_count + extra)
    if is_free:
        return tuple(steps)
    return tuple(step for step in steps if _meets_sets_once(table_count, round_count, extra, step))


def _meets_sets_once(table_count: int, round_count: int, extra: int, step: int) -> bool:
    line = _line(table_count, round_count, extra, step, number=0)
    sets = (np.arange(table_count)[None, :] + np.arange(round_count)[:, None]) % table_count
    met = line * table_count + sets
    return bool(np.unique(met).size == met.size)


def _line(table_count: int, round_count: int, extra: int, step: int, *, number: int) -> IntArray:
    """line[round, table]: who of the line sits there, numbers from `number` × 1000."""
    places = table_count + extra
    homes = (np.arange(table_count)[None, :] - step * np.arange(round_count)[:, None]) % places
    return np.asarray(1000 * number + homes)


def _repeats(line: IntArray, other: IntArray) -> int:
    """Meetings of two lines beyond the first of each pair."""
    pairs = line * 100_000 + other
    return int(pairs.size - np.unique(pairs).size)


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
"""For every number of seats but four, which has movements of its own: the same deals, then free ones."""
