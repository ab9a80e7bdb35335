import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.next_round import best_against_best, draw_again, table_sizes


def add_meetings(met, threes, tables):
    for table in tables:
        for one in table:
            if len(table) == 3:
                threes[one] = threes.get(one, 0) + 1
            for other in table:
                if one < other:
                    met[one, other] = met.get((one, other), 0) + 1


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, (3,)), (4, (4,)), (6, (3, 3)), (9, (3, 3, 3)), (13, (4, 3, 3, 3)), (31, (4,) * 7 + (3,))],
)
def test_table_sizes(players, sizes):
    assert table_sizes(players) == sizes


@pytest.mark.parametrize("players", [-1, 0, 2, 5])
def test_too_few_players_are_refused(players):
    with pytest.raises(NoSuchMovement) as caught:
        table_sizes(players)

    assert (caught.value.code, caught.value.values) == ("free_players", {"player_count": players})


def test_without_a_past_neighbours_of_the_ranking_sit_together():
    upcoming = best_against_best([10, 11, 12, 13, 3, 2, 1, 0], {})

    assert upcoming.tables == ((10, 11, 12, 13), (3, 2, 1, 0))


def test_those_who_have_met_are_parted_by_the_shortest_way():
    """0 and 1 have met: 1 trades with the nearest one of the second table."""
    upcoming = best_against_best(range(8), {(0, 1): 1})

    assert upcoming.tables == ((0, 2, 3, 4), (1, 5, 6, 7))
    assert upcoming.rematches == ()


def test_what_cannot_be_avoided_is_told():
    upcoming = best_against_best([2, 0, 1], {(0, 2): 1}, {1: 2})

    assert upcoming.tables == ((2, 0, 1),)
    assert upcoming.rematches == ((0, 2),)
    assert upcoming.threes_again == (1,)


@examples(13)
@given(st.integers(3, 60).filter(lambda count: count != 5), st.integers(0, 999), st.booleans())
def test_everybody_sits_once(count, seed, by_rank):
    rng = random.Random(seed)
    met = {tuple(sorted(rng.sample(range(count), 2))): 1 for _ in range(count)}
    upcoming = best_against_best(range(count), met) if by_rank else draw_again(range(count), met, rng)

    assert sorted(player for table in upcoming.tables for player in table) == list(range(count))
    assert tuple(len(table) for table in upcoming.tables) == table_sizes(count)


@pytest.mark.parametrize(("count", "rounds"), [(28, 5), (31, 5), (40, 6), (64, 7), (200, 7)])
def test_many_rounds_pass_without_rematch(count, rounds):
    met, threes, ranking, rng = {}, {}, list(range(count)), random.Random(5)
    rematches = []
    for _ in range(rounds):
        upcoming = best_against_best(ranking, met, threes)
        rematches += upcoming.rematches
        add_meetings(met, threes, upcoming.tables)
        strength = {player: player + rng.gauss(0, count / 6) for player in ranking}
        ranking.sort(key=strength.__getitem__)

    assert rematches == []


def test_five_rounds_of_six_tables_need_the_longer_search():
    met, rematches = {}, []
    for _ in range(5):
        upcoming = best_against_best(range(24), met)
        rematches += upcoming.rematches
        add_meetings(met, {}, upcoming.tables)

    assert rematches == []


def test_trades_look_near_first():
    """Ten tables, second round: everybody moves, hardly further than to the tables beside."""
    met = {}
    add_meetings(met, {}, best_against_best(range(40), {}).tables)

    upcoming = best_against_best(range(40), met)

    assert upcoming.rematches == ()
    assert sum(max(table) - min(table) for table in upcoming.tables) < 150


def test_the_same_draw_comes_from_the_same_seed():
    drawn = [draw_again(range(31), {}, random.Random(seed)).tables for seed in (1, 1, 2)]

    assert drawn[0] == drawn[1] != drawn[2]
