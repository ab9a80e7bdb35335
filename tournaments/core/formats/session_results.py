"""One session of any format, from its plays and rulings to a value per unit and what may part equal ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from tournaments.core.formats.ranking_plan import Measure, RankingPlan
from tournaments.core.formats.ruling_effects import check_effects
from tournaments.core.ranking.adjustments import adjust_seats, mark_with_rulings, percent_penalties
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.comparison import Marks, Topage
from tournaments.core.ranking.duel_results import DuelResult, add_up_points, point_penalties, score_duels
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.free_deals import seat_penalties, sum_free_deals, void_deals
from tournaments.core.ranking.rulings import Ruling, expelled
from tournaments.core.ranking.score_grid import NOBODY, PlayStatus, ScoreGrid
from tournaments.core.ranking.seat_scores import Comparison, Method, SeatGrid, add_up_seats, mark_seats
from tournaments.core.ranking.totals import Weights, add_up
from tournaments.core.ranking.values import Value, subtract


@dataclass(frozen=True, slots=True)
class SessionResult:
    """What every unit has at the end of a session."""

    values: tuple[Value | None, ...]
    """After penalties: per cent, points or match points; None without anything that counts."""
    penalties: tuple[Fraction, ...]
    """In the same unit."""
    criteria: Mapping[Criterion, tuple[Value | int | None, ...]] = field(default_factory=dict)
    expelled: frozenset[int] = frozenset()


def rank_shares(
    grid: ScoreGrid, rulings: Sequence[Ruling], weights: Weights, topage: Topage | None = None
) -> SessionResult:
    """Individuals and triplets: attack and defence percentages, weighed.

    Raises:
        TournamentError: `ruling_effect`, here and below, for an effect that says nothing to the format.
    """
    check_effects(rulings, Measure.PERCENT)
    ruled, marks = mark_with_rulings(grid, rulings, topage)
    penalty = percent_penalties(grid, rulings)
    totals = add_up(ruled, marks, weights, penalty)
    units = range(grid.player_count)
    return SessionResult(
        values=tuple(map(totals.overall_percent, units)),
        penalties=tuple(map(totals.penalty_percent, units)),
        criteria={
            Criterion.ATTACK: tuple(map(totals.attack_percent, units)),
            Criterion.DEFENCE: tuple(map(totals.defence_percent, units)),
            Criterion.TOPS: _count_tops(ruled, marks),
            Criterion.DEALS: tuple((totals.attack_count + totals.defence_count).tolist()),
        },
        expelled=expelled(rulings),
    )


def rank_seats(grid: SeatGrid, rulings: Sequence[Ruling], comparison: Comparison) -> SessionResult:
    """Friendly events of any game: a percentage for topage, points else, and penalties in the same unit."""
    is_share = comparison.method is Method.TOPAGE
    check_effects(rulings, Measure.PERCENT if is_share else Measure.POINTS)
    counted = void_deals(grid, rulings)
    marks = adjust_seats(counted, mark_seats(counted, comparison), rulings)
    totals = add_up_seats(counted, marks, comparison)
    results = [totals.result(player) for player in range(grid.player_count)]
    shown = [result if result is None or not is_share else 100 * result for result in results]
    unit = Fraction(1, 100) if is_share else Fraction(1)
    penalties = [unit * points for points in seat_penalties(grid, rulings)]
    return SessionResult(
        values=subtract(shown, penalties),
        penalties=tuple(penalties),
        criteria={Criterion.DEALS: tuple(totals.deal_count.tolist())},
        expelled=expelled(rulings),
    )


def rank_sums(grid: SeatGrid, rulings: Sequence[Ruling]) -> SessionResult:
    """Free deals: points added up."""
    check_effects(rulings, Measure.POINTS)
    values = sum_free_deals(grid, rulings)
    counted = void_deals(grid, rulings)
    is_played = (counted.players != NOBODY) & (counted.status == PlayStatus.PLAYED)[:, None]
    players, scores = counted.players[is_played], counted.score[is_played]
    deals = np.bincount(players, minlength=grid.player_count)
    best = np.full(grid.player_count, np.iinfo(np.int64).min)
    np.maximum.at(best, players, scores)
    return SessionResult(
        values=values,
        penalties=tuple(map(Fraction, seat_penalties(grid, rulings))),
        criteria={
            Criterion.DEALS: tuple(deals.tolist()),
            Criterion.BEST_DEAL: tuple(
                int(points) if count else None for points, count in zip(best, deals, strict=True)
            ),
        },
        expelled=expelled(rulings),
    )


def rank_duels(
    plays: UnitPlays, rulings: Sequence[Ruling], unit_count: int, plan: RankingPlan
) -> SessionResult:
    """Quartets: match points over home and away."""
    check_effects(rulings, Measure.MATCH_POINTS)
    results = score_duels(plays, rulings, is_one_sided=plan.is_one_sided)
    penalties = point_penalties(plays, rulings, unit_count)
    of_unit = [
        [result for result in results if unit in (result.first, result.second)] for unit in range(unit_count)
    ]
    return SessionResult(
        values=subtract(add_up_points(results, unit_count), penalties),
        penalties=penalties,
        criteria={
            Criterion.DEALS: tuple(map(len, of_unit)),
            Criterion.BEST_DEAL: tuple(_best_duel(own, unit) for unit, own in enumerate(of_unit)),
        },
        expelled=expelled(rulings),
    )


def _best_duel(results: Sequence[DuelResult], unit: int) -> Value | None:
    return max((result.points_of(unit) for result in results), default=None)


def _count_tops(grid: ScoreGrid, marks: Marks) -> tuple[int, ...]:
    """Marks of 100 % of every player."""
    is_top = marks.is_counted & (marks.numerator == marks.denominator[:, None])
    return tuple(np.bincount(grid.players[is_top], minlength=grid.player_count).tolist())
