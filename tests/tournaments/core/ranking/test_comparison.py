import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.ranking.comparison import Topage, count_field, mark_plays, share_below
from tournaments.core.ranking.comparison import attack_marks as marks_of_counts
from tournaments.core.ranking.score_grid import PlayStatus, ScoreGrid

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "topage.json").read_text(encoding="utf-8")
)
WEST = 1
GROUPS = st.sampled_from([0, 1, 2, 5, 10**9])
SCORES = st.one_of(st.integers(-9, 9), st.sampled_from([-(10**15), 10**15, 2**61, -(2**61)]))


def one_board(scores, *, statuses=None, taker_seat=0):
    """One board played at as many tables as there are scores, by four new players each time."""
    count = len(scores)
    return ScoreGrid(
        board=np.full(count, 3),
        taker_seat=np.full(count, taker_seat),
        players=np.arange(4 * count).reshape(count, 4),
        score=np.array(scores),
        status=np.array(statuses or [PlayStatus.PLAYED] * count),
        line=np.tile(np.arange(4), count),
    )


def attack_marks(grid):
    marks = mark_plays(grid)
    return [marks.mark_percent(play, int(grid.taker_seat[play])) for play in range(grid.play_count)]


def test_official_example():
    rows = PUBLISHED["official"]

    marks = mark_plays(one_board([row["score"] for row in rows]))

    for play, row in enumerate(rows):
        assert marks.mark_percent(play, 0) == Fraction(row["attack"])
        assert [marks.mark_percent(play, seat) for seat in (1, 2, 3)] == [Fraction(row["defence"])] * 3


@pytest.mark.parametrize("vector", PUBLISHED["vectors"], ids=lambda v: str(v["scores"]))
def test_ties_share_the_marks(vector):
    assert attack_marks(one_board(vector["scores"])) == [Fraction(mark) for mark in vector["attack"]]


def test_defence_of_a_third_is_two_thirds():
    marks = mark_plays(one_board([60, 50, -52, -60], taker_seat=WEST))

    assert marks.mark_percent(2, WEST) == Fraction(100, 3)
    assert marks.mark_percent(2, 0) == Fraction(200, 3)


def test_counts_tell_a_page_how_the_mark_was_made():
    marks = mark_plays(one_board([62, 56, 56, -52, -56]))

    assert marks.beaten.tolist() == [4, 2, 2, 1, 0]
    assert marks.equal.tolist() == [0, 1, 1, 0, 0]
    assert marks.field_size.tolist() == [5] * 5
    assert not marks.is_alone.any()


def test_play_alone_on_its_board_has_fifty_and_a_flag():
    marks = mark_plays(one_board([620]))

    assert [marks.mark_percent(0, seat) for seat in range(4)] == [50] * 4
    assert marks.is_alone.tolist() == [True]


def test_neutralised_play_leaves_the_field_and_has_no_mark():
    grid = one_board([62, 600, -52], statuses=[PlayStatus.PLAYED, PlayStatus.NEUTRALISED, PlayStatus.PLAYED])

    assert attack_marks(grid) == [100, None, 0]
    assert mark_plays(grid).field_size.tolist() == [2, 0, 2]


def test_collective_zero_leaves_the_field_and_gives_zero_to_the_four():
    grid = one_board(
        [62, 600, -52], statuses=[PlayStatus.PLAYED, PlayStatus.COLLECTIVE_ZERO, PlayStatus.PLAYED]
    )

    marks = mark_plays(grid)

    assert attack_marks(grid) == [100, 0, 0]
    assert [marks.mark_percent(1, seat) for seat in range(4)] == [0] * 4


def test_empty_seat_has_no_mark():
    full_grid = one_board([62, -52])
    players = full_grid.players.copy()
    players[1, 3] = -1
    grid = ScoreGrid(
        full_grid.board, full_grid.taker_seat, players, full_grid.score, full_grid.status, full_grid.line
    )

    assert mark_plays(grid).mark_percent(1, 3) is None
    assert mark_plays(grid).mark_percent(1, 2) == 100


