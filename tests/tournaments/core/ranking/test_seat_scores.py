from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import InvalidGrid
from tournaments.core.ranking.score_grid import PlayStatus
from tournaments.core.ranking.seat_scores import (
    Comparison,
    Method,
    SeatGrid,
    add_up_seats,
    mark_seats,
    over_parts,
)

LOWEST = Comparison(lowest_wins=True)


def three_tables(scores, *, statuses=None, board=None):
    """One deal of a game for as many seats as a row has scores; new players at each table."""
    score = np.array(scores)
    tables, seats = score.shape
    return SeatGrid(
        board=np.zeros(tables) if board is None else board,
        players=np.arange(tables * seats).reshape(tables, seats),
        score=score,
        status=np.array(statuses or [PlayStatus.PLAYED] * tables),
        player_count=tables * seats,
    )


def results(grid, comparison):
    totals = add_up_seats(grid, mark_seats(grid, comparison), comparison)
    return [totals.result(player) for player in range(grid.player_count)]


def test_seats_are_compared_with_the_same_seat_of_other_tables():
    grid = three_tables([[10, -10], [20, -20], [30, -30]])

    assert results(grid, Comparison()) == [0, 1, Fraction(1, 2), Fraction(1, 2), 1, 0]


@pytest.mark.parametrize(
    "comparison",
    [Comparison(), Comparison(method=Method.DIFFERENCE), Comparison(method=Method.DIFFERENCE, trim=1)],
)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([[10, -5], [20, 7], [60, 8]], [[5, 1], [-5, 2], [9, 90]]),
        # more seats than plays
        ([[10, -5, 3, 4]], [[5, 1, 0, 2]]),
    ],
)
def test_boards_are_compared_apart(comparison, first, second):
    both = three_tables([*first, *second], board=np.repeat([0, 1], len(first)))

    assert results(both, comparison) == [
        *results(three_tables(first), comparison),
        *results(three_tables(second), comparison),
    ]


def test_topage_is_the_mean_of_as_many_marks_as_a_player_has():
    players = np.array([[0], [1], [0], [2], [0], [3]])
    score = np.array([[10], [20], [30], [20], [5], [5]])
    grid = SeatGrid(np.repeat([0, 1, 2], 2), players, score, np.zeros(6), 5)

    assert results(grid, Comparison()) == [Fraction(1, 2), 1, 0, Fraction(1, 2), None]


def test_lowest_wins_where_the_game_says_so():
    grid = three_tables([[10, 40], [20, 20], [30, 40]])

    assert results(grid, LOWEST) == [1, Fraction(1, 4), Fraction(1, 2), 1, 0, Fraction(1, 4)]


def test_difference_is_taken_from_the_mean_without_its_extremes():
    grid = three_tables([[100], [12], [6], [3], [-900]])

    differences = results(grid, Comparison(method=Method.DIFFERENCE, trim=1))

    assert differences == [93, 5, -1, -4, -907]


def test_difference_to_a_plain_mean_sums_to_zero():
    grid = three_tables([[100], [12], [6], [3], [-900]])

    assert sum(results(grid, Comparison(method=Method.DIFFERENCE))) == 0


def test_trim_keeps_at_least_one_score():
    grid = three_tables([[10], [30]])

    assert results(grid, Comparison(method=Method.DIFFERENCE, trim=5)) == [-10, 10]


@pytest.mark.parametrize(
    ("scores", "middle"), [([10, 30, 70], 30), ([10, 30, 50, 90], 40), ([1, 2, 5, 8, 90], 5)]
)
def test_trim_takes_as_much_from_both_ends(scores, middle):
    grid = three_tables([[score] for score in scores])

    assert results(grid, Comparison(method=Method.DIFFERENCE, trim=9)) == [score - middle for score in scores]


def test_total_adds_points_and_lowest_turns_them_round():
    grid = SeatGrid(np.array([0, 1]), np.array([[0, 1], [1, 0]]), np.array([[5, 7], [1, -2]]), np.zeros(2), 2)

    assert results(grid, Comparison(method=Method.TOTAL)) == [3, 8]
    assert results(grid, Comparison(method=Method.TOTAL, lowest_wins=True)) == [-3, -8]


