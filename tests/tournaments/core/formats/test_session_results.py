from fractions import Fraction

import numpy as np
import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import (
    SessionPlays,
    place_session,
    rank_duels,
    rank_matches,
    rank_seats,
    rank_session,
    rank_shares,
    rank_sums,
)
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.seat_scores import Comparison, Method, SeatGrid
from tournaments.core.ranking.totals import Weights

FREE_DEALS, QUARTETS, TEAMS = (find_format(code).plan for code in ("free_deals", "quartets", "teams"))

F = Fraction


def ruling(kind, amount=0, play=0, guilty=(0,)):
    return Ruling(effects=(Effect(kind, amount),), play=play, guilty=guilty)


def seats():
    """One deal at three tables of two seats."""
    return SeatGrid(
        np.zeros(3), np.arange(6).reshape(3, 2), np.array([[30, 1], [20, 2], [10, 3]]), np.zeros(3), 6
    )


def shares():
    return ScoreGrid(
        np.zeros(3),
        np.zeros(3),
        np.arange(12).reshape(3, 4),
        np.array([62, 56, 50]),
        np.zeros(3),
        np.arange(12) % 4,
    )


def duels():
    return UnitPlays(
        np.array([0, 0, 1, 1]),
        np.array([0, 1, 0, 1]),
        np.array([1, 0, 1, 0]),
        np.array([82, 66, 50, 60]),
        np.zeros(4),
    )


def test_shares_have_their_criteria():
    result = rank_shares(shares(), [ruling(EffectKind.PENALTY, 50)], Weights())

    assert result.values[:2] == (F(199, 2), 0)
    assert result.penalties[0] == F(1, 2)
    assert result.criteria[Criterion.ATTACK][:2] == (100, None)
    assert result.criteria[Criterion.TOPS] == (1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1)
    assert result.criteria[Criterion.DEALS] == (1,) * 12


def test_plays_that_do_not_count_are_compared_in_shares_and_left_out_elsewhere():
    individual, sums = find_format("duplicate_individual").plan, FREE_DEALS
    only_first = np.array([True, False, False])

    of_shares = rank_session(
        individual, read_event_options({}, individual), SessionPlays(grid=shares(), unit_count=12), only_first
    )
    of_sums = rank_session(
        sums, read_event_options({}, sums), SessionPlays(grid=seats(), unit_count=6), only_first
    )

    assert tuple(of_shares.values) == (100, 0, 0, 0, *[None] * 8)
    assert of_shares.criteria[Criterion.DEALS] == (1,) * 4 + (0,) * 8
    assert of_sums.values == (30, 1, None, None, None, None)


@pytest.mark.parametrize(
    ("decision", "values"),
    [
        (ruling(EffectKind.CAP, 4_000), (40, 60, 50, 50, 0, 100)),
        (ruling(EffectKind.CAP, 4_000, play=2, guilty=(5,)), (100, 0, 50, 50, 60, 40)),
        (ruling(EffectKind.MARK, 0), (0, 0, 50, 50, 0, 100)),
        (ruling(EffectKind.NEUTRALISE), (None, None, 100, 0, 0, 100)),
        (ruling(EffectKind.COLLECTIVE_ZERO), (0, 0, 100, 0, 0, 100)),
        (ruling(EffectKind.PENALTY, 50), (F(199, 2), 0, 50, 50, 0, 100)),
    ],
)
def test_rulings_reach_the_seats_of_a_friendly_event(decision, values):
    assert rank_seats(seats(), [decision], Comparison()).values == values


def test_friendly_totals_count_points_and_penalties_in_points():
    result = rank_seats(
        seats(), [ruling(EffectKind.PENALTY, 5)], Comparison(method=Method.TOTAL, lowest_wins=True)
    )

    assert result.values == (-35, -1, -20, -2, -10, -3)
    assert result.penalties[:2] == (5, 0)


def test_sums_have_their_best_deal():
    rows = [[150, -150], [-30, 30]]
    grid = SeatGrid(np.zeros(2), np.array([[0, 1], [0, 1]]), np.array(rows), np.zeros(2), 3)

    result = rank_sums(grid, [])

    assert result.values == (120, -120, None)
    assert result.criteria[Criterion.BEST_DEAL] == (150, 30, None)
    assert result.criteria[Criterion.DEALS] == (2, 2, 0)


def test_duels_have_their_best_board_and_struck_off_units():
    result = rank_duels(duels(), [ruling(EffectKind.EXPEL, play=None, guilty=(1,))], 3, QUARTETS)

    assert result.values[0] == RootSum.of(4) - RootSum.signed_root(10)
    assert result.criteria[Criterion.BEST_DEAL] == (RootSum.of(4), RootSum.signed_root(10), None)
    assert result.criteria[Criterion.DEALS] == (2, 2, 0)
    assert result.expelled == {1}


