from dataclasses import replace
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.adjustments import mark_with_rulings, percent_penalties
from tournaments.core.ranking.comparison import Topage, mark_plays
from tournaments.core.ranking.duels import UnitPlays, add_up_points, point_penalties, score_duels
from tournaments.core.ranking.explanation import Formula, explain_points, explain_share
from tournaments.core.ranking.faults import Family, find_tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Ruling
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.totals import Weights, compute_totals
from tournaments.core.ranking.values import subtract

WEIGHTS = Weights()
COLUMNS = ("board", "taker_seat", "players", "score", "status", "section")


def grid():
    """Three tables of four boards; table t has players 4t to 4t + 3, board b is taken by seat b."""
    return ScoreGrid(
        board=np.repeat(np.arange(4), 3),
        taker_seat=np.repeat(np.arange(4), 3),
        players=np.tile(np.arange(12).reshape(3, 4), (4, 1)),
        score=np.array([62, 56, -52, 50, 50, 70, -56, 60, 62, 80, 90, 100]),
        status=np.zeros(12),
        line=np.arange(12) % 4,
    )


def fault(code, *guilty, play=None, family=Family.INDIVIDUAL):
    return Ruling(
        effects=find_tariff(FFT_2012, code, family), play=play, guilty=guilty, fault=code, author="referee"
    )


RULINGS = [
    fault("revoke", 0, play=0),
    fault("wrong_seat", 5, play=4),
    fault("score_forgotten", play=11),
    fault("smoking", 0),
    fault("traveller_error_mended", play=6),
]


def recomputed(node):
    """The value of a node from its parts and figures, by its formula."""
    parts = [recomputed(part) for part in node.parts]
    if node.formula is Formula.WEIGHTED:
        sides = [
            (part, child.figures["weight"])
            for part, child in zip(parts, node.parts, strict=True)
            if "weight" in child.figures
        ]
        weighted_values = [(value, weight) for value, weight in sides if value is not None]
        mean = sum(value * weight for value, weight in weighted_values) / sum(
            weight for _, weight in weighted_values
        )
        return mean + sum(
            value for value, child in zip(parts, node.parts, strict=True) if child.subject == "penalty"
        )
    if node.formula is Formula.MEAN:
        weighted_values = [value for value in parts if value is not None]
        return sum(weighted_values) / len(weighted_values)
    if node.formula is Formula.TOPAGE:
        figures = node.figures
        attack = Fraction(100 * (2 * figures["beaten"] + figures["equal"]), 2 * (figures["field"] - 1))
        return attack if figures["seat"] == figures["board"] else 100 - attack
    return node.value


def test_every_overall_percentage_follows_from_its_tree():
    ruled, marks = mark_with_rulings(grid(), RULINGS)
    totals = compute_totals(ruled, marks, WEIGHTS, percent_penalties(grid(), RULINGS))

    for player in range(12):
        tree = explain_share(ruled, marks, player, WEIGHTS, RULINGS)
        assert tree.value == recomputed(tree) == totals.overall_percents[player]


def test_tree_names_the_rulings_and_what_they_replaced():
    ruled, marks = mark_with_rulings(grid(), RULINGS)

    tree = explain_share(ruled, marks, 0, WEIGHTS, RULINGS)

    attack, defence, *penalties = tree.parts
    (deal,) = attack.parts
    assert (deal.formula, deal.value, deal.figures["before"]) == (Formula.RULED, 40, 100)
    assert deal.figures["rulings"][0]["fault"] == "revoke"
    assert [part.figures["board"] for part in defence.parts] == [1, 2, 3]
    assert [(part.figures["fault"], part.value) for part in penalties] == [
        ("revoke", Fraction(-1, 2)),
        ("smoking", -1),
        ("traveller_error_mended", Fraction(-1, 2)),
    ]


def test_mark_without_a_ruling_is_that_of_the_formula_in_use():
    # a board played twice beside boards played three times
    played = np.arange(1, 12)
    fewer = replace(grid(), **{name: getattr(grid(), name)[played] for name in COLUMNS})
    neuberg = Topage(is_neuberg=True)
    ruling = replace(fault("hesitation", 4), play=0)
    ruled, marks = mark_with_rulings(fewer, [ruling], neuberg)

    (deal,) = explain_share(ruled, marks, 4, WEIGHTS, [ruling], neuberg).parts[0].parts

    assert deal.figures["before"] == mark_plays(fewer, neuberg).mark_percent(0, 0) == 87.5
    assert deal.figures["is_neuberg"]


def test_neutralised_and_zero_deals_say_so():
    ruled, marks = mark_with_rulings(grid(), RULINGS)

    formulas = {
        player: [
            deal.formula for side in explain_share(ruled, marks, player, WEIGHTS).parts for deal in side.parts
        ]
        for player in (4, 8)
    }

    assert Formula.NEUTRALISED in formulas[4]
    assert Formula.RULED in formulas[8]


def test_play_alone_and_a_player_without_a_deal():
    single_play = ScoreGrid(
        np.zeros(1), np.zeros(1), np.arange(4).reshape(1, 4), np.array([60]), np.zeros(1), np.zeros(5)
    )
    ruled, marks = mark_with_rulings(single_play, [])

    alone, nobody = (explain_share(ruled, marks, player, WEIGHTS) for player in (1, 4))

    assert alone.value == 50
    assert alone.figures == {"is_one_sided": True}
    assert alone.parts[1].parts[0].formula is Formula.ALONE
    assert explain_share(ruled, marks, 1, Weights(1, 0)).value == 50
    assert (nobody.value, nobody.formula) == (None, Formula.NONE)


def test_match_points_follow_from_the_duels():
    plays = UnitPlays(
        np.array([0, 0, 1, 1]),
        np.array([0, 1, 0, 1]),
        np.array([1, 0, 1, 0]),
        np.array([82, 66, 50, 60]),
        np.zeros(4),
    )
    rulings = [
        fault("revoke", 1, play=2, family=Family.QUARTETS),
        fault("traveller_error_mended", play=0, family=Family.QUARTETS),
    ]
    results = score_duels(plays, rulings)
    totals = subtract(add_up_points(results, 2), point_penalties(plays, rulings, 2))

    trees = [explain_points(plays, results, unit, rulings) for unit in (0, 1)]

    assert [tree.value for tree in trees] == list(totals)
    assert trees[0].parts[0].figures["difference"] == 16
    assert trees[1].parts[0].figures["difference"] == -16
    assert [tree.parts[0].figures["opponent"] for tree in trees] == [1, 0]
    assert trees[1].parts[0].value == RootSum.of(-4)
    assert trees[1].parts[1].formula is Formula.RULED
    assert [part.figures["fault"] for part in trees[1].parts[2:]] == ["revoke", "traveller_error_mended"]
    assert explain_points(plays, [], 0).formula is Formula.NONE
