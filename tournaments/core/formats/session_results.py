"""Result of one session of any format: the value of each unit and its criteria for tie-breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from games.core.facts.sums import whole
from tournaments.core.formats.event_options import EventOptions
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring
from tournaments.core.formats.ruling_effects import check_effects
from tournaments.core.ranking.adjustments import adjust_seats, mark_with_rulings, percent_penalties
from tournaments.core.ranking.classification import Criterion, TieBreaks
from tournaments.core.ranking.comparison import Marks, Topage
from tournaments.core.ranking.duels import DuelResult, UnitPlays, add_up_points, point_penalties, score_duels
from tournaments.core.ranking.free_deals import seat_penalties, sum_free_deals, void_deals
from tournaments.core.ranking.matches import Pair, find_matches, match_penalties, rank_pool
from tournaments.core.ranking.places import Places, place_units
from tournaments.core.ranking.rests import pay_rests
from tournaments.core.ranking.rulings import Ruling, expelled, once_a_deal
from tournaments.core.ranking.score_grid import NOBODY, BoolArray, IntArray, PlayStatus, ScoreGrid
from tournaments.core.ranking.seat_scores import (
    Comparison,
    Method,
    SeatGrid,
    SeatMarks,
    add_up_seats,
    mark_seats,
)
from tournaments.core.ranking.seat_teams import SeatTeam, rank_seat_teams
from tournaments.core.ranking.totals import Weights, compute_totals
from tournaments.core.ranking.values import Column, Value, known_in, subtract


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlays:
    """The data from which a session is ranked. Units are numbered from 0."""

    grid: ScoreGrid | SeatGrid | UnitPlays
    """Grid of the scoring of the format: shares; seats and sums; duels and matches."""
    unit_count: int
    rulings: tuple[Ruling, ...] = ()
    """Rulings as `once_a_deal` leaves them."""
    bonuses: Mapping[Pair, int] = field(default_factory=dict)
    """bonuses[(unit, against)]: match points that a team has before a match."""
    rest_deals: tuple[int, ...] = ()
    """rest_deals[unit]: deals that the others played while the unit rested; () where rests have no points."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rulings", once_a_deal(self.rulings))


@dataclass(frozen=True, slots=True)
class SessionResult:
    """The result of every unit at the end of a session."""

    values: Sequence[Value | None]
    """Values after penalties, in per cent, points or match points; None for a unit without a valid play."""
    penalties: Sequence[Fraction | None]
    """Penalties in the same unit, 0 for none."""
    criteria: Mapping[Criterion, Column] = field(default_factory=dict)
    """Every criterion that the scoring computes, also those that the event does not use."""
    expelled: frozenset[int] = frozenset()
    attack_counts: tuple[int, ...] = ()
    """attack_counts[unit]: deals that count as attack; () where attack and defence are not distinguished."""
    defence_counts: tuple[int, ...] = ()


def units_at_play(grid: ScoreGrid | SeatGrid | UnitPlays, play: int) -> set[int]:
    """Return the units at a play (row of the grid)."""
    if isinstance(grid, UnitPlays):
        return {int(grid.attack[play]), int(grid.defence[play])}
    return set(grid.players[play].tolist()) - {NOBODY}


def rank_session(
    plan: RankingPlan, options: EventOptions, plays: SessionPlays, counted: BoolArray | None = None
) -> SessionResult:
    """Return the result of one session of any format, by the scoring of its plan.

    Args:
        counted: counted[row]: True for plays that count, by default all. In shares the field of a board is
            all its plays; in other formats only plays that count are compared.

    Raises:
        TournamentError: `ruling_effect`, here and below, for an effect that the format does not have.
        TypeError: for plays in the grid of another scoring.
    """
    grid, rulings = plays.grid, plays.rulings
    # in shares the plays that do not count stay in the fields of the others: see `rank_shares`
    if counted is not None and not isinstance(grid, ScoreGrid):
        grid = replace(grid, status=np.where(counted, grid.status, int(PlayStatus.NEUTRALISED)))
    match plan.scoring, grid:
        case Scoring.SHARES, ScoreGrid():
            return rank_shares(grid, rulings, options.weights, options.topage, counted)
        case Scoring.SEATS, SeatGrid():
            return _with_rests(rank_seats(grid, rulings, options.comparison), plan, options, plays)
        case Scoring.SUMS, SeatGrid():
            return _with_rests(rank_sums(grid, rulings), plan, options, plays)
        case Scoring.DUELS, UnitPlays():
            return rank_duels(grid, rulings, plays.unit_count, plan)
        case Scoring.MATCHES, UnitPlays():
            return rank_matches(grid, rulings, plays.unit_count, plays.bonuses)
    raise TypeError(f"{type(grid).__name__} has no {plan.scoring.value}")


