import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tournaments.core.ranking.duel_results import (
    add_up_points,
    point_penalties,
    score_duels,
)
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.faults import Family, find_tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "match_points.json").read_text(encoding="utf-8")
)
GUILTY, INNOCENT = 0, 1


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