def test_no_play_at_all_gives_no_mark():
    grid = ScoreGrid(
        board=np.zeros(0),
        taker_seat=np.zeros(0),
        players=np.zeros((0, 4)),
        score=np.zeros(0),
        status=np.zeros(0),
        line=np.array([0, 1, 2, 3]),
    )

    assert mark_plays(grid).numerator.shape == (0, 4)


def test_colours_are_compared_apart_on_request():
    grid = one_board([62, 56, 50, -52])
    coloured = ScoreGrid(
        grid.board, grid.taker_seat, grid.players, grid.score, grid.status, grid.line, np.array([0, 0, 7, 7])
    )

    apart = mark_plays(coloured, Topage(across_sections=False))

    assert [apart.mark_percent(play, 0) for play in range(4)] == [100, 0, 100, 0]
    assert attack_marks(coloured) == [100, Fraction(200, 3), Fraction(100, 3), 0]


def test_colours_are_apart_on_each_board():
    grid = one_board([62, 56, 50, -52, 10, 20, 30, 40])
    boards, colours = np.repeat([0, 1], 4), np.tile([0, 0, 1, 1], 2)
    coloured = ScoreGrid(boards, grid.taker_seat, grid.players, grid.score, grid.status, grid.line, colours)

    assert mark_plays(coloured, Topage(across_sections=False)).field_size.tolist() == [2] * 8
    assert mark_plays(coloured).field_size.tolist() == [4] * 8


NEUBERG = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "neuberg.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("example", NEUBERG["examples"], ids=lambda example: str(example["counts"]))
def test_neuberg_published_example(example):
    played_count, most = NEUBERG["played"], NEUBERG["most_played"]
    beaten, equal = divmod(example["counts"], 2)

    numerator, denominator = marks_of_counts(
        np.array([beaten, 0]), np.array([equal, 0]), np.array([played_count, most]), is_neuberg=True
    )

    adjusted = Fraction(int(numerator[0]), int(denominator[0])) * 2 * (most - 1)
    assert adjusted == Fraction(example["adjusted"])


def test_neuberg_leaves_a_play_alone_at_one_half():
    grid = ScoreGrid(
        board=np.array([0, 0, 1]),
        taker_seat=np.zeros(3),
        players=np.arange(12).reshape(3, 4),
        score=np.array([60, 50, 90]),
        status=np.zeros(3),
        line=np.arange(12) % 4,
    )

    marks = mark_plays(grid, Topage(is_neuberg=True))

    assert [marks.mark_percent(play, 0) for play in range(3)] == [100, 0, 50]


@given(st.lists(st.tuples(GROUPS, SCORES), max_size=25))
@examples(30)
def test_counts_equal_those_of_a_comparison_one_by_one(rows):
    group = np.array([row[0] for row in rows], dtype=np.int64)
    score = np.array([row[1] for row in rows], dtype=np.int64)

    counts = count_field(group, score)

    for number, (own_group, own_score) in enumerate(rows):
        field = [rival_score for of_group, rival_score in rows if of_group == own_group]
        expected = (
            sum(rival_score < own_score for rival_score in field),
            field.count(own_score) - 1,
            len(field),
        )
        assert (counts.lower[number], counts.equal[number], counts.size[number]) == expected


@pytest.mark.parametrize("wide", [1, 10**12])
def test_wide_and_narrow_scores_count_alike(wide):
    counts = count_field(np.zeros(4, dtype=np.int64), np.array([3, 1, 2, 2]) * wide)

    assert counts.lower.tolist() == [3, 0, 1, 1]
    assert counts.equal.tolist() == [0, 0, 1, 1]


def test_one_score_among_others_has_the_mark_of_a_whole_board():
    scores = [56, -40, 56, 120, -80]
    _first, *rival_scores = scores
    marks = mark_plays(one_board(scores))

    assert (
        share_below(scores[0], rival_scores, is_attack=True) == marks.mark_percent(0, 0) == Fraction(125, 2)
    )
    assert (
        share_below(scores[0], rival_scores, is_attack=False)
        == marks.mark_percent(0, WEST)
        == Fraction(75, 2)
    )
