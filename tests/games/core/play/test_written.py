import random
from fractions import Fraction

import pytest

from games.core.errors import ImpossibleOutcome
from games.core.play import check_scores, matches_exact_score, play_randomly
from games.core.rules import parse_rules
from games.core.variants.registry import GAMES

NAMES = (
    "tarot-3", "tarot-4", "tarot-5", "tarot-7", "nullo-3", "nullo-4", "papayou-4", "grelin-3", "contrat-4",
    "cold-poker-2",
)  # fmt: skip


def refusal(game, scores):
    with pytest.raises(ImpossibleOutcome) as caught:
        check_scores(GAMES[game], scores)
    return caught.value.code, dict(caught.value.values)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_scores_of_a_played_deal_are_let_through_once_rounded(game, seed):
    rng = random.Random(f"{game} {seed}")
    variant = GAMES[game]

    end = play_randomly(variant.start(variant.random_layout(rng)), rng)

    check_scores(variant, [round(Fraction(points)) for points in end.scores()])
    check_scores(variant, end.scores())


@pytest.mark.parametrize(
    ("game", "scores", "code", "values"),
    [
        ("tarot-4", [318, -106, -106, -107], "scores_sum", {"total": -1, "sums": "0"}),
        ("tarot-7", [7, 0, 0, 0, 0, 0, 0], "scores_sum", {"total": 7, "sums": "-6–6"}),
        ("nullo-4", [30, 30, 20, 10], "scores_sum", {"total": 90, "sums": "64–88"}),
        ("papayou-4", [431, 431, 431, 431], "scores_sum", {"total": 1724, "sums": "431, 862"}),
        ("cold-poker-2", [60, 46], "scores_sum", {"total": 106, "sums": "0–105"}),
        ("contrat-3", [0, 1, -1], "score_out_of_range", {"number": -1, "least": 0}),
        ("grelin-3", [-5, 2, 2], "score_out_of_range", {"number": -5, "least": -4}),
        ("tarot-4", [Fraction(3, 2), Fraction(-3, 2), 0, 0], "score_not_whole", {"parts": 1}),
        ("tarot-7", [Fraction(1, 4), Fraction(-1, 4), 0, 0, 0, 0, 0], "score_parts", {"parts": 6}),
        ("tarot-7", [Fraction(4, 3), 0, 0, 0, 0, 0, 0], "scores_sum", {"total": "4/3", "sums": "0"}),
        ("nullo-3", [Fraction(181, 2), 1, 0], "scores_sum", {"total": "183/2", "sums": "63–89"}),
        ("tarot-5", [100, 50, -60, -50, -40], "scores_shape", {}),
        ("tarot-5", [75, 75, -50, -50, -50], "scores_shape", {}),
        ("tarot-4", [60, 60, -60, -60], "scores_shape", {}),
        ("tarot-4", [0, 0, 0], "seat_count", {"count": 3, "player_count": 4}),
    ],
)
def test_scores_that_no_deal_gives_are_refused(game, scores, code, values):
    assert refusal(game, scores) == (code, values)


@pytest.mark.parametrize(
    ("game", "rules", "scores"),
    [
        ("tarot-5", "fft", [12, 12, 12, 12, -48]),
        ("tarot-5", "fft", [100, 50, -50, -50, -50]),
        ("tarot-5", "fft", [0, 0, 0, 0, 0]),
        ("tarot-5", "fft shares=halves", [75, 75, -50, -50, -50]),
        ("tarot-4", "fft misere=10", [40, 0, -30, -10]),
        ("tarot-4", "fft ladder=pousse", [-12, -12, 36, -12]),
    ],
)
def test_scores_that_the_rules_of_the_table_allow_are_let_through(game, rules, scores):
    variant = GAMES[game]

    check_scores(variant, scores, parse_rules(variant.options, rules))


def test_taking_every_point_at_papayou_is_possible():
    check_scores(GAMES["papayou-4"], [-431, 431, 431, 431])


@pytest.mark.parametrize(
    ("game", "rules", "parts"),
    [
        ("tarot-4", "fft", 1),
        ("tarot-5", "fft", 1),
        ("tarot-5", "fft shares=halves", 2),
        ("tarot-5", "fft misere=10", 6),
        ("tarot-13", "fft", 6),
        ("nullo-4", "fft", 1),
        ("nullo-5", "fft", 2),
        ("papayou-5", "fft", 1),
    ],
)
def test_parts_of_a_point_are_those_of_the_shares(game, rules, parts):
    variant = GAMES[game]

    assert variant.point_parts(parse_rules(variant.options, rules)) == parts


@pytest.mark.parametrize(
    ("written", "exact", "is_same"),
    [
        (33, Fraction(100, 3), True),
        (34, Fraction(100, 3), True),
        (Fraction(100, 3), Fraction(100, 3), True),
        (35, Fraction(100, 3), False),
        (33, 34, False),
        (Fraction(67, 2), Fraction(100, 3), False),
        (None, 0, False),
    ],
)
def test_a_written_score_may_be_the_rounded_share(written, exact, is_same):
    assert matches_exact_score(written, exact) is is_same
