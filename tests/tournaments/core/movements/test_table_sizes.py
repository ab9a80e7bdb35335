from collections import Counter
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.encounters import find_present_units, list_pair_figures, meeting_matrix
from tournaments.core.movements.figures import measure_movement
from tournaments.core.movements.movement import NO_SET
from tournaments.core.movements.search.role_plans import place_players, rest_turns, role_plans
from tournaments.core.movements.search.table_search import (
    least_cost,
    meeting_cost,
    spread_tables,
    tables_worth,
)
from tournaments.core.movements.table_sizes import (
    TABLE_SIZES,
    build_seats,
    player_counts,
    round_counts,
    sizes,
    spread_players,
)


def cyclic_lines(seats, tables, rounds):
    """The simple alternative: each seat a line that goes up by a step of its own, 0, 1, 2…."""
    this_round, table, seat = np.indices((rounds, tables, seats))
    return seat * tables + (table - seat * this_round) % tables


def times_met(players, player_count):
    meetings = Counter()
    for table in players.reshape(-1, players.shape[2]).tolist():
        meetings.update((first, second) for first in table for second in table if first < second)
    return [meetings[first, second] for second in range(player_count) for first in range(second)]


def different_seatings(movement):
    return len({frozenset(map(frozenset, tables)) for tables in movement.players.tolist()})


@given(st.sampled_from([2, 3, 5, 6, 7, 9]), st.booleans(), st.data())
@examples(8)
def test_every_movement_is_sound_shares_the_rests_and_repeats_no_round(seats, is_free, data):
    tables = data.draw(st.sampled_from(sizes(is_free=is_free)[:5]))
    players = data.draw(st.sampled_from(player_counts(seats, tables)))
    possible_rounds = round_counts(seats, tables, players, is_free=is_free)
    rounds = data.draw(st.sampled_from(possible_rounds))

    movement = build_seats(seats, tables, rounds, players, is_free=is_free)

    assert check_movement(movement).is_sound
    assert (movement.player_count, movement.shape.seat_count) == (players, seats)
    assert (movement.board_sets == NO_SET).all() == is_free
    assert (movement.players >= 0).all(), "a table that has started is always full"
    rests = np.cumsum(~find_present_units(movement), axis=0)
    assert ((rests.max(axis=1) - rests.min(axis=1)) <= 1).all(), "nobody rests twice before all have once"
    seatings = factorial(seats * tables) // (factorial(seats) ** tables * factorial(tables))
    is_exchange = tables == 2 and not is_free  # all who played one set go on to the other
    assert different_seatings(movement) >= min(rounds, 1 if is_exchange else seatings)


@given(st.sampled_from([3, 5, 6, 7]), st.integers(2, 6), st.integers(2, 8), st.booleans())
@examples(8)
def test_meetings_are_never_less_even_than_in_cyclic_lines(seats, tables, rounds, is_free):
    if not is_free:
        rounds = min(rounds, tables)
    movement = build_seats(seats, tables, rounds, seats * tables, is_free=is_free)
    lines = times_met(cyclic_lines(seats, tables, rounds), seats * tables)

    shared = times_met(movement.players, seats * tables)

    assert sum(shared) == sum(lines)
    if is_free:  # steps 0, 1, 2… may bring a player to a set twice
        assert sum(comb(times, 2) for times in shared) <= sum(comb(times, 2) for times in lines)
        assert max(shared) <= max(lines)


