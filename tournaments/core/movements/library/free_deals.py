"""Free deals in lines: 5 to 200 tables, tables of three where the players are no multiple of four.

The places that stay empty there are those for which as few players as possible meet two of them.
"""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import product
from math import gcd

import numpy as np

from games.core.seats import EAST, NORTH, SOUTH, WEST
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.library.shifts import positions, seat_by_shifts
from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.table_shape import FREE_INDIVIDUAL

PREFERRED_SPACING = 7
"""Six tables between two tables of three; a choice that is as good comes after it.

Source: FFT, Manuel de l'organisateur (2011) M4."""
TOGETHER = 1_000_000
"""Counted for two empty places that would come to one table."""
FREE_TABLES = range(5, 201)
MOVING_TABLES = range(5, 25)
ALL_SEATS = (NORTH, WEST, SOUTH, EAST)
DEALS_PER_ROUND = (4, 5, 3, 8)
"""6 rounds of 4, 5 of 5, 3 of 8; rounds of 3 are ours, for short evenings.

Source: FFT, Manuel de l'organisateur (2011) M3."""

_BASE = (-2, 1, 2)
"""Tables up for West, South, East between two rounds."""
_SHORT = (-1, 1, 2)
_STEPS = {
    6: (_SHORT, (-1, 1, 3), (-2, 1, 2), _SHORT),
    8: (_SHORT, _SHORT, _SHORT, (-1, 2, 3), (-1, 1, 4)),
    9: (_BASE, _BASE, (-3, 1, 3), (-3, 1, 3), _BASE, _BASE),
    10: (_SHORT, _SHORT, _SHORT, _SHORT, (-2, 1, 3)),
    12: (_BASE, _BASE, (-3, 1, 2), _BASE, _BASE, (-2, 1, 3)),
    14: (_BASE, _BASE, _BASE, (-3, 1, 2), _BASE, _BASE),
    15: (_BASE, _BASE, _BASE, (-3, 1, 2), _BASE, _BASE),
    16: (_BASE, _BASE, _BASE, (-3, 1, 2), (-3, 1, 2), _BASE),
    18: (_BASE, _BASE, _BASE, _BASE, (-3, 1, 2), _BASE),
    20: (_BASE, _BASE, _BASE, _BASE, (-3, 1, 2), _BASE),
}
"""By number of tables, every move where it is not always the base one.

Source: FFT, Manuel de l'organisateur (2011) M4-M8."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The places, at the start, where nobody sits; they move with their lines."""

    places: tuple[tuple[int, int], ...]
    """(table, seat), both from 0, by table; a place of the highest table is one of them."""
    repeats: int
    """Players who meet two of these places, counted for each pair: 0 when nobody does."""


def place_threes(
    shifts: IntArray, table_count: int, empty_count: int, seats: tuple[int, ...] = (NORTH,)
) -> Placement:
    """Choose the empty places: fewest players who meet two, then most Norths, then the printed spacing.

    Args:
        shifts: shifts[round, seat], tables up since the start, of lines that move as wholes.
        empty_count: 0 to 3, each at another table.
        seats: lines that may have an empty place; North alone is the federation's choice.
    """
    if empty_count == 0:
        return Placement((), 0)
    shared = count_shared(shifts, table_count)
    choices = [_best_with(seat, shared, empty_count - 1, seats) for seat in seats]
    _, chosen = min(choices)
    places = sorted((table_count - 1 - below, seat) for below, seat in chosen)
    repeats = sum(
        int(shared[one_seat, other_seat, other_table - one_table])
        for place, (one_table, one_seat) in enumerate(places)
        for other_table, other_seat in places[place + 1 :]
    )
    return Placement(tuple(places), repeats)


