"""The overall ranking and the alternated ranking, as rows that can be stored and shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.comparison import Marks, mark_plays
from tournaments.core.ranking.places import places_among
from tournaments.core.ranking.score_grid import SEAT_COUNT, BoolArray, IntArray, ScoreGrid
from tournaments.core.ranking.totals import Totals, Weights, add_up


class TieBreak(StrEnum):
    """What may part two equal overall percentages, when the organiser asks for it."""

    ATTACK = "attack"
    DEFENCE = "defence"


@dataclass(frozen=True, slots=True)
class RankingRules:
    """The choices of a ranking; the defaults are the federation's."""

    weights: Weights = field(default_factory=Weights)
    tie_breaks: tuple[TieBreak, ...] = ()
    """Applied in order to equal percentages; none by default: equal players share a place."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the rankings; percentages exact, places from 1, None for a player without a deal."""

    player: int
    """From 0, as in the grid."""
    line: int
    """0=N, 1=W, 2=S, 3=E."""
    overall_place: int | None
    alternated_place: int | None
    line_place: int | None
    """Place among the players of the same line."""
    overall: Fraction | None
    """After penalties; may be negative."""
    attack: Fraction | None
    defence: Fraction | None
    penalty: Fraction
    attack_count: int
    defence_count: int
    is_one_sided: bool
    """Deals of one side only: `overall` is that side's percentage."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Places of all players as arrays, from 1, equals sharing one; 0 for a player without a deal."""

    overall: IntArray
    line: IntArray
    """Among the players of the same line."""
    alternated: IntArray


def compute_standings(
    grid: ScoreGrid,
    rules: RankingRules,
    penalty: IntArray | None = None,
    marks: Marks | None = None,
) -> tuple[Standing, ...]:
    """All rankings of a tournament at once.

    Args:
        penalty: penalty[player] in hundredths of a percent; none by default.
        marks: of the plays of `grid`, when the caller has them already.

    Returns:
        One row per player, in the order of the overall ranking; equal players by number, players
        without a deal last.
    """
    totals = add_up(grid, marks or mark_plays(grid), rules.weights, penalty)
    places = rank_totals(totals, grid.line, rules.tie_breaks)
    unranked_last = np.where(places.overall == 0, grid.player_count + 1, places.overall)
    rows = _write_rows(grid, totals, places)
    return tuple(rows[player] for player in np.argsort(unranked_last, kind="stable").tolist())


def _write_rows(grid: ScoreGrid, totals: Totals, places: Places) -> list[Standing]:
    """rows[player]; columns become lists first, as single numbers of arrays are slow to read."""
    columns = (
        grid.line, places.overall, places.alternated, places.line,
        totals.attack_count, totals.defence_count, totals.is_one_sided,
    )  # fmt: skip
    return [
        Standing(
            player=player,
            line=line,
            overall_place=overall or None,
            alternated_place=alternated or None,
            line_place=line_place or None,
            overall=totals.overall_percent(player),
            attack=totals.attack_percent(player),
            defence=totals.defence_percent(player),
            penalty=totals.penalty_percent(player),
            attack_count=attack_count,
            defence_count=defence_count,
            is_one_sided=is_one_sided,
        )
        for player, (
            line,
            overall,
            alternated,
            line_place,
            attack_count,
            defence_count,
            is_one_sided,
        ) in enumerate(zip(*(column.tolist() for column in columns), strict=True))
    ]


def rank_totals(totals: Totals, line: IntArray, tie_breaks: Sequence[TieBreak] = ()) -> Places:
    """Rank all players by overall percentage, best first, in three ways.

    Overall: 1, 1, 3 for equals. By line: the players of each line apart. Alternated: the firsts of the lines
    by overall percentage, then the seconds, and so on. Players of one line who share a line place stay
    together: two firsts of a line are both among the firsts, and nobody of that line is among the seconds.
    Equals of different lines with the same line place share their place. A line that runs out leaves the rest
    to the others.

    Source:
        FFT, Règlement officiel (2012) R18-R19; ties by docs/ranking.md, step 5.
    """
    by_tie_break = {TieBreak.ATTACK: totals.attack, TieBreak.DEFENCE: totals.defence}
    keys = [key.levels() for key in (totals.overall, *(by_tie_break[name] for name in tie_breaks))]
    line_places = np.zeros(line.size, dtype=np.int64)
    for seat in range(SEAT_COUNT):
        line_places += places_among(totals.is_ranked & (line == seat), keys)
    return Places(
        overall=places_among(totals.is_ranked, keys),
        line=line_places,
        alternated=places_among(totals.is_ranked, [-line_places, *keys]),
    )


def place_units(keys: Sequence[IntArray], lines: IntArray, is_placed: BoolArray) -> Places:
    """Rank all units by their keys, best first, in three ways.

    Overall: 1, 1, 3 for equals. By line: the units of each line apart. Alternated: the firsts of the lines
    by their keys, then the seconds, and so on. Units of one line who share a line place stay together: two
    firsts of a line are both among the firsts, and nobody of that line is among the seconds. Equals of
    different lines with the same line place share their place. A line that runs out leaves the rest to the
    others.

    Args:
        keys: keys[…][unit], the first deciding; a higher number is better.
        lines: lines[unit], from 0.
        is_placed: is_placed[unit]: the unit has a place.

    Source:
        FFT, Règlement officiel (2012) R18-R19; ties by docs/ranking.md, step 5.
    """
    line_places = np.zeros(lines.size, dtype=np.int64)
    for line in range(int(lines.max(initial=-1)) + 1):
        line_places += places_among(is_placed & (lines == line), keys)
    return Places(
        overall=places_among(is_placed, keys),
        line=line_places,
        alternated=places_among(is_placed, [-line_places, *keys]),
    )