def _with_rests(
    result: SessionResult, plan: RankingPlan, options: EventOptions, plays: SessionPlays
) -> SessionResult:
    """Return a result of added points with the compensation for rests."""
    if not plays.rest_deals or not adds_points(plan, options):
        return result
    deal_counts = [count if isinstance(count, int) else 0 for count in result.criteria[Criterion.DEALS]]
    values = pay_rests(
        result.values, result.penalties, deal_counts, plays.rest_deals, options.rests, rest_sign(options)
    )
    return replace(result, values=values)


def adds_points(plan: RankingPlan, options: EventOptions) -> bool:
    """Return whether the points of the deals are added up, so that a rest costs points."""
    if plan.scoring is Scoring.SEATS:
        return not plan.needs_same_deals and options.comparison.method is Method.TOTAL
    return plan.scoring is Scoring.SUMS


def rest_sign(options: EventOptions) -> int:
    """Return −1 if values have the opposite sign of the points written, because the fewest win."""
    return -1 if options.comparison.lowest_wins else 1


def place_session(
    plan: RankingPlan,
    options: EventOptions,
    result: SessionResult,
    lines: IntArray,
    is_ranked: BoolArray,
) -> Places:
    """Return the places of a session: overall, by line and alternated.

    Args:
        lines: lines[unit], from 0.
        is_ranked: is_ranked[unit]: True for a unit that may have a place.
    """
    is_placed = is_ranked & known_in(result.values)
    # an expelled unit keeps a line without a place
    is_placed[sorted(result.expelled)] = False
    return place_units(chain_of(plan, options, result.criteria).keys(result.values), lines, is_placed)


def chain_of(plan: RankingPlan, options: EventOptions, values: Mapping[Criterion, Column]) -> TieBreaks:
    """Return the tie-breaks of a session: those of the rule of the format, else those of the organiser."""
    if plan.scoring is Scoring.MATCHES:
        return TieBreaks((Criterion.BONUS, Criterion.SCORED), values, first=(Criterion.VICTORIES,))
    return TieBreaks(options.tie_breaks, values)


def rank_shares(
    grid: ScoreGrid,
    rulings: Sequence[Ruling],
    weights: Weights,
    topage: Topage | None = None,
    counted: BoolArray | None = None,
) -> SessionResult:
    """Return the result of individuals or triplets: weighted attack and defence percentages.

    Args:
        counted: as in `rank_session`.
    """
    check_effects(rulings, Measure.PERCENT)
    ruled_grid, marks = mark_with_rulings(grid, rulings, topage)
    if counted is not None:
        marks = replace(marks, is_counted=marks.is_counted & counted[:, None])
    penalty = percent_penalties(grid, rulings)
    totals = compute_totals(ruled_grid, marks, weights, penalty)
    return SessionResult(
        values=totals.overall_percents,
        penalties=totals.penalty_percents,
        criteria={
            Criterion.ATTACK: totals.attack_percents,
            Criterion.DEFENCE: totals.defence_percents,
            Criterion.TOPS: _count_tops(ruled_grid, marks),
            Criterion.DEALS: tuple((totals.attack_count + totals.defence_count).tolist()),
        },
        expelled=expelled(rulings),
        attack_counts=tuple(totals.attack_count.tolist()),
        defence_counts=tuple(totals.defence_count.tolist()),
    )


def rank_seats(grid: SeatGrid, rulings: Sequence[Ruling], comparison: Comparison) -> SessionResult:
    """Return the result of a friendly event: percentages for topage, else points; penalties likewise."""
    is_share = comparison.method is Method.TOPAGE
    check_effects(rulings, Measure.PERCENT if is_share else Measure.POINTS)
    valid_grid, marks = _mark_ruled(grid, rulings, comparison)
    totals = add_up_seats(valid_grid, marks, comparison)
    results = [totals.result(player) for player in range(grid.player_count)]
    values = [result if result is None or not is_share else 100 * result for result in results]
    # penalties of a topage are ruled in hundredths of a percent
    unit = Fraction(1, 100) if is_share else Fraction(1)
    penalties = [unit * points for points in seat_penalties(grid, rulings)]
    return SessionResult(
        values=subtract(values, penalties),
        penalties=tuple(penalties),
        criteria={Criterion.DEALS: tuple(totals.deal_count.tolist())},
        expelled=expelled(rulings),
    )


def rank_table_teams(
    plan: RankingPlan, options: EventOptions, plays: SessionPlays, teams: Sequence[Sequence[int]]
) -> tuple[SeatTeam, ...]:
    """Return the result of the teams of the tables of a session, after rulings on deals.

    A penalty is the player's alone and does not count for the team.

    Args:
        teams: the seats of each team; () at a game without teams.
    """
    if not teams or plan.scoring is not Scoring.SEATS or not isinstance(plays.grid, SeatGrid):
        return ()
    valid_grid, marks = _mark_ruled(plays.grid, plays.rulings, options.comparison)
    return rank_seat_teams(valid_grid, marks, options.comparison, teams)


