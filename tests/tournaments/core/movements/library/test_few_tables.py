"""Free deals at two to four tables: the sizes of the tables, and how seldom people meet again."""

from itertools import combinations

import numpy as np
import pytest

from tests.cases import by_day
from tools.find_few_tables import REPEATS, SMALL_TABLE_WEIGHT, search
from tournaments.core.errors import NoSuchMovement
from tournaments.core.formats.adviser import advise
from tournaments.core.formats.proposals import Needs
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.check import check_movement, meetings
from tournaments.core.movements.library.few_tables import (
    FIVES_PLAYERS,
    LONGEST,
    THREES_PLAYERS,
    build_few_tables,
    few_table_sizes,
)

SIZES = [
    (table_count, player_count)
    for player_counts in (THREES_PLAYERS, FIVES_PLAYERS)
    for table_count, counts in player_counts.items()
    for player_count in counts
]


@pytest.mark.parametrize(("table_count", "player_count"), SIZES)
def test_tables_keep_their_sizes_and_everybody_plays_each_round(table_count, player_count):
    movement = build_few_tables(table_count, LONGEST, player_count)

    people = (movement.players != -1).sum(axis=2)
    assert (people == few_table_sizes(table_count, player_count)).all()
    assert people.max() - people.min() <= 1
    assert check_movement(movement).is_sound


@pytest.mark.parametrize(("table_count", "player_count"), SIZES)
def test_a_shorter_evening_is_the_beginning_of_the_longest(table_count, player_count):
    longest = build_few_tables(table_count, LONGEST, player_count)

    for round_count in range(1, LONGEST):
        movement = build_few_tables(table_count, round_count, player_count)
        assert (movement.players == longest.players[:round_count]).all()


@pytest.mark.parametrize(("table_count", "player_count", "rounds"), [(3, 9, 4), (4, 13, 4), (4, 14, 3)])
def test_nobody_meets_anybody_twice_in_the_first_rounds(table_count, player_count, rounds):
    assert set(meetings(build_few_tables(table_count, rounds, player_count)).values()) == {1}


@pytest.mark.parametrize(("table_count", "player_count"), SIZES)
def test_seats_of_a_player_change_by_turns(table_count, player_count):
    players = build_few_tables(table_count, LONGEST, player_count).players
    seats_of_smallest = (players[0] != -1).sum(axis=1).min()

    for player in range(player_count):
        seat_counts = np.bincount(np.argwhere(players == player)[:, 2], minlength=players.shape[2])
        assert seat_counts[:seats_of_smallest].max() <= 4


@pytest.mark.parametrize(
    "player_count", by_day(tuple(range(3, 24)), (3, 6, 7, 9, 10, 13, 14, 17).__contains__)
)
def test_every_number_of_players_has_free_deals(player_count):
    advice = advise(player_count, 150, needs=Needs(formats=(find_format("free_deals"),)))

    assert advice.proposals
    requests = [section.request for proposal in advice.proposals for section in proposal.sections]
    assert {request.player_count for request in requests} == {player_count}


@pytest.mark.parametrize(("table_count", "player_count"), [(1, 4), (5, 20), (2, 11), (4, 12)])
def test_other_sizes_are_refused(table_count, player_count):
    with pytest.raises(NoSuchMovement):
        build_few_tables(table_count, 4, player_count)


def test_search_reckons_each_change_rightly():
    cost, tables = search((4, 3, 3), seed=1, steps=400)

    pairs = [frozenset(pair) for pair in combinations(range(10), 2)]
    rounds_of_pairs = {pair: rounds_in(tables, lambda table, pair=pair: pair <= set(table)) for pair in pairs}
    small = [
        rounds_in(tables, lambda table, player=player: player in table and len(table) == 3)
        for player in range(10)
    ]
    assert cost == sum(map(repeats, rounds_of_pairs.values())) + SMALL_TABLE_WEIGHT * sum(map(repeats, small))


def test_a_third_meeting_costs_more_than_two_second_ones():
    assert (repeats([]), repeats([3]), repeats([0, 1]), repeats([0, 7])) == (0, 0, LONGEST - 1, 1)
    assert repeats([0, 1, 2]) > repeats([0, 1]) + repeats([0, 2])


def rounds_in(tables, is_counted):
    """Return the rounds in which a table is counted."""
    return [number for number, round_tables in enumerate(tables) if any(map(is_counted, round_tables))]


def repeats(rounds):
    return REPEATS[sum(1 << number for number in rounds)]
