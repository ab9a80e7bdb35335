"""Free deals in lines at 5 to 300 tables, with tables of three if the players are no multiple of four.

At tables of three a place stays empty. The empty places are chosen so that fewest players meet two of them.
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
"""Distance in tables between two tables of three. It decides only among choices that are equally good.

Source: FFT, Manuel de l'organisateur (2011) M4."""
TOGETHER = 1_000_000
"""Cost of two empty places that would come to one table."""
FREE_TABLES = range(5, 301)
"""Sizes of a hall. The federation prints 5 to 200 tables; larger ones repeat the same moves.

Source: FFT, Manuel de l'organisateur (2011) M3."""
MOVING_TABLES = range(5, 25)
ALL_SEATS = (NORTH, WEST, SOUTH, EAST)
DEALS_PER_ROUND = (4, 5, 3, 8)
"""Numbers of deals in a round, the recommended one first.

The manual has 6 rounds of 4, 5 of 5 and 3 of 8. Rounds of 3 deals are ours, for short evenings.

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
"""All moves by number of tables, where they are not always the base one.

Source: FFT, Manuel de l'organisateur (2011) M4-M8."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Empty places at the start. They move with their lines."""

    places: tuple[tuple[int, int], ...]
    """Places (table, seat), from 0, by table. One of them is at the highest table."""
    repeats: int
    """Number of players who meet two of these places, counted for each pair of places."""


def place_threes(
    shifts: IntArray, table_count: int, empty_count: int, seats: tuple[int, ...] = (NORTH,)
) -> Placement:
    """Choose the empty places: fewest players who meet two, then most Norths, then the printed spacing.

    Args:
        shifts: shifts[round, seat], tables up since the start, of lines that move as wholes.
        empty_count: 0 to 3, each at another table.
        seats: lines that may have an empty place; the federation uses North alone.
    """
    if empty_count == 0:
        return Placement((), 0)
    shared = count_shared(shifts, table_count)
    choices = [_best_with(seat, shared, empty_count - 1, seats) for seat in seats]
    _, best_places = min(choices)
    places = sorted((table_count - 1 - distance, seat) for distance, seat in best_places)
    repeats = sum(
        int(shared[place_seat, next_seat, next_table - place_table])
        for place, (place_table, place_seat) in enumerate(places)
        for next_table, next_seat in places[place + 1 :]
    )
    return Placement(tuple(places), repeats)


def count_shared(shifts: IntArray, table_count: int) -> IntArray:
    """Return shared[first_seat, second_seat, distance]: players who meet two places in these rounds.

    The second place is `distance` tables above the first at the start, modulo the tables. The value is at
    least `TOGETHER` if the two places come to one table or are the same.
    """
    shared = np.zeros((SEAT_COUNT, SEAT_COUNT, table_count), dtype=np.int64)
    for first_seat, second_seat, line in product(range(SEAT_COUNT), repeat=3):
        if line not in (first_seat, second_seat):
            first, second = (shifts[:, seat] - shifts[:, line] for seat in (first_seat, second_seat))
            distances = (first[:, None] - second[None, :]) % table_count
            shared[first_seat, second_seat] += np.bincount(distances.ravel(), minlength=table_count)
    for first_seat, second_seat in product(range(SEAT_COUNT), repeat=2):
        together = np.unique((shifts[:, first_seat] - shifts[:, second_seat]) % table_count)
        shared[first_seat, second_seat, together] += TOGETHER
    return shared


