"""Free deals with tables of five: one to three fifth players beside the four lines of the federation."""

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
"""Numbers of tables. Tables of five are for small events, as they are not homologated."""
MOST_FIVES = 3
_FIFTH = 4
_STEP = -1
"""Tables that the fifth players go up between two rounds. N, W, S, E go 0, −2, 1, 2."""
_OTHER_MOVES: dict[int, tuple[tuple[int, ...], ...]] = {
    6: ((3, -2, 3, -2),),
    8: ((-2, -3, -2, -2),),
    10: ((-2, -2, -2, -2), (5, -4, 3, 3, 5)),
    12: ((-1, -1, -1, 4, 5, -1),),
    15: ((-1, -1, -1, 6, 6, -1),),
    18: ((-1, -1, -1, -1, -1, -3), (-4, 3, 3, 3, -4, 3)),
}
"""Moves of the fifth players by number of tables, where `_STEP` alone does not work. The best are first.

A search found them. At 8 tables no moves keep six rounds clean; all were tried."""
_ALSO: dict[int, tuple[tuple[int, ...], ...]] = {
    16: ((-1, -1, -1, -2),),
    17: ((-4, -4, -7, -4, -4, -4),),
    19: ((-8,) * 6, (-6, 4, 4, -6)),
    20: ((-4, -4, 3, 3, 3, 3),),
    22: ((-1, -1, -1, 4),),
    23: ((3, 3, -4, 3, 3),),
}
"""Alternative moves by number of tables. With them fewer players sit at a table of five twice."""


@dataclass(frozen=True, slots=True)
class FifthLine:
    """Start and moves of the fifth players."""

    tables: tuple[int, ...]
    """Tables of the first round, from 0, ascending; the last table is one of them."""
    shifts: tuple[int, ...]
    """shifts[round]: tables up since the start."""
    repeats: int
    """Number of players of the other lines who meet two fifth players, counted for each pair of these."""


def fives_player_counts(table_count: int) -> tuple[int, ...]:
    """Return the numbers of players: one, two or three more than four a table."""
    return tuple(SEAT_COUNT * table_count + extra for extra in range(1, MOST_FIVES + 1))


def fives_rounds(table_count: int) -> range:
    """Return the numbers of rounds in which no two players meet twice, the fifth players included."""
    if table_count in _OTHER_MOVES:
        return range(1, max(map(len, _OTHER_MOVES[table_count])) + 2)
    # the differences of the five steps are 1 to 4, as those of the four: the fifth line costs no round
    return free_rounds(table_count)


def safe_five_rounds(table_count: int, player_count: int) -> range:
    """Return the numbers of rounds in which no player sits at a table of five twice.

    Fifth players do not count. No two players meet twice in these rounds either.
    """
    rounds = fives_rounds(table_count)

    def repeats(round_count: int) -> int:
        return fifth_line(table_count, round_count, player_count).repeats

    # repeats never fall with more rounds, so the limit is found by bisection
    return range(1, bisect_right(rounds, 0, key=repeats) + 1)


def fifth_line(table_count: int, round_count: int, player_count: int) -> FifthLine:
    """Return the start and moves with which fewest players sit at a table of five twice."""
    usual = ((_STEP,) * (round_count - 1), *_ALSO.get(table_count, ()))
    choices = _OTHER_MOVES.get(table_count, usual)
    lines = [
        _start_best(table_count, moves[: round_count - 1], player_count - SEAT_COUNT * table_count)
        for moves in choices
        if len(moves) >= round_count - 1
    ]
    return min(lines, key=lambda line: line.repeats)


def build_free_fives(table_count: int, round_count: int, player_count: int) -> Movement:
    """Build free deals in lines with one to three tables of five.

    No two players meet twice, and no player of the four lines sits at a table of five twice. The four lines
    move as in `build_free_deals`. Fifth players keep their seat, each at the table that they make a table of
    five. Numbers are given by starting place.

    Args:
        table_count: 5 to 60.
        round_count: see `safe_five_rounds`.
        player_count: four times the tables and one to three more.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`); a player would sit at a table of five twice (`library_fives`, with the rounds
            that work).

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
    """Build the same for all rounds of `fives_rounds`, with fewest repeated tables of five.

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
    # a full line of fifth players is seated first; those of other tables are taken out
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
    distances, repeats = _spread_out(shared, fives)
    tables = tuple(sorted(table_count - 1 - distance for distance in (0, *distances)))
    return FifthLine(tables, tuple(shifts.tolist()), repeats)


def _count_shared(shifts: IntArray, table_count: int) -> IntArray:
    """Return shared[distance]: players of the four lines who meet two fifth players at that distance.

    The distance is the number of tables between the two fifth players.
    """
    shared = np.zeros(table_count, dtype=np.int64)
    for relative_shifts in (shifts[:, None] - free_shifts(table_count, len(shifts))).T:
        distances = (relative_shifts[:, None] - relative_shifts[None, :]) % table_count
        shared += np.bincount(distances.ravel(), minlength=table_count)
    return shared


def _spread_out(shared: IntArray, fives: int) -> tuple[tuple[int, ...], int]:
    """Choose the distances below the last table at which the other fifth players start.

    Returns:
        The distances, nearest first among equals, and the number of repeats.
    """
    if fives == 1:
        return (), 0
    if fives == 2:
        best = int(np.argmin(shared[1:])) + 1
        return (best,), int(shared[best])
    first_distances, second_distances = np.triu_indices(len(shared) - 1, k=1)
    repeats = (
        shared[first_distances + 1]
        + shared[second_distances + 1]
        + shared[second_distances - first_distances]
    )
    best = int(np.argmin(repeats))
    return (int(first_distances[best]) + 1, int(second_distances[best]) + 1), int(repeats[best])


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
