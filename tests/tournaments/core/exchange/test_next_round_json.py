import random

import pytest

from games.core.exchange.fields import InvalidRequest
from tournaments.core.exchange.next_round_json import next_round


def test_best_against_best_parts_those_who_have_met():
    """The example of docs/movement-files.md: 1 and 2 met before, so 2 trades with the fifth."""
    answer = next_round(
        {"method": "best", "players": [1, 2, 3, 4, 5, 6, 7, 8], "past": [[1, 2, 9, 10]]}, random.Random(0)
    )

    assert answer == {
        "tables": [[1, 3, 4, 5], [2, 6, 7, 8]],
        "rematches": [],
        "mates": [],
        "threes_again": [],
        "resting": [],
    }


def test_relatives_are_kept_apart():
    request = {"method": "best", "players": [*range(8)], "apart": [[3, 0]]}

    tables = next_round(request, random.Random(0))["tables"]

    assert not any({0, 3} <= set(table) for table in tables)


def test_relatives_who_must_meet_are_told():
    answer = next_round({"method": "best", "players": [3, 4, 5], "apart": [[5, 3]]}, random.Random(0))

    assert (answer["mates"], answer["rematches"]) == ([[3, 5]], [])


@pytest.mark.parametrize(
    ("odd", "sizes", "resting"), [("threes", [3, 3, 3], []), ("fives", [4, 5], []), ("rests", [4, 4], [8])]
)
def test_nine_players_sit_by_the_rule_that_is_asked(odd, sizes, resting):
    request = {"method": "best", "players": [*range(9)], "odd": odd}

    answer = next_round(request, random.Random(0))

    assert [len(table) for table in answer["tables"]] == sizes
    assert answer["resting"] == resting


def test_the_player_who_has_rested_plays():
    request = {"method": "best", "players": [*range(5)], "odd": "rests", "rested": [4, 3, 3]}

    assert next_round(request, random.Random(0))["resting"] == [2]


def test_second_round_at_three_is_told():
    answer = next_round({"method": "best", "players": [7, 8, 9], "past": [[7, 1, 2]]}, random.Random(0))

    assert (answer["tables"], answer["threes_again"]) == ([[7, 8, 9]], [7])


def test_second_round_at_five_is_told():
    request = {"method": "best", "players": [*range(5)], "past": [[0, 6, 7, 8, 9]], "odd": "fives"}

    assert next_round(request, random.Random(0))["threes_again"] == [0]


@pytest.mark.parametrize("seed", range(5))
def test_draw_seats_everybody_once_and_nobody_again_with_the_same(seed):
    past = [[4 * table + seat for seat in range(4)] for table in range(6)]

    answer = next_round({"method": "draw", "players": [*range(24)], "past": past}, random.Random(seed))

    assert sorted(player for table in answer["tables"] for player in table) == [*range(24)]
    assert answer["rematches"] == []


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ([], "not_an_object"),
        ({"method": "best"}, "field_missing"),
        ({"method": "swiss", "players": [1, 2, 3, 4]}, "field_value"),
        ({"method": "best", "players": [1, 2, 3, 4, 5]}, "free_players"),
        ({"method": "best", "players": [1, 2, 3, 3]}, "player_twice"),
        ({"method": "best", "players": [1, 2, 3, True]}, "field_value"),
        ({"method": "best", "players": [1, 2, 3], "past": [[1, 2]]}, "field_value"),
        ({"method": "best", "players": [1, 2, 3], "past": [5]}, "field_value"),
        ({"method": "best", "players": [1, 2, 3], "apart": [[1, 1]]}, "player_twice"),
        ({"method": "draw", "players": [*range(1_201)]}, "field_value"),
        ({"method": "draw", "players": [1, 2, 3], "odd": "sixes"}, "field_value"),
        ({"method": "best", "players": [*range(6)], "odd": "fives"}, "free_players"),
    ],
)
def test_what_makes_no_round_is_refused(request_, code):
    with pytest.raises(InvalidRequest) as caught:
        next_round(request_, random.Random(0))

    assert caught.value.code == code