def _best_with(
    first: int, shared: IntArray, more: int, seats: tuple[int, ...]
) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
    """Choose the best places: one at a seat of the highest table, and `more` others (0 to 2).

    Returns:
        The sort key of the choice, most important part first, and its places as (tables below the highest
        one, seat).
    """
    if more == 0:
        return (0, int(first != NORTH), 0), [(0, first)]
    table_count = shared.shape[2]
    seat = np.repeat(seats, table_count)
    distances = np.tile(np.arange(table_count), len(seats))
    cost = shared[first, seat, -distances % table_count]
    indices = _pick(len(seat), more)
    repeats = cost[indices].sum(axis=0)
    if more == 2:
        second, third = indices
        repeats = (
            repeats + shared[seat[second], seat[third], (distances[second] - distances[third]) % table_count]
        )
    steps = np.diff(np.sort(distances[indices], axis=0), axis=0, prepend=0)
    oddness = abs(steps - PREFERRED_SPACING).sum(axis=0)
    moving = (seat[indices] != NORTH).sum(axis=0) + (first != NORTH)
    # lexsort sorts by its last key first
    best = int(np.lexsort((oddness, moving, repeats))[0])
    places = [(0, first), *((int(distances[index]), int(seat[index])) for index in indices[:, best])]
    return (int(repeats[best]), int(moving[best]), int(oddness[best])), places


def _pick(count: int, more: int) -> IntArray:
    """Return indices[position, choice]: all choices of one or two out of `count`."""
    if more == 1:
        return np.arange(count)[None, :]
    return np.stack(np.triu_indices(count, k=1))


def free_player_counts(table_count: int) -> tuple[int, ...]:
    """Return the numbers of players: full tables, then one, two, three players fewer."""
    return tuple(SEAT_COUNT * table_count - absent_count for absent_count in range(SEAT_COUNT))


def free_rounds(table_count: int) -> range:
    """Return the numbers of rounds in which no two players meet twice.

    With the base step two lines meet again after r rounds if 1, 2, 3 or 4 times r is a multiple of the
    tables. The federation's "7 rounds" are 5 at 5 tables, 6 at 24, and more at many sizes.
    """
    if table_count in _STEPS:
        return range(1, len(_STEPS[table_count]) + 2)
    return range(1, table_count // max(gcd(table_count, 3), gcd(table_count, 4)) + 1)


def safe_rounds(table_count: int, player_count: int, seats: tuple[int, ...] = (NORTH,)) -> range:
    """Return the numbers of rounds in which no player meets two empty places.

    No two players meet twice in these rounds either.
    """
    rounds = free_rounds(table_count)

    def repeats(round_count: int) -> int:
        return place_empty(table_count, round_count, player_count, seats).repeats

    # repeats never fall with more rounds, so the limit is found by bisection
    return range(1, bisect_right(rounds, 0, key=repeats) + 1)


def place_empty(
    table_count: int, round_count: int, player_count: int, seats: tuple[int, ...] = (NORTH,)
) -> Placement:
    """Return the places that stay empty with this many players at this many tables."""
    return place_threes(
        free_shifts(table_count, round_count), table_count, SEAT_COUNT * table_count - player_count, seats
    )


def build_free_deals(table_count: int, round_count: int, player_count: int) -> Movement:
    """Build free deals in lines, dealt at the table.

    No two players meet twice, and no player sits at two tables of three. North stays; a table of three has
    no North. Numbers are given by starting place, without the empty places.

    Args:
        table_count: 5 to 300.
        round_count: see `safe_rounds`.
        player_count: four times the tables, or up to three fewer.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`); a player would meet two tables of three (`library_threes`, with the rounds
            that work).
    """
    return _build_safe(table_count, round_count, player_count, (NORTH,))


def build_free_moving(table_count: int, round_count: int, player_count: int) -> Movement:
    """Build the same for a few more rounds, with empty places in any line. They move with their lines.

    Args:
        table_count: 5 to 24; with more tables empty Norths are enough for an evening.

    Raises:
        NoSuchMovement: as `build_free_deals`.
    """
    require_tables(table_count, MOVING_TABLES)
    return _build_safe(table_count, round_count, player_count, ALL_SEATS)


def build_free_with_repeats(table_count: int, round_count: int, player_count: int) -> Movement:
    """Build the same where two tables of three cannot be avoided, with fewest players who meet two.

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
    """Return shifts[round, seat], tables up since the start, seats N, W, S, E."""
    moves = _STEPS.get(table_count, (_BASE,) * (round_count - 1))[: round_count - 1]
    shifts = positions(np.array(moves, dtype=np.int64).reshape(-1, 3))
    # a column of zeros for North
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
