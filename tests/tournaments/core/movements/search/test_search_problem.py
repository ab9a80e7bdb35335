import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.search.search_problem import SearchProblem

GOOD = {"player_count": 22, "table_count": 5, "round_count": 4, "set_count": 5}


@pytest.mark.parametrize(
    ("change", "field", "low", "high"),
    [
        ({"table_count": 0}, "table_count", 1, 60),
        ({"table_count": 61}, "table_count", 1, 60),
        ({"tables_per_set": 0}, "tables_per_set", 1, 5),
        ({"tables_per_set": 6}, "tables_per_set", 1, 5),
        ({"player_count": 19}, "player_count", 20, 40),
        ({"player_count": 41}, "player_count", 20, 40),
        ({"round_count": 1}, "player_count", 20, 20),
        ({"round_count": 0}, "round_count", 1, 30),
        ({"set_count": 4}, "set_count", 5, 240),
        ({"round_count": 6}, "set_count", 6, 240),
    ],
)
def test_sizes_that_no_movement_can_have_are_refused(change, field, low, high):
    with pytest.raises(NoSuchMovement) as caught:
        SearchProblem(**{**GOOD, **change})

    error = caught.value
    assert (error.code, error.field) == ("search_range", field)
    assert (error.values["low"], error.values["high"]) == (low, high)


def test_tables_that_share_a_set_have_it_together():
    problem = SearchProblem(player_count=20, table_count=5, round_count=3, set_count=3, tables_per_set=2)

    assert problem.groups == 3
    assert problem.board_sets().tolist() == [[0, 1, 2, 0, 1], [1, 2, 0, 1, 2], [2, 0, 1, 2, 0]]


def test_those_over_take_turns_at_one_table():
    problem = SearchProblem(**GOOD)

    assert problem.first_places(0)[:8] == [20, 1, 2, 3, 21, 5, 6, 7]
    assert problem.first_places(1)[:8] == [0, 20, 2, 3, 4, 21, 6, 7]
    assert problem.first_places(0)[20:] == [0, 4]
