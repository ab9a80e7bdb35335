"""The overall ranking and the alternated ranking, as rows that can be stored and shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.comparison import Marks, mark_plays
from tournaments.core.ranking.exact import ExactArray
from tournaments.core.ranking.places import places_among
from tournaments.core.ranking.score_grid import SEAT_COUNT, IntArray, ScoreGrid
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
    overall = rank_overall(totals, rules.tie_breaks)
    by_line = rank_lines(totals, grid.line, rules.tie_breaks)
    alternated = rank_alternated(totals, grid.line, rules.tie_breaks)
    unranked_last = np.where(overall == 0, grid.player_count + 1, overall)
    return tuple(
        Standing(
            player=player,
            line=int(grid.line[player]),
            overall_place=int(overall[player]) or None,
            alternated_place=int(alternated[player]) or None,
            line_place=int(by_line[player]) or None,
            overall=totals.overall_percent(player),
            attack=totals.attack_percent(player),
            defence=totals.defence_percent(player),
            penalty=totals.penalty_percent(player),
            attack_count=int(totals.attack_count[player]),
            defence_count=int(totals.defence_count[player]),
            is_one_sided=bool(totals.is_one_sided[player]),
        )
        for player in np.argsort(unranked_last, kind="stable").tolist()
    )


def rank_overall(totals: Totals, tie_breaks: Sequence[TieBreak] = ()) -> IntArray:
    """Rank all players by overall percentage, best first, equals sharing a place.

    Returns:
        places[player], from 1; ties give 1, 1, 3; 0 for a player without a deal.
    """
    return places_among(totals.is_ranked, _keys(totals, tie_breaks))


def rank_lines(totals: Totals, line: IntArray, tie_breaks: Sequence[TieBreak] = ()) -> IntArray:
    """Rank the players of each line apart: places[player] as in `rank_overall`."""
    keys = _keys(totals, tie_breaks)
    places = np.zeros(line.size, dtype=np.int64)
    for seat in range(SEAT_COUNT):
        places += places_among(totals.is_ranked & (line == seat), keys)
    return places


def rank_alternated(totals: Totals, line: IntArray, tie_breaks: Sequence[TieBreak] = ()) -> IntArray:
    """Rank the firsts of the lines by overall percentage, then the seconds, and so on.

    Players of one line who share a line place stay together: two firsts of a line are both among the
    firsts, and nobody of that line is among the seconds. Equals of different lines with the same line
    place share their place. A line that runs out leaves the rest to the others.

    Returns:
        places[player], as in `rank_overall`.

    Source:
        FFT, Règlement officiel (2012) R18-R19; ties by docs/ranking.md, step 5.
    """
    line_places = rank_lines(totals, line, tie_breaks)
    return places_among(totals.is_ranked, [-line_places, *_keys(totals, tie_breaks)])


def _keys(totals: Totals, tie_breaks: Sequence[TieBreak]) -> list[ExactArray]:
    """Arrays to rank by, the first deciding; a higher value is better."""
    by_tie_break = {TieBreak.ATTACK: totals.attack, TieBreak.DEFENCE: totals.defence}
    return [totals.overall, *(by_tie_break[tie_break] for tie_break in tie_breaks)]