def count_shared(shifts: IntArray, table_count: int) -> IntArray:
    """shared[one, other, distance]: players who meet two places in the rounds given.

    `one` and `other` are the seats of the places, the second `distance` tables above the first at the
    start, modulo the tables; at least `TOGETHER` where they come to one table, or are the same.
    """
    shared = np.zeros((SEAT_COUNT, SEAT_COUNT, table_count), dtype=np.int64)
    for one, other, line in product(range(SEAT_COUNT), repeat=3):
        if line not in (one, other):
            first, second = (shifts[:, seat] - shifts[:, line] for seat in (one, other))
            distances = (first[:, None] - second[None, :]) % table_count
            shared[one, other] += np.bincount(distances.ravel(), minlength=table_count)
    for one, other in product(range(SEAT_COUNT), repeat=2):
        together = np.unique((shifts[:, one] - shifts[:, other]) % table_count)
        shared[one, other, together] += TOGETHER
    return shared


def _best_with(
    first: int, shared: IntArray, more: int, seats: tuple[int, ...]
) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
    """The best choice with a seat of the highest table empty, and `more` others (0 to 2).

    Returns:
        What makes it worse than another, most important first, and its places as (tables below the highest
        one, seat).
    """
    if more == 0:
        return (0, int(first != NORTH), 0), [(0, first)]
    table_count = shared.shape[2]
    seat = np.repeat(seats, table_count)
    below = np.tile(np.arange(table_count), len(seats))
    cost = shared[first, seat, -below % table_count]
    indices = _pick(len(seat), more)
    repeats = cost[indices].sum(axis=0)
    if more == 2:
        one, other = indices
        repeats = repeats + shared[seat[one], seat[other], (below[one] - below[other]) % table_count]
    steps = np.diff(np.sort(below[indices], axis=0), axis=0, prepend=0)
    oddness = abs(steps - PREFERRED_SPACING).sum(axis=0)
    moving = (seat[indices] != NORTH).sum(axis=0) + (first != NORTH)
    best = int(np.lexsort((oddness, moving, repeats))[0])
    chosen = [(0, first), *((int(below[index]), int(seat[index])) for index in indices[:, best])]
    return (int(repeats[best]), int(moving[best]), int(oddness[best])), chosen


def _pick(count: int, more: int) -> IntArray:
    """indices[which, choice]: every choice of one or two out of `count`."""
    if more == 1:
        return np.arange(count)[None, :]
    return np.stack(np.triu_indices(count, k=1))


def free_player_counts(table_count: int) -> tuple[int, ...]:
    """Full tables, then one, two, three players fewer."""
    return tuple(SEAT_COUNT * table_count - absent for absent in range(SEAT_COUNT))