def test_void_plays_and_empty_seats_concern_nobody():
    grid = SeatGrid(
        board=np.zeros(4),
        players=np.array([[0, 1], [2, -1], [3, 4], [5, 6]]),
        score=np.array([[10, 10], [20, 999], [30, 5], [0, 0]]),
        status=np.array([0, 0, PlayStatus.NEUTRALISED, PlayStatus.COLLECTIVE_ZERO]),
        player_count=7,
    )

    assert results(grid, Comparison()) == [0, Fraction(1, 2), 1, None, None, 0, 0]


def test_neuberg_narrows_the_marks_of_a_board_played_less():
    grid = three_tables([[1], [2], [3], [1], [2]], board=np.array([0, 0, 0, 1, 1]))

    marks = results(grid, Comparison(is_neuberg=True))

    assert marks == [0, Fraction(1, 2), 1, Fraction(1, 8), Fraction(7, 8)]


GRIDS = st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3), min_size=2, max_size=6)


@given(GRIDS)
@examples(20)
def test_topage_of_a_seat_averages_one_half(rows):
    grid = three_tables(rows)

    assert sum(results(grid, Comparison())) == Fraction(len(rows) * 3, 2)


@given(GRIDS, st.sampled_from(list(Method)), st.booleans(), st.integers(0, 5), st.integers(0, 2))
@examples(30)
def test_better_score_never_lowers_its_mark(rows, method, lowest_wins, table, seat):
    comparison = Comparison(method=method, lowest_wins=lowest_wins, trim=1)
    table %= len(rows)
    better = [list(row) for row in rows]
    better[table][seat] += -3 if lowest_wins else 3
    player = 3 * table + seat

    assert (
        results(three_tables(better), comparison)[player] >= results(three_tables(rows), comparison)[player]
    )


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"score": np.zeros((2, 3))}, "grid_shape", "players"),
        ({"players": np.array([[0, 1], [2, 9]])}, "grid_range", "players"),
        ({"score": np.full((2, 2), 10**7)}, "grid_range", "score"),
        ({"status": np.array([0, 3])}, "grid_range", "status"),
    ],
)
def test_wrong_grids_are_refused(change, code, field):
    sound = {
        "board": np.zeros(2),
        "players": np.array([[0, 1], [2, 3]]),
        "score": np.zeros((2, 2)),
        "status": np.zeros(2),
    }

    with pytest.raises(InvalidGrid) as caught:
        SeatGrid(**{**sound, **change}, player_count=4)

    assert (caught.value.code, caught.value.field) == (code, field)


def in_points(rows):
    """A grid of rows of points of any fractions; a deal a row, the same players at each."""
    score, parts = over_parts(rows)
    return SeatGrid(
        board=np.arange(len(rows)),
        players=np.tile(np.arange(len(rows[0])), (len(rows), 1)),
        score=np.array(score),
        status=np.full(len(rows), PlayStatus.PLAYED),
        player_count=len(rows[0]),
        parts=parts,
    )


SHARES = st.builds(Fraction, st.integers(-500, 500), st.sampled_from((1, 2, 3, 4, 5, 6, 12)))


@examples(20)
@given(st.lists(st.lists(SHARES, min_size=2, max_size=2), min_size=1, max_size=6))
def test_totals_of_fractions_are_their_sums_and_add_up_to_nothing(shares):
    rows = [[*row, -sum(row)] for row in shares]

    totals = results(in_points(rows), Comparison(method=Method.TOTAL))

    assert totals == [sum(column) for column in zip(*rows, strict=True)]
    assert sum(totals) == 0


@examples(20)
@given(st.lists(SHARES, min_size=1, max_size=7))
def test_fractions_are_compared_as_any_scores(column):
    """Multiplied by one number, scores give the same shares, and differences as many times as large."""
    score, parts = over_parts([[value] for value in column])
    as_points = three_tables(score)
    exact = SeatGrid(
        as_points.board, as_points.players, as_points.score, as_points.status, len(column), parts
    )

    assert results(exact, Comparison()) == results(as_points, Comparison())
    differences = results(as_points, Comparison(method=Method.DIFFERENCE))
    assert results(exact, Comparison(method=Method.DIFFERENCE)) == [value / parts for value in differences]


def test_whole_scores_are_counted_in_points():
    assert over_parts([[1, -1], [0, 0]]) == ([[1, -1], [0, 0]], 1)
