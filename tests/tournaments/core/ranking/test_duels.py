import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tournaments.core.errors import InvalidGrid
from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.duels import (
    UnitPlays,
    add_up_points,
    duel_points,
    find_duels,
    first_attacks,
    point_penalties,
    score_duels,
)
from tournaments.core.ranking.faults import Family, find_tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling
from tournaments.core.ranking.score_grid import PlayStatus

TWO_BOARDS = ((0, 4, 7, 82), (0, 7, 4, 66), (1, 7, 4, -58), (1, 4, 7, -68), (2, 4, 7, 90))
"""(board, attack, defence, score); board 2 waits for its other half."""
PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "match_points.json").read_text(encoding="utf-8")
)
GUILTY, INNOCENT = 0, 1


def plays_of(rows, statuses=None):
    board, attack, defence, score = np.array(rows).reshape(-1, 4).T
    return UnitPlays(board, attack, defence, score, np.array(statuses or [PlayStatus.PLAYED] * len(rows)))


def test_two_halves_of_a_board_make_a_duel():
    duels = find_duels(plays_of(TWO_BOARDS))

    assert duels.board.tolist() == [0, 1]
    assert duels.first.tolist() == [4, 4]
    assert duels.second.tolist() == [7, 7]
    assert duels.difference.tolist() == [16, -10]
    assert duels.waiting == (4,)


@pytest.mark.parametrize("order", [(4, 3, 2, 1, 0), (2, 0, 4, 1, 3)])
def test_order_of_arrival_changes_nothing(order):
    duels = find_duels(plays_of([TWO_BOARDS[row] for row in order]))

    assert duels.difference.tolist() == [16, -10]
    assert [order[row] for row in duels.waiting] == [4]


def test_neutralised_half_leaves_a_duel_of_nothing():
    statuses = [PlayStatus.PLAYED, PlayStatus.NEUTRALISED, *[PlayStatus.PLAYED] * 3]

    duels = find_duels(plays_of(TWO_BOARDS, statuses))

    assert duels.is_counted.tolist() == [False, True]
    assert duels.difference.tolist() == [0, -10]


def test_of_two_attacks_on_one_board_the_first_alone_is_taken():
    board, attack, defence = np.array([(1, 4, 7), (0, 4, 7), (1, 4, 7), (1, 7, 4), (0, 4, 7)]).T

    assert first_attacks(board, attack, defence).tolist() == [True, True, False, True, False]
    assert first_attacks(*np.zeros((3, 0), dtype=np.int64)).tolist() == []


def test_several_pairs_of_units_share_a_board():
    rows = [(3, 0, 1, 60), (3, 2, 0, 50), (3, 1, 0, 70), (3, 0, 2, 52)]

    duels = find_duels(plays_of(rows))

    assert [*zip(duels.first.tolist(), duels.second.tolist(), duels.difference.tolist(), strict=True)] == [
        (0, 1, -10),
        (0, 2, 2),
    ]


def test_one_sided_points_leave_nothing_to_the_other():
    assert duel_points(16, is_one_sided=True) == (RootSum.of(4), RootSum())
    assert duel_points(-16, is_one_sided=True) == (RootSum(), RootSum.of(4))
    assert duel_points(0, is_one_sided=True) == (RootSum(), RootSum())


def test_nothing_played_makes_no_duel():
    duels = find_duels(plays_of([]))

    assert duels.board.tolist() == []
    assert duels.waiting == ()


def test_plays_of_units_are_marked_by_topage_too():
    rows = [(0, 0, 3, 62), (0, 1, 4, 56), (0, 2, 5, 50)]

    marks = mark_plays(plays_of(rows).as_score_grid(np.array([0, 0, 0, 2, 2, 2])))

    assert [marks.mark_percent(play, 0) for play in range(3)] == [100, 50, 0]
    assert [marks.mark_percent(play, 1) for play in range(3)] == [0, 50, 100]
    assert marks.is_counted.sum(axis=1).tolist() == [2, 2, 2]


@pytest.mark.parametrize(
    ("rows", "code", "field"),
    [
        ([(0, 1, 1, 60)], "grid_self", "defence"),
        ([(0, 1, 2, 60), (0, 1, 2, 70)], "duel_twice", "board"),
        ([(0, 1, 2, 60), (0, 2, 1, 60), (0, 1, 2, 70)], "duel_twice", "board"),
        ([(-1, 1, 2, 60)], "grid_range", "board"),
        ([(0, 1, 2, 5000)], "grid_range", "score"),
    ],
)
def test_wrong_plays_are_refused(rows, code, field):
    with pytest.raises(InvalidGrid) as caught:
        find_duels(plays_of(rows))

    assert (caught.value.code, caught.value.field) == (code, field)