@pytest.mark.parametrize(
    "rank",
    [
        lambda: rank_shares(shares(), [ruling(EffectKind.POINTS_CAP, 4)], Weights()),
        lambda: rank_shares(shares(), [ruling(EffectKind.CANCEL_IF_WON)], Weights()),
        lambda: rank_seats(seats(), [ruling(EffectKind.CAP, 4_000)], Comparison(method=Method.TOTAL)),
        lambda: rank_seats(seats(), [ruling(EffectKind.CANCEL_IF_WON)], Comparison()),
        lambda: rank_sums(seats(), [ruling(EffectKind.MARK)]),
        lambda: rank_duels(duels(), [ruling(EffectKind.CAP, 4_000)], 2, QUARTETS),
    ],
)
def test_effects_that_say_nothing_to_a_format_are_refused(rank):
    with pytest.raises(TournamentError) as caught:
        rank()

    assert (caught.value.code, caught.value.field) == ("ruling_effect", "effects")


def pool(*duels):
    """(board, first, second, first's score, second's score): both attacks of each duel."""
    rows = [
        row
        for board, home, away, home_score, theirs in duels
        for row in ((board, home, away, home_score), (board, away, home, theirs))
    ]
    board, attack, defence, score = np.array(rows).T
    return UnitPlays(board, attack, defence, score, np.zeros(len(rows)))


TRIANGLE = pool((0, 0, 1, 66, 50), (1, 0, 2, 50, 86), (2, 1, 2, 60, 51))
"""Team 0 beats 1 by 4, 2 beats 0 by 6, 1 beats 2 by 3."""


def test_matches_are_ranked_by_victories_then_balance():
    result = rank_matches(TRIANGLE, [], 4, {})

    assert result.criteria[Criterion.VICTORIES] == (1, 1, 1, None)
    assert result.values == (RootSum.of(-2), RootSum.of(-1), RootSum.of(3), None)
    assert result.criteria[Criterion.SCORED] == (RootSum.of(4), RootSum.of(3), RootSum.of(6), None)
    assert result.criteria[Criterion.DEALS] == (2, 2, 2, 0)


def test_a_bonus_may_win_a_match():
    result = rank_matches(TRIANGLE, [], 3, {(1, 0): 5})

    assert result.criteria[Criterion.VICTORIES] == (0, 2, 1)
    assert result.criteria[Criterion.BONUS] == (0, 5, 0)
    assert result.values == (RootSum.of(-7), RootSum.of(4), RootSum.of(3))


def test_a_penalty_on_a_deal_counts_in_its_match():
    result = rank_matches(TRIANGLE, [ruling(EffectKind.PENALTY, 5, play=0, guilty=(0,))], 3, {})

    assert result.criteria[Criterion.VICTORIES] == (0, 2, 1)
    assert result.values == (RootSum.of(-7), RootSum.of(4), RootSum.of(3))
    assert result.penalties == (5, 0, 0)


def test_a_penalty_without_a_deal_wins_nobody_a_match_of_several():
    result = rank_matches(TRIANGLE, [ruling(EffectKind.PENALTY, 5, play=None, guilty=(0,))], 3, {})

    assert result.criteria[Criterion.VICTORIES] == (1, 1, 1)
    assert result.values == (RootSum.of(-7), RootSum.of(-1), RootSum.of(3))
    assert result.criteria[Criterion.SCORED] == (RootSum.of(-1), RootSum.of(3), RootSum.of(6))


def test_a_penalty_without_a_deal_counts_in_the_only_match():
    result = rank_matches(
        pool((0, 0, 1, 66, 50)), [ruling(EffectKind.PENALTY, 5, play=None, guilty=(0,))], 2, {}
    )

    assert result.criteria[Criterion.VICTORIES] == (0, 1)
    assert result.values == (RootSum.of(-1), RootSum.of(1))


def test_a_team_with_more_victories_comes_before_a_better_balance():
    plays = pool((0, 0, 1, 51, 50), (1, 0, 2, 51, 50), (2, 1, 2, 150, 50))
    options = read_event_options({}, TEAMS)
    result = rank_session(TEAMS, options, SessionPlays(grid=plays, unit_count=3))

    places = place_session(TEAMS, options, result, np.zeros(3, dtype=np.int64), np.ones(3, dtype=np.bool_))

    assert places.overall.tolist() == [1, 2, 3]
    assert result.values == (RootSum.of(2), RootSum.of(9), RootSum.of(-11))


def test_those_struck_off_or_not_ranked_have_no_place():
    options = read_event_options({}, FREE_DEALS)
    result = rank_session(
        FREE_DEALS,
        options,
        SessionPlays(grid=seats(), unit_count=6, rulings=(ruling(EffectKind.EXPEL, play=None, guilty=(0,)),)),
    )
    is_ranked = np.array([True, True, False, True, True, True])

    places = place_session(FREE_DEALS, options, result, np.zeros(6, dtype=np.int64), is_ranked)

    assert places.overall.tolist() == [0, 4, 0, 3, 1, 2]


def test_plays_of_another_scoring_are_refused():
    with pytest.raises(TypeError, match="SeatGrid has no duels"):
        rank_session(QUARTETS, read_event_options({}, QUARTETS), SessionPlays(grid=seats(), unit_count=6))
