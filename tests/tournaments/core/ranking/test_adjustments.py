from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.adjustments import adjust_seats, mark_with_rulings, percent_penalties
from tournaments.core.ranking.faults import Family, find_tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling, Who, expelled, once_a_deal
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.seat_scores import Comparison, SeatGrid, mark_seats
from tournaments.core.ranking.totals import Weights, compute_totals

NORTH_0, WEST_0, SOUTH_0, EAST_0 = 0, 1, 2, 3


def board_of(scores):
    """One board, North takes; table t has players 4t to 4t + 3."""
    count = len(scores)
    return ScoreGrid(
        np.zeros(count),
        np.zeros(count),
        np.arange(4 * count).reshape(count, 4),
        np.array(scores),
        np.zeros(count),
        np.arange(4 * count) % 4,
    )


def fault(code, guilty, play=0):
    effects = find_tariff(FFT_2012, code, Family.INDIVIDUAL)
    return Ruling(effects=effects, play=play, guilty=guilty, fault=code)


def marks_at(scores, *rulings, play=0):
    _, marks = mark_with_rulings(board_of(scores), rulings)
    return [marks.mark_percent(play, seat) for seat in range(4)]


FIVE = (62, 56, 50, -52, -56)


@pytest.mark.parametrize(
    ("play", "guilty", "marks"),
    [
        (0, (NORTH_0,), [40, 60, 60, 60]),
        (3, (12,), [25, 75, 75, 75]),
        (3, (13,), [60, 40, 40, 40]),
        (0, (EAST_0,), [100, 0, 0, 0]),
        (2, (8,), [40, 60, 60, 60]),
    ],
)
def test_forty_sixty_caps_the_guilty_camp_and_lifts_the_other(play, guilty, marks):
    assert marks_at(FIVE, fault("hesitation", guilty, play), play=play) == marks


def test_capped_play_stays_in_the_field_of_the_others():
    assert marks_at(FIVE, fault("hesitation", (NORTH_0,)), play=1)[0] == 75


def test_neutralised_deal_leaves_the_field_and_its_zero_counts():
    ruling = fault("wrong_seat", (SOUTH_0,))

    assert marks_at(FIVE, ruling) == [None, None, 0, None]
    assert marks_at(FIVE, ruling, play=1) == [100, 0, 0, 0]


def test_wrong_discard_is_a_zero_for_the_taker_whoever_is_named():
    assert marks_at(FIVE, fault("wrong_discard", ())) == [0, None, None, None]


def test_collective_zero_and_forgotten_scores():
    assert marks_at(FIVE, fault("score_forgotten", ())) == [0, 0, 0, 0]
    assert marks_at(FIVE, fault("score_forgotten", ()), play=1)[0] == 100


def test_revoke_on_revoke_is_forty_for_all():
    ruling = fault("revoke_on_revoke", (NORTH_0, WEST_0))

    assert marks_at(FIVE, ruling) == [40, 40, 40, 40]
    assert percent_penalties(board_of(FIVE), [ruling]).tolist()[:4] == [50, 50, 0, 0]


@pytest.mark.parametrize(
    ("faults", "taken"),
    [
        ([("card_exposed_playable", (NORTH_0,))] * 2, [50, 0, 0, 0]),
        (
            [("card_exposed_playable", (WEST_0,)), ("card_exposed_unplayable", (WEST_0, SOUTH_0))],
            [0, 50, 50, 0],
        ),
        ([("rebuilt_wrong_played", (WEST_0,)), ("rebuilt_wrong_not_played", (WEST_0,))], [0, 150, 0, 0]),
        ([("revoke", (NORTH_0,))] * 2, [100, 0, 0, 0]),
    ],
)
def test_cards_exposed_in_one_deal_cost_once(faults, taken):
    for rulings in permutations(fault(code, guilty) for code, guilty in faults):
        rulings_left = once_a_deal(rulings)

        assert percent_penalties(board_of(FIVE), rulings_left).tolist()[:4] == taken
        assert once_a_deal(rulings_left) == rulings_left
        assert marks_at(FIVE, *rulings_left) == marks_at(FIVE, *rulings)


