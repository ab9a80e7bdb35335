import numpy as np
import pytest

from tournaments.core.errors import InvalidGrid
from tournaments.core.ranking.score_grid import ScoreGrid


def grid(**changes):
    arrays = {
        "board": np.array([1, 1]),
        "taker_seat": np.array([0, 0]),
        "players": np.arange(8).reshape(2, 4),
        "score": np.array([50, -52]),
        "status": np.array([0, 1]),
        "line": np.array([0, 1, 2, 3, 0, 1, 2, 3]),
    }
    return ScoreGrid(**(arrays | changes))


def test_grid_counts_plays_and_players():
    assert (grid().play_count, grid().player_count) == (2, 8)
    assert grid().is_compared.tolist() == [True, False]


def test_grid_keeps_its_own_read_only_arrays():
    score = np.array([50, -52])
    stored_grid = grid(score=score)

    score[0] = 0

    assert stored_grid.score.tolist() == [50, -52]
    with pytest.raises(ValueError, match="read-only"):
        stored_grid.score[0] = 0


@pytest.mark.parametrize(
    ("field", "array"),
    [
        ("score", np.array([50])),
        ("players", np.zeros((2, 3))),
        ("status", np.zeros((2, 1))),
        ("line", np.zeros((2, 2))),
    ],
)
def test_arrays_of_other_shapes_are_refused(field, array):
    with pytest.raises(InvalidGrid, match="do not fit 2 plays") as caught:
        grid(**{field: array})

    assert (caught.value.code, caught.value.field) == ("grid_shape", field)


@pytest.mark.parametrize(
    ("field", "array", "message"),
    [
        ("board", np.array([1, -1]), r"board -1 not in 0\.\."),
        ("taker_seat", np.array([0, 4]), r"taker_seat 4 not in 0\.\.3"),
        ("players", np.full((2, 4), 8), r"players 8 not in -1\.\.7"),
        ("score", np.array([50, 2002]), r"score 2002 not in -2000\.\.2000"),
        ("score", np.array([-2002, 50]), r"score -2002 not in -2000\.\.2000"),
        ("status", np.array([0, 3]), r"status 3 not in 0\.\.2"),
        ("line", np.full(8, 4), r"line 4 not in 0\.\.3"),
    ],
)
def test_numbers_out_of_range_are_refused(field, array, message):
    with pytest.raises(InvalidGrid, match=message) as caught:
        grid(**{field: array})

    assert (caught.value.code, caught.value.field) == ("grid_range", field)