def _mark_ruled(
    grid: SeatGrid, rulings: Sequence[Ruling], comparison: Comparison
) -> tuple[SeatGrid, SeatMarks]:
    """Return the deals that count, and the marks of their seats after rulings."""
    valid_grid = void_deals(grid, rulings)
    return valid_grid, adjust_seats(valid_grid, mark_seats(valid_grid, comparison), rulings)


def rank_sums(grid: SeatGrid, rulings: Sequence[Ruling]) -> SessionResult:
    """Return the result of free deals: points added up."""
    check_effects(rulings, Measure.POINTS)
    values = sum_free_deals(grid, rulings)
    valid_grid = void_deals(grid, rulings)
    is_played = (valid_grid.players != NOBODY) & (valid_grid.status == PlayStatus.PLAYED)[:, None]
    players, scores = valid_grid.players[is_played], valid_grid.score[is_played]
    deals = np.bincount(players, minlength=grid.player_count)
    # the lowest integer marks a player without a deal
    best_score = np.full(grid.player_count, np.iinfo(np.int64).min)
    np.maximum.at(best_score, players, scores)
    return SessionResult(
        values=values,
        penalties=tuple(map(Fraction, seat_penalties(grid, rulings))),
        criteria={
            Criterion.DEALS: tuple(deals.tolist()),
            Criterion.BEST_DEAL: tuple(
                whole(Fraction(int(points), grid.parts)) if count else None
                for points, count in zip(best_score, deals, strict=True)
            ),
        },
        expelled=expelled(rulings),
    )


def rank_duels(
    plays: UnitPlays, rulings: Sequence[Ruling], unit_count: int, plan: RankingPlan
) -> SessionResult:
    """Return the result of quartets: match points over home and away."""
    check_effects(rulings, Measure.MATCH_POINTS)
    results = score_duels(plays, rulings, is_one_sided=plan.is_one_sided)
    penalties = point_penalties(plays, rulings, unit_count)
    results_of_units = [
        [result for result in results if unit in (result.first, result.second)] for unit in range(unit_count)
    ]
    return SessionResult(
        values=subtract(add_up_points(results, unit_count), penalties),
        penalties=penalties,
        criteria={
            Criterion.DEALS: tuple(map(len, results_of_units)),
            Criterion.BEST_DEAL: tuple(
                _best_duel(unit_results, unit) for unit, unit_results in enumerate(results_of_units)
            ),
        },
        expelled=expelled(rulings),
    )


def rank_matches(
    plays: UnitPlays, rulings: Sequence[Ruling], unit_count: int, bonuses: Mapping[Pair, int]
) -> SessionResult:
    """Return the result of teams: the balance of match points, less penalties.

    Victories rank before this value; bonuses and points scored come after it.

    Source:
        FFT, Règlement officiel (2012) R25-R26.
    """
    check_effects(rulings, Measure.MATCH_POINTS)
    results = score_duels(plays, rulings, is_one_sided=True)
    pairs = {(result.first, result.second) for result in results}
    penalties = match_penalties(plays, rulings, pairs)
    pool = {row.team: row for row in rank_pool(find_matches(results, bonuses, penalties.of_matches))}
    rows = [pool.get(unit) for unit in range(unit_count)]
    penalties_of_sums = [penalties.of_teams.get(unit, 0) for unit in range(unit_count)]
    return SessionResult(
        values=subtract([None if row is None else row.balance for row in rows], penalties_of_sums),
        penalties=point_penalties(plays, rulings, unit_count),
        criteria={
            Criterion.VICTORIES: tuple(None if row is None else row.victories for row in rows),
            Criterion.BONUS: tuple(None if row is None else row.bonus for row in rows),
            Criterion.SCORED: subtract(
                [None if row is None else row.scored for row in rows], penalties_of_sums
            ),
            Criterion.DEALS: tuple(
                sum(unit in (result.first, result.second) for result in results) for unit in range(unit_count)
            ),
        },
        expelled=expelled(rulings),
    )


def _best_duel(results: Sequence[DuelResult], unit: int) -> Value | None:
    return max((result.points_of(unit) for result in results), default=None)


def _count_tops(grid: ScoreGrid, marks: Marks) -> tuple[int, ...]:
    """Return the number of marks of 100 % of every player."""
    is_top = marks.is_counted & (marks.numerator == marks.denominator[:, None])
    return tuple(np.bincount(grid.players[is_top], minlength=grid.player_count).tolist())