def test_cards_exposed_in_two_deals_cost_twice():
    rulings = [fault("card_exposed_playable", (NORTH_0,), play) for play in (0, 1)]

    assert percent_penalties(board_of(FIVE), once_a_deal(rulings)).tolist()[0] == 100


def test_rulings_hold_in_any_order():
    rulings = [
        fault("hesitation", (NORTH_0,)),
        fault("wrong_seat", (SOUTH_0,)),
        Ruling(effects=(Effect(EffectKind.MARK, 4_000),), play=0, guilty=(SOUTH_0, EAST_0)),
        fault("score_forgotten", ()),
    ]

    outcomes = {tuple(marks_at(FIVE, *order)) for order in permutations(rulings)}

    assert outcomes == {(None, None, Fraction(0), Fraction(40))}


def cap(amount, *guilty):
    return Ruling(effects=(Effect(EffectKind.CAP, amount),), play=0, guilty=guilty)


@pytest.mark.parametrize(
    ("rulings", "marks"),
    [
        ([cap(4_000, 8), cap(4_000, 9)], [40, 40, 40, 40]),
        ([cap(4_000, 8, 9)], [40, 40, 40, 40]),
        ([cap(4_000, 8), cap(2_000, 8)], [20, 80, 80, 80]),
        ([cap(3_000, 8), cap(7_000, 10)], [30, 50, 50, 50]),
    ],
)
def test_camp_at_fault_gains_nothing_by_the_fault_of_the_other(rulings, marks):
    for order in permutations(rulings):
        assert marks_at(FIVE, *(replace(ruling, play=2) for ruling in order), play=2) == marks


def test_player_at_fault_gains_nothing_where_every_seat_is_compared_by_itself():
    grid = SeatGrid(np.zeros(2), np.arange(8).reshape(2, 4), np.full((2, 4), 10), np.zeros(2), 8)
    rulings = [cap(4_000, NORTH_0), cap(3_000, SOUTH_0)]

    for order in permutations(rulings):
        marks = adjust_seats(grid, mark_seats(grid, Comparison()), order)
        shares = map(Fraction, marks.numerator[0].tolist(), marks.denominator[0].tolist())
        assert [100 * share for share in shares] == [40, 70, 30, 70]


def test_penalties_reach_the_guilty_wherever_they_sit():
    rulings = [
        fault("rebuilt_wrong_not_played", (9, 10)),
        fault("traveller_error_mended", ()),
        Ruling(effects=find_tariff(FFT_2012, "smoking", Family.INDIVIDUAL), guilty=(9,)),
        Ruling(effects=(Effect(EffectKind.PENALTY, 50, Who.OTHERS),), play=1, guilty=(4,)),
    ]

    penalties = percent_penalties(board_of(FIVE), rulings).tolist()

    assert penalties == [50] * 4 + [0, 50, 50, 50] + [0, 250, 150] + [0] * 9


def test_adjusted_marks_enter_the_totals():
    grid = board_of(FIVE)
    ruled, marks = mark_with_rulings(grid, [fault("revoke", (EAST_0,))])

    totals = compute_totals(ruled, marks, Weights(), percent_penalties(grid, [fault("revoke", (EAST_0,))]))

    assert totals.overall_percents[NORTH_0] == 100
    assert totals.overall_percents[EAST_0] == Fraction(-1, 2)


def test_struck_off_players_are_known():
    assert expelled([Ruling(effects=(Effect(EffectKind.EXPEL),), guilty=(3, 5))]) == {3, 5}


@pytest.mark.parametrize(
    ("ruling", "code", "field"),
    [
        (Ruling(effects=(), play=5), "ruling_play", "play"),
        (Ruling(effects=(), play=-1), "ruling_play", "play"),
    ],
)
def test_rulings_on_nothing_are_refused(ruling, code, field):
    with pytest.raises(TournamentError) as caught:
        mark_with_rulings(board_of(FIVE), [ruling])

    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (Ruling(effects=(), guilty=(20,)), "ruling_unit"),
        (Ruling(effects=(Effect(EffectKind.PENALTY, 50, Who.ALL),)), "ruling_without_play"),
    ],
)
def test_penalties_for_nobody_are_refused(ruling, code):
    with pytest.raises(TournamentError) as caught:
        percent_penalties(board_of(FIVE), [ruling])

    assert caught.value.code == code