def free_rounds(table_count: int) -> range:
    """1 to the rounds in which nobody meets anybody twice, tables of three or not.

    With the base step two lines meet again after r rounds when 1, 2, 3 or 4 times r is a multiple of the
    tables: the federation's "7 rounds" are 5 at 5 tables, 6 at 24, and more at many sizes.
    """
    if table_count in _STEPS:
        return range(1, len(_STEPS[table_count]) + 2)
    return range(1, table_count // max(gcd(table_count, 3), gcd(table_count, 4)) + 1)


def safe_rounds(table_count: int, player_count: int, seats: tuple[int, ...] = (NORTH,)) -> range:
    """1 to the rounds in which also nobody meets two empty places."""
    rounds = free_rounds(table_count)

    def repeats(round_count: int) -> int:
        return place_empty(table_count, round_count, player_count, seats).repeats

    return range(1, bisect_right(rounds, 0, key=repeats) + 1)


def place_empty(
    table_count: int, round_count: int, player_count: int, seats: tuple[int, ...] = (NORTH,)
) -> Placement:
    """The places that stay empty, where this many players sit at this many tables."""
    return place_threes(
        free_shifts(table_count, round_count), table_count, SEAT_COUNT * table_count - player_count, seats
    )


def build_free_deals(table_count: int, round_count: int, player_count: int) -> Movement:
    """Free deals in lines, deals dealt at the table: nobody meets anybody, nor two tables of three, twice.

    North stays; a table of three is one without North. Numbers are given by starting place, the missing
    places left out.

    Args:
        table_count: 5 to 200.
        round_count: see `safe_rounds`.
        player_count: four times the tables, or up to three fewer.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`); somebody would meet two tables of three (`library_threes`, with the rounds
            that work).
    """
    return _build_safe(table_count, round_count, player_count, (NORTH,))


def build_free_moving(table_count: int, round_count: int, player_count: int) -> Movement:
    """The same for a few more rounds: the empty places may be of other lines, and then move with them.

    Args:
        table_count: 5 to 24; with more tables Norths alone are enough for an evening.

    Raises:
        NoSuchMovement: as `build_free_deals`.
    """
    require_tables(table_count, MOVING_TABLES)
    return _build_safe(table_count, round_count, player_count, ALL_SEATS)


def build_free_with_repeats(table_count: int, round_count: int, player_count: int) -> Movement:
    """The same where two tables of three cannot be avoided: places empty so that fewest players meet two.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds than
            `free_rounds` (`library_rounds`).
    """
    return _build(table_count, round_count, player_count, _seats_to_choose(table_count))


def _seats_to_choose(table_count: int) -> tuple[int, ...]:
    return ALL_SEATS if table_count in MOVING_TABLES else (NORTH,)


def _build_safe(table_count: int, round_count: int, player_count: int, seats: tuple[int, ...]) -> Movement:
    movement = _build(table_count, round_count, player_count, seats)
    safe = safe_rounds(table_count, player_count, seats)
    if round_count not in safe:
        raise NoSuchMovement(
            "library_threes",
            f"{player_count} players at {table_count} tables: in {round_count} rounds somebody meets two"
            f" tables of three wherever they stand; {len(safe)} rounds work",
            field="round_count",
            player_count=player_count,
            table_count=table_count,
            round_count=round_count,
            most=len(safe),
        )
    return movement


def _build(table_count: int, round_count: int, player_count: int, seats: tuple[int, ...]) -> Movement:
    require_tables(table_count, FREE_TABLES)
    require_units(player_count, free_player_counts(table_count), table_count=table_count)
    require_rounds(round_count, free_rounds(table_count), table_count=table_count)
    players = seat_by_shifts(free_shifts(table_count, round_count), table_count, FREE_INDIVIDUAL)
    for table, seat in place_empty(table_count, round_count, player_count, seats).places:
        players[players == SEAT_COUNT * table + seat] = NOBODY
    return Movement(
        code=f"fft-free-{player_count}x{round_count}",
        players=number_by_start(players),
        board_sets=np.full((round_count, table_count), NO_SET),
        shape=FREE_INDIVIDUAL,
    )


def free_shifts(table_count: int, round_count: int) -> IntArray:
    """shifts[round, seat], tables up since the start, seats N, W, S, E."""
    moves = _STEPS.get(table_count, (_BASE,) * (round_count - 1))[: round_count - 1]
    shifts = positions(np.array(moves, dtype=np.int64).reshape(-1, 3))
    return np.insert(shifts, 0, 0, axis=1)


FREE = LibraryEntry(
    source="fft-free",
    format=formats.FREE_DEALS,
    table_counts=FREE_TABLES,
    unit_counts=free_player_counts,
    round_counts=safe_rounds,
    boards_per_set=lambda table_count: DEALS_PER_ROUND,
    build=build_free_deals,
)


def _rounds_moving(table_count: int, player_count: int) -> range:
    at_home = safe_rounds(table_count, player_count)
    return range(len(at_home) + 1, len(safe_rounds(table_count, player_count, ALL_SEATS)) + 1)


def _rounds_with_repeats(table_count: int, player_count: int) -> range:
    safe = safe_rounds(table_count, player_count, _seats_to_choose(table_count))
    return range(len(safe) + 1, len(free_rounds(table_count)) + 1)


FREE_MOVING = LibraryEntry(
    source="free-threes-moving",
    format=formats.FREE_DEALS,
    table_counts=MOVING_TABLES,
    unit_counts=free_player_counts,
    round_counts=_rounds_moving,
    boards_per_set=lambda table_count: DEALS_PER_ROUND,
    build=build_free_moving,
)

FREE_WITH_REPEATS = LibraryEntry(
    source="free-threes-repeated",
    format=formats.FREE_DEALS,
    table_counts=FREE_TABLES,
    unit_counts=free_player_counts,
    round_counts=_rounds_with_repeats,
    boards_per_set=lambda table_count: DEALS_PER_ROUND,
    build=build_free_with_repeats,
)
