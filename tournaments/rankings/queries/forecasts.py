"""Places that a player can still reach, computed only from étuis that all tables have played."""

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
from tournaments.core.ranking.totals import compute_totals
from tournaments.models import Entry
from tournaments.rankings.queries.session_plays import LoadedSession

MOST_UNITS = 400
"""Largest field with forecasts, which are computed for all units at each request."""
PLACES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Forecast:
    """Places and percentages that a player can still reach, regardless of the others' results."""

    deals_left: int
    """Deals that do not count yet: not played, or on étuis that some table has yet to play."""
    lowest: Fraction
    highest: Fraction
    best_place: int
    worst_place: int
    needs: tuple[tuple[int, Need], ...]
    """(place, mean over the remaining deals that makes it certain), from the best such place."""


def forecast_of(loaded: LoadedSession, entry: Entry) -> Forecast | None:
    """Return the forecast of an entry; None where there is none. No query.

    There is none:
    - if the organiser does not want it;
    - in a format without shares, or with the Neuberg formula;
    - before half of the entry's deals are settled, or when none is left;
    - in fields larger than `MOST_UNITS`.

    An étui is settled when all tables have played it. Until then its marks may change, and players may not
    know them (decision 0010).
    """
    grid, unit = loaded.plays.grid, loaded.unit_of.get(entry.pk)
    is_shown = loaded.options.forecast and not loaded.options.topage.is_neuberg and unit is not None
    if not is_shown or not isinstance(grid, ScoreGrid) or loaded.plays.unit_count > MOST_UNITS:
        return None
    # for the type checker: `is_shown` includes this
    assert unit is not None
    standings = _remaining(loaded, grid)
    unit_standing = standings[unit]
    if not 0 < unit_standing.deals_left <= unit_standing.attack_count + unit_standing.defence_count:
        return None
    return _forecast(loaded, standings, unit)


def _forecast(loaded: LoadedSession, standings: Sequence[Remaining], unit: int) -> Forecast | None:
    weights = loaded.options.weights
    ranked_units = np.flatnonzero(loaded.is_ranked).tolist()
    bounds = {
        number: unit_bounds
        for number in ranked_units
        if (unit_bounds := share_bounds(standings[number], weights))
    }
    if unit not in bounds:
        return None
    best, worst = dict(zip(bounds, place_bounds(list(bounds.values())), strict=True))[unit]
    other_bounds = [unit_bounds for number, unit_bounds in bounds.items() if number != unit]
    # those with a higher upper bound may stay in front: no better place can become certain
    first = 1 + sum(high > bounds[unit][1] for _, high in other_bounds)
    needs = []
    for place in range(first, min(worst, first + PLACES_SHOWN)):
        target = needed_value(other_bounds, place)
        if target is not None:
            needs.append((place, needed_mean(standings[unit], target, weights)))
    lowest, highest = bounds[unit]
    return Forecast(standings[unit].deals_left, lowest, highest, best, worst, tuple(needs))


def _remaining(loaded: LoadedSession, grid: ScoreGrid) -> list[Remaining]:
    """Return remaining[unit]: totals over settled étuis and the number of deals left on each side."""
    ruled_grid, marks = mark_with_rulings(grid, loaded.plays.rulings, loaded.options.topage)
    settled_boards = sorted(loaded.due.complete_boards)
    is_settled = np.isin(grid.board + 1, settled_boards)
    marks = replace(marks, is_counted=marks.is_counted & is_settled[:, None])
    penalty = percent_penalties(grid, loaded.plays.rulings)
    totals = compute_totals(ruled_grid, marks, loaded.options.weights, penalty)
    deals_left = _deals_left(loaded, settled_boards)
    return [
        Remaining.of(totals, unit, attack_left=deals_left[unit, True], defence_left=deals_left[unit, False])
        for unit in range(loaded.plays.unit_count)
    ]


def _deals_left(loaded: LoadedSession, settled_boards: Collection[int]) -> Counter[tuple[int, bool]]:
    """Return the number of deals on étuis that are not settled, by (unit, is_attack)."""
    is_left = ~np.isin(loaded.due.boards, list(settled_boards))
    boards = loaded.due.boards[is_left].tolist()
    players = loaded.seats.players[loaded.due.places[is_left]].tolist()
    attacks: dict[tuple[int, int], bool] = {}
    for play, (board, units) in enumerate(zip(boards, players, strict=True)):
        for seat, unit in enumerate(units):
            if unit != NOBODY:
                # a unit that holds several seats attacks if one of them is the taker's
                is_attack = attacks.get((play, unit), False) or seat == loaded.format.taker_of(board)
                attacks[play, unit] = is_attack
    return Counter((unit, is_attack) for (_play, unit), is_attack in attacks.items())
