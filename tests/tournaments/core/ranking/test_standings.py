import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tournaments.core.ranking.exact import FractionArray
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.standings import (
    RankingRules,
    TieBreak,
    compute_standings,
    rank_totals,
)
from tournaments.core.ranking.totals import Totals

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "alternated.json").read_text(encoding="utf-8")
)
N, W, S, E = range(4)


def totals_from(tenths, *, attack=None, defence=None, unranked=()):
    """Totals whose overall percentages are given in tenths of a percent."""
    count = np.ones(len(tenths), dtype=np.int64)
    count[list(unranked)] = 0
    return Totals(
        attack_count=count,
        defence_count=count,
        attack=tenths_of(tenths if attack is None else attack),
        defence=tenths_of(tenths if defence is None else defence),
        overall=tenths_of(tenths),
        penalty=np.zeros(len(tenths), dtype=np.int64),
    )


def tenths_of(values):
    return FractionArray(np.array(values, dtype=np.int64), np.full(len(values), 1000))


def rank_overall(totals, tie_breaks=()):
    return rank_totals(totals, np.zeros(totals.attack_count.size), tie_breaks).overall


def rank_lines(totals, line):
    return rank_totals(totals, line).line


def rank_alternated(totals, line):
    return rank_totals(totals, line).alternated


def test_published_alternated_ranking():
    players = PUBLISHED["players"]
    totals = totals_from([int(Fraction(player["overall"]) * 10) for player in players])

    places = rank_alternated(totals, np.array([player["line"] for player in players]))

    assert places.tolist() == [player["alternated_place"] for player in players]


@pytest.mark.parametrize(
    ("tenths", "places"),
    [
        ([600, 500, 400], [1, 2, 3]),
        ([600, 600, 400], [1, 1, 3]),
        ([400, 600, 600, 600, 300], [4, 1, 1, 1, 5]),
        ([500, 500], [1, 1]),
        ([], []),
    ],
)
def test_equal_players_share_a_place(tenths, places):
    assert rank_overall(totals_from(tenths)).tolist() == places


def test_player_without_a_deal_has_no_place():
    assert rank_overall(totals_from([0, -50, 300], unranked=[0])).tolist() == [0, 2, 1]


@pytest.mark.parametrize(
    ("tie_breaks", "places"),
    [
        ((), [1, 1, 1, 4]),
        ((TieBreak.ATTACK,), [2, 1, 2, 4]),
        ((TieBreak.DEFENCE,), [2, 3, 1, 4]),
        ((TieBreak.ATTACK, TieBreak.DEFENCE), [3, 1, 2, 4]),
    ],
)
def test_tie_breaks_part_equals_in_their_order_only(tie_breaks, places):
    totals = totals_from([600, 600, 600, 500], attack=[400, 500, 400, 900], defence=[700, 600, 800, 900])

    assert rank_overall(totals, tie_breaks).tolist() == places


def test_lines_are_ranked_apart():
    totals = totals_from([600, 500, 700, 500, 400])

    assert rank_lines(totals, np.array([N, W, N, W, W])).tolist() == [2, 1, 1, 1, 3]


def test_two_firsts_of_a_line_are_both_among_the_firsts():
    totals = totals_from([600, 600, 550, 400, 590, 580])

    places = rank_alternated(totals, np.array([N, N, N, S, S, S]))

    assert places.tolist() == [1, 1, 5, 6, 3, 4]


def test_equals_of_different_lines_share_their_place():
    totals = totals_from([600, 500, 600, 500])

    assert rank_alternated(totals, np.array([N, N, E, E])).tolist() == [1, 3, 1, 3]


def test_line_that_runs_out_leaves_the_rest_to_the_others():
    totals = totals_from([600, 500, 400, 300, 450])

    assert rank_alternated(totals, np.array([N, N, N, W, W])).tolist() == [1, 3, 5, 4, 2]


TWO_TABLES = ScoreGrid(
    board=np.array([1, 1, 2, 2]),
    taker_seat=np.array([0, 0, 1, 1]),
    players=np.array([[0, 1, 2, 3], [4, 5, 6, 7], [0, 5, 2, 3], [4, 1, 6, 7]]),
    score=np.array([60, 50, -52, 80]),
    status=np.zeros(4),
    line=np.array([0, 1, 2, 3, 0, 1, 2, 3, 3]),
)


def test_standings_hold_every_figure_of_a_player():
    rows = compute_standings(TWO_TABLES, RankingRules(), penalty=np.array([50, 0, 0, 0, 0, 0, 0, 0, 0]))

    first = rows[0]
    assert first.player == 0
    assert (first.overall_place, first.alternated_place, first.line_place) == (1, 1, 1)
    assert (first.overall, first.attack, first.defence) == (Fraction(199, 2), 100, 100)
    assert (first.penalty, first.attack_count, first.defence_count) == (Fraction(1, 2), 1, 1)
    assert not first.is_one_sided


def test_standings_are_in_the_order_of_the_overall_ranking():
    rows = compute_standings(TWO_TABLES, RankingRules())

    assert [(row.player, row.overall_place) for row in rows] == [
        (0, 1), (5, 2), (2, 3), (3, 3), (6, 3), (7, 3), (1, 7), (4, 8), (8, None),
    ]  # fmt: skip


def test_rules_of_the_organiser_change_the_places():
    rules = replace(RankingRules(), tie_breaks=(TieBreak.DEFENCE,))

    places = {row.player: row.overall_place for row in compute_standings(TWO_TABLES, rules)}

    assert places[5] == 2
