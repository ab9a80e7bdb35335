"""What a player can still reach, from the étuis that every table has played alone."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.adjustments import mark_with_rulings, percent_penalties
from tournaments.core.ranking.forecast import (
    Need,
    Remaining,
    needed_mean,
    needed_value,
    place_bounds,
    share_bounds,
)
from tournaments.core.ranking.score_grid import NOBODY, ScoreGrid
from tournaments.core.ranking.totals import add_up
from tournaments.models import Entry
from tournaments.rankings.queries.session_plays import LoadedSession

MOST_UNITS = 400
"""Larger fields get no forecast: it is counted for everybody at each reading."""
PLACES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Forecast:
    """Where a player can still end, in per cent, whatever the others do."""

    deals_left: int
    """Deals that do not count yet: unplayed, or on étuis that some table has yet to play."""
    lowest: Fraction
    highest: Fraction
    best_place: int
    worst_place: int
    needs: tuple[tuple[int, Need], ...]
    """(place, mean needed over the deals left to be sure of it), from the best that he can be sure of."""


def forecast_of(loaded: LoadedSession, entry: Entry) -> Forecast | None:
    """What an entry can still reach once half of its deals are settled. No query.

    An étui counts when every table has played it: before, its marks may still change, and a player may not
    know them (decision 0010). None where the organiser does not want it, in a format without shares, when
    nothing is left or too little settled, and for large fields.
    """
    grid, unit = loaded.plays.grid, loaded.unit_of.get(entry.pk)
    is_shown = loaded.options.forecast and not loaded.options.topage.is_neuberg and unit is not None
    if not is_shown or not isinstance(grid, ScoreGrid) or loaded.plays.unit_count > MOST_UNITS:
        return None
    assert unit is not None
    standing = _remaining(loaded, grid)
    own = standing[unit]
    if not 0 < own.deals_left <= own.attack_count + own.defence_count:
        return None
    return _forecast(loaded, standing, unit)


def _forecast(loaded: LoadedSession, standing: Sequence[Remaining], unit: int) -> Forecast | None:
    weights = loaded.options.weights
    counted = np.flatnonzero(loaded.is_ranked).tolist()
    bounds = {number: found for number in counted if (found := share_bounds(standing[number], weights))}
    if unit not in bounds:
        return None
    best, worst = dict(zip(bounds, place_bounds(list(bounds.values())), strict=True))[unit]
    others = [found for number, found in bounds.items() if number != unit]
    first = 1 + sum(high > bounds[unit][1] for _, high in others)
    needs = []
    for place in range(first, min(worst, first + PLACES_SHOWN)):
        target = needed_value(others, place)
        if target is not None:
            needs.append((place, needed_mean(standing[unit], target, weights)))
    lowest, highest = bounds[unit]
    return Forecast(standing[unit].deals_left, lowest, highest, best, worst, tuple(needs))


def _remaining(loaded: LoadedSession, grid: ScoreGrid) -> list[Remaining]:
    """remaining[unit]: what settled étuis give, and how many deals are left on each side."""
    ruled, marks = mark_with_rulings(grid, loaded.plays.rulings, loaded.options.topage)
    settled = sorted(loaded.due.complete_boards)
    is_settled = np.isin(grid.board + 1, settled)
    marks = replace(marks, is_counted=marks.is_counted & is_settled[:, None])
    penalty = percent_penalties(grid, loaded.plays.rulings)
    totals = add_up(ruled, marks, loaded.options.weights, penalty)
    left = _deals_left(loaded, settled)
    return [
        Remaining.of(totals, unit, attack_left=left[unit, True], defence_left=left[unit, False])
        for unit in range(loaded.plays.unit_count)
    ]


def _deals_left(loaded: LoadedSession, settled: Collection[int]) -> Counter[tuple[int, bool]]:
    """Deals of every unit on étuis that are not settled, by whether it attacks."""
    is_left = ~np.isin(loaded.due.boards, list(settled))
    boards = loaded.due.boards[is_left].tolist()
    players = loaded.seats.players[loaded.due.places[is_left]].tolist()
    attacks: dict[tuple[int, int], bool] = {}
    for play, (board, units) in enumerate(zip(boards, players, strict=True)):
        for seat, unit in enumerate(units):
            if unit != NOBODY:
                is_attack = attacks.get((play, unit), False) or seat == loaded.format.taker_of(board)
                attacks[play, unit] = is_attack
    return Counter((unit, is_attack) for (_play, unit), is_attack in attacks.items())