@pytest.mark.parametrize(
    ("seats", "players", "rounds", "never", "again", "most"),
    [
        (5, 20, 8, 5, 125, 3),
        (5, 20, 4, 55, 25, 2),
        (5, 15, 5, 15, 60, 3),
        (5, 15, 4, 25, 40, 2),
        (6, 18, 8, 0, 150, 4),
        (5, 10, 8, 1, 45, 5),
        (5, 17, 6, 16, 60, 3),
        (3, 12, 8, 0, 30, 2),
        (7, 21, 4, 50, 92, 2),
        (10, 30, 3, 140, 105, 3),
    ],
)
def test_meetings_of_sizes_that_clubs_have(seats, players, rounds, never, again, most):
    """Pairs that never sit together, those that do so twice or more, and the greatest number, at most."""
    movement = build_seats(seats, players // seats, rounds, players, is_free=True)

    meetings = times_met(movement.players, players)

    assert (meetings.count(0) <= never, sum(times > 1 for times in meetings) <= again) == (True, True)
    assert max(meetings) <= most


def test_seventeen_at_tables_of_five_rest_once_at_most_where_twelve_rests_are_enough():
    movement = build_seats(5, 3, 6, 17, is_free=True)

    assert measure_movement(movement).rests.counts == ((0, 5), (1, 12))


@pytest.mark.parametrize(
    ("seats", "tables", "rounds"),
    [(3, 3, 4), (5, 5, 6), (3, 7, 7), (5, 9, 8)],
    ids=["plane of order 3", "plane of order 5", "lines of a field", "lines of a field of nine"],
)
def test_published_arrangements_in_which_nobody_meets_twice(seats, tables, rounds):
    """Planes: R. C. Bose, On the construction of balanced incomplete block designs, 1939; lines: 1938."""
    movement = build_seats(seats, tables, rounds, seats * tables, is_free=True)

    assert measure_movement(movement).meetings.highest == 1


@pytest.mark.parametrize(("seats", "tables"), [(3, 5), (3, 7), (5, 7), (5, 8), (5, 9), (3, 4), (3, 10)])
def test_lines_that_meet_cleanly_are_kept(seats, tables):
    rounds = min(tables, 8)
    movement = build_seats(seats, tables, rounds, seats * tables, is_free=False)

    assert {note.rule for note in check_movement(movement).notes} <= {"I4"}


def test_the_same_deals_compare_all_players_where_lines_are_given_up():
    figures = measure_movement(build_seats(5, 4, 3, 20, is_free=False))

    assert not figures.keeps_lines
    assert figures.parts["comparisons"] == 100


def test_many_stay_at_their_table_where_deals_are_dealt_there():
    movement = build_seats(5, 4, 4, 20, is_free=True)

    stay = [
        sum(
            len({*later_table.tolist()} & {*earlier_table.tolist()})
            for earlier_table, later_table in zip(*pair, strict=True)
        )
        for pair in zip(movement.players, movement.players[1:], strict=False)
    ]

    assert all(count >= 4 for count in stay), "one at each table at least"


def test_a_search_gives_the_same_again():
    figures = (5, 4, 5, 21)
    spread_players.cache_clear()
    seats_built = build_seats(*figures, is_free=True)
    spread_players.cache_clear()

    assert (build_seats(*figures, is_free=True).players == seats_built.players).all()


def test_rests_go_round():
    assert rest_turns(7, 5, 4) == [[0, 1], [2, 3], [4, 5], [6, 0]]


def test_a_pair_costs_more_for_each_further_meeting():
    meetings = np.zeros((3, 3), dtype=np.int64)
    meetings[0, 1] = meetings[1, 0] = 3

    assert meeting_cost(meetings) == 3.25
    assert least_cost(3, 3) == 0
    assert least_cost(3, 7) == 1 + 1 + 3.25


@pytest.mark.parametrize("tables", [4, 6])
def test_a_search_of_the_same_deals_keeps_every_set_apart(tables):
    plan = next(plan for plan in role_plans(5, tables, 4, over=2, is_free=False))
    placing = place_players(plan, 5 * tables + 2, is_free=False)

    spread = spread_tables(placing, tables, has_sets=True, seed=3)

    assert spread is not None
    assert tables_worth(spread.tables, tables) < tables_worth(placing.tables, tables)
    for player in range(5 * tables + 2):
        rounds = np.flatnonzero(spread.tables[:, player] < tables)
        assert len({*spread.sets[rounds, spread.tables[rounds, player]].tolist()}) == len(rounds)


def test_one_table_plays_free_deals_all_evening():
    movement = build_seats(5, 1, 6, 5, is_free=True)

    assert movement.players.tolist() == [[[0, 1, 2, 3, 4]]] * 6


def test_figures_count_as_the_matrix_does():
    movement = build_seats(6, 3, 5, 19, is_free=True)

    assert (
        measure_movement(movement).meetings.total
        == list_pair_figures(meeting_matrix(movement)).sum()
        == 5 * 3 * 15
    )


@pytest.mark.parametrize(
    ("figures", "code"),
    [((3, 1, 1, 3), "library_tables"), ((3, 5, 6, 15), "library_rounds"), ((3, 5, 5, 14), "library_units")],
)
def test_other_sizes_are_refused(figures, code):
    with pytest.raises(NoSuchMovement) as caught:
        build_seats(*figures, is_free=False)

    assert caught.value.code == code


def test_every_number_of_seats_but_four_has_both_kinds():
    assert {entry.format for entry in TABLE_SIZES} == {
        f"{kind}-{count}" for kind in ("seats", "free-seats") for count in (2, 3, *range(5, 17))
    }
