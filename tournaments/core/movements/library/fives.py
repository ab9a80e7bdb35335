"""Free deals with tables of five: a line of one to three fifth players beside the federation's four lines."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.free_deals import DEALS_PER_ROUND, free_rounds, free_shifts
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.library.shifts import positions, seat_by_shifts
from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.table_shape import FREE_FIVES

FIVES_TABLES = range(5, 61)
"""Tables of five are for small events: they are not homologated."""
MOST_FIVES = 3
_FIFTH = 4
_STEP = -1
"""Tables up for the fifth players between two rounds, beside steps of 0, −2, 1 and 2 for N, W, S, E."""
_OTHER_MOVES: dict[int, tuple[tuple[int, ...], ...]] = {
    6: ((3, -2, 3, -2),),
    8: ((-2, -3, -2, -2),),
    10: ((-2, -2, -2, -2), (5, -4, 3, 3, 5)),
    12: ((-1, -1, -1, 4, 5, -1),),
    15: ((-1, -1, -1, 6, 6, -1),),
    18: ((-1, -1, -1, -1, -1, -3), (-4, 3, 3, 3, -4, 3)),
}
"""By number of tables, every move of the fifth players where one step does not do; the best first.

Found by search. At 8 tables no moves keep six rounds clean: all were tried.
"""
_ALSO: dict[int, tuple[tuple[int, ...], ...]] = {
    16: ((-1, -1, -1, -2),),
    17: ((-4, -4, -7, -4, -4, -4),),
    19: ((-8,) * 6, (-6, 4, 4, -6)),
    20: ((-4, -4, 3, 3, 3, 3),),
    22: ((-1, -1, -1, 4),),
    23: ((3, 3, -4, 3, 3),),
}
"""Moves taken instead of the one step where with them fewer people sit at a table of five twice."""


@dataclass(frozen=True, slots=True)
class FifthLine:
    """Where the fifth players start and how they go on."""

    tables: tuple[int, ...]
    """Tables of the first round, from 0, ascending; the last table is one of them."""
    shifts: tuple[int, ...]
    """shifts[round]: tables up since the start."""
    repeats: int
    """Players of the other lines who meet two of them, counted for each pair: 0 when nobody does."""


def fives_player_counts(table_count: int) -> tuple[int, ...]:
    """One, two or three players more than four a table."""
    return tuple(SEAT_COUNT * table_count + extra for extra in range(1, MOST_FIVES + 1))


def fives_rounds(table_count: int) -> range:
    """1 to the rounds in which nobody meets anybody twice, the fifth players included.

    The differences of the five steps are those of the four, 1 to 4: one step more costs no round, but at 8.
    """
    if table_count in _OTHER_MOVES:
        return range(1, max(map(len, _OTHER_MOVES[table_count])) + 2)
    return free_rounds(table_count)


def safe_five_rounds(table_count: int, player_count: int) -> range:
    """1 to the rounds in which also nobody of the four lines sits at a table of five twice."""
    rounds = fives_rounds(table_count)

    def repeats(round_count: int) -> int:
        return fifth_line(table_count, round_count, player_count).repeats

    return range(1, bisect_right(rounds, 0, key=repeats) + 1)


def fifth_line(table_count: int, round_count: int, player_count: int) -> FifthLine:
    """The starting tables and moves with which fewest players sit at a table of five twice."""
    usual = ((_STEP,) * (round_count - 1), *_ALSO.get(table_count, ()))
    choices = _OTHER_MOVES.get(table_count, usual)
    lines = [
        _start_best(table_count, moves[: round_count - 1], player_count - SEAT_COUNT * table_count)
        for moves in choices
        if len(moves) >= round_count - 1
    ]
    return min(lines, key=lambda line: line.repeats)


def build_free_fives(table_count: int, round_count: int, player_count: int) -> Movement:
    """Free deals in lines with one to three tables of five: nobody meets anybody, nor two of them, twice.

    The four lines move as in `build_free_deals`; fifth players stay fifth, each at the table of five that
    they make. Numbers are given by starting place.

    Args:
        table_count: 5 to 60.
        round_count: see `safe_five_rounds`.
        player_count: four times the tables and one to three more.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`); somebody would sit at a table of five twice (`library_fives`, with the
            rounds that work).

    Source:
        Tables of five: FFT, Règlement officiel (2012) R12. The fifth line is ours: docs/movements.md.
    """
    movement = build_fives_with_repeats(table_count, round_count, player_count)
    safe = safe_five_rounds(table_count, player_count)
    if round_count not in safe:
        raise NoSuchMovement(
            "library_fives",
            f"{player_count} players at {table_count} tables: in {round_count} rounds somebody sits at a"
            f" table of five twice wherever they stand; {len(safe)} rounds work",
            field="round_count",
            player_count=player_count,
            table_count=table_count,
            round_count=round_count,
            most=len(safe),
        )
    return movement


def build_fives_with_repeats(table_count: int, round_count: int, player_count: int) -> Movement:
    """The same in any rounds of `fives_rounds`, so that fewest players sit at a table of five twice.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`).
    """
    require_tables(table_count, FIVES_TABLES)
    require_units(player_count, fives_player_counts(table_count), table_count=table_count)
    require_rounds(round_count, fives_rounds(table_count), table_count=table_count)
    fifth = fifth_line(table_count, round_count, player_count)
    shifts = np.column_stack([free_shifts(table_count, round_count), fifth.shifts])
    players = seat_by_shifts(shifts, table_count, FREE_FIVES)
    homes, sides = np.divmod(players, FREE_FIVES.side_count)
    players[(sides == _FIFTH) & ~np.isin(homes, fifth.tables)] = NOBODY
    return Movement(
        code=f"free-fives-{player_count}x{round_count}",
        players=number_by_start(players),
        board_sets=np.full((round_count, table_count), NO_SET),
        shape=FREE_FIVES,
    )


def _start_best(table_count: int, moves: tuple[int, ...], fives: int) -> FifthLine:
    shifts = positions(np.array(moves, dtype=np.int64).reshape(-1, 1))[:, 0]
    shared = _count_shared(shifts, table_count)
    below, repeats = _spread_out(shared, fives)
    tables = tuple(sorted(table_count - 1 - distance for distance in (0, *below)))
    return FifthLine(tables, tuple(shifts.tolist()), repeats)


def _count_shared(shifts: IntArray, table_count: int) -> IntArray:
    """shared[distance]: players of the four lines who meet two fifth players so many tables apart."""
    shared = np.zeros(table_count, dtype=np.int64)
    for met in (shifts[:, None] - free_shifts(table_count, len(shifts))).T:
        distances = (met[:, None] - met[None, :]) % table_count
        shared += np.bincount(distances.ravel(), minlength=table_count)
    return shared


def _spread_out(shared: IntArray, fives: int) -> tuple[tuple[int, ...], int]:
    """Distances below the last table at which the others start, nearest first among equals, and repeats."""
    if fives == 1:
        return (), 0
    if fives == 2:
        best = int(np.argmin(shared[1:])) + 1
        return (best,), int(shared[best])
    one, other = np.triu_indices(len(shared) - 1, k=1)
    repeats = shared[one + 1] + shared[other + 1] + shared[other - one]
    best = int(np.argmin(repeats))
    return (int(one[best]) + 1, int(other[best]) + 1), int(repeats[best])


def _rounds_with_repeats(table_count: int, player_count: int) -> range:
    safe = safe_five_rounds(table_count, player_count)
    return range(len(safe) + 1, len(fives_rounds(table_count)) + 1)


def _entry(
    source: str,
    round_counts: Callable[[int, int], range],
    build: Callable[[int, int, int], Movement],
) -> LibraryEntry:
    return LibraryEntry(
        source=source,
        format=formats.FREE_DEALS,
        table_counts=FIVES_TABLES,
        unit_counts=fives_player_counts,
        round_counts=round_counts,
        boards_per_set=lambda table_count: DEALS_PER_ROUND,
        build=build,
    )


FREE_FIVES_SAFE = _entry("free-fives", safe_five_rounds, build_free_fives)
FREE_FIVES_REPEATED = _entry("free-fives-repeated", _rounds_with_repeats, build_fives_with_repeats)
FIVES_SOURCES = frozenset({FREE_FIVES_SAFE.source, FREE_FIVES_REPEATED.source})