def test_arrays_of_another_length_are_refused():
    with pytest.raises(InvalidGrid, match="score has the shape") as caught:
        UnitPlays(np.zeros(2), np.zeros(2), np.ones(2), np.zeros(3), np.zeros(2))

    assert caught.value.code == "grid_shape"


def duel(first, second):
    """One board: unit 0 scored `first` in attack, unit 1 `second`."""
    return UnitPlays(np.zeros(2), np.array([0, 1]), np.array([1, 0]), np.array([first, second]), np.zeros(2))


def fault(code, family, guilty=(GUILTY,), play=0):
    return Ruling(effects=find_tariff(FFT_2012, code, family), play=play, guilty=guilty, fault=code)


def points_of(plays, *rulings, one_sided=False):
    (result,) = score_duels(plays, rulings, is_one_sided=one_sided)
    return result.points


@pytest.mark.parametrize("row", PUBLISHED["forced"], ids=str)
def test_published_forced_points(row):
    guilty, innocent = points_of(duel(row["guilty"], row["innocent"]), fault("hesitation", Family.QUARTETS))

    assert [guilty, innocent] == [RootSum.of(int(points)) for points in row["points"]]


def test_innocent_unit_keeps_what_is_already_more_than_four():
    guilty, innocent = points_of(duel(-400, 0), fault("hesitation", Family.QUARTETS, play=1))

    assert (guilty, innocent) == (RootSum.of(-20), RootSum.of(20))


@pytest.mark.parametrize(
    ("code", "points"),
    [
        ("wrong_seat", (-4, 4)),
        ("card_left_in_board", (-6, 6)),
        ("wrong_cards_both_camps", (0, 0)),
        ("wrong_discard", (-10, 4)),
        ("unchecked_one_camp_hinge", (-6, 6)),
        ("wrong_cards_mended", (12, -12)),
    ],
)
def test_rulings_of_quartets(code, points):
    assert points_of(duel(68, -76), fault(code, Family.QUARTETS)) == tuple(map(RootSum.of, points))


@pytest.mark.parametrize(
    ("code", "points"),
    [("hesitation", (0, 4)), ("wrong_discard", (-10, 0)), ("unchecked_both_camps", (0, 0))],
)
def test_rulings_of_teams(code, points):
    assert points_of(duel(68, -76), fault(code, Family.TEAMS), one_sided=True) == tuple(
        map(RootSum.of, points)
    )


def test_rulings_hold_in_any_order():
    rulings = [
        fault("hesitation", Family.QUARTETS),
        fault("card_left_in_board", Family.QUARTETS),
        Ruling(effects=(Effect(EffectKind.POINTS, -10),), play=1, guilty=(GUILTY,)),
    ]

    assert {points_of(duel(68, -76), *order) for order in permutations(rulings)} == {
        (RootSum.of(-10), RootSum.of(6))
    }


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        (EffectKind.POINTS_CAP, EffectKind.POINTS_CAP, (-4, -4)),
        (EffectKind.POINTS_FLOOR, EffectKind.POINTS_FLOOR, (0, 0)),
        (EffectKind.POINTS_CAP, EffectKind.POINTS_FLOOR, (-4, 0)),
    ],
)
def test_unit_at_fault_gains_nothing_by_the_fault_of_the_other(first, second, points):
    rulings = [
        Ruling(effects=(Effect(kind, 4),), play=0, guilty=(unit,))
        for kind, unit in ((first, GUILTY), (second, INNOCENT))
    ]

    for order in permutations(rulings):
        assert points_of(duel(60, 60), *order) == tuple(map(RootSum.of, points))


def test_penalties_are_counted_apart_from_the_deal():
    rulings = [fault("revoke", Family.QUARTETS), fault("traveller_error_mended", Family.QUARTETS, ())]

    assert point_penalties(duel(68, 60), rulings, 3) == (2, 1, 0)


def test_sums_over_home_and_away():
    board, attack, defence = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 0, 0]), np.array([1, 0, 0, 1, 2])
    plays = UnitPlays(board, attack, defence, np.array([82, 66, -58, -68, 90]), np.zeros(5))

    sums = add_up_points(score_duels(plays), 3)

    assert sums[0] == RootSum.of(4) - RootSum.signed_root(10)
    assert sums[1] == -sums[0]
    assert sums[2] is None


def test_each_unit_reads_its_own_points():
    (result,) = score_duels(duel(82, 66))

    assert (result.points_of(0), result.points_of(1)) == (RootSum.of(4), RootSum.of(-4))
