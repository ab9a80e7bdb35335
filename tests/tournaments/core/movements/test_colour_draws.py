"""Rounds of several colours: drawn within each colour, or over all players."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.colour_draws import Colour, draw_colours, possible_rules
from tournaments.core.movements.next_round import RoundWishes, best_against_best
from tournaments.core.movements.round_sizes import OddPlayers, table_sizes

pytestmark = pytest.mark.pure


def colours_of(counts, spare_tables=0):
    """Colours of so many players, numbered through, each with the tables that these players need."""
    ends = [sum(counts[: number + 1]) for number in range(len(counts))]
    return [
        Colour(frozenset(range(end - count, end)), -(-count // 4) + spare_tables)
        for end, count in zip(ends, counts, strict=True)
    ]


def sizes_of(draws):
    return [[len(table) for table in colour.tables] for colour in draws]


def seated_in(colour):
    return {player for table in colour.tables for player in table}


@examples(25)
@given(
    st.lists(st.integers(3, 30).filter(lambda count: count != 5), min_size=1, max_size=4),
    st.integers(0, 999),
    st.sampled_from(OddPlayers),
    st.booleans(),
    st.booleans(),
)
def test_every_player_has_one_seat_or_rests_and_colours_keep_their_sizes(counts, seed, rule, by_rank, mixed):
    colours = colours_of(counts, spare_tables=1)
    assume(rule in possible_rules(colours, 4))
    rng = random.Random(seed)
    order = rng.sample(range(sum(counts)), sum(counts))
    wishes = RoundWishes(odd_players=rule)
    try:
        sizes = [list(table_sizes(count, rule)) for count in counts]
    except NoSuchMovement:
        sizes = []
    assume(sizes or mixed)
    draws = draw_colours(order, colours, wishes, minds_ranks=by_rank, changes_colour=mixed)

    players = [player for colour in draws for table in (*colour.tables, colour.resting) for player in table]
    assert sorted(players) == list(range(sum(counts)))
    if sizes:
        assert sizes_of(draws) == sizes
    if not mixed:
        assert [seated_in(colour) | set(colour.resting) for colour in draws] == [
            colour.players for colour in colours
        ]


@pytest.mark.parametrize("mixed", [False, True], ids=["within colours", "over all"])
@examples(6)
@given(st.lists(st.integers(7, 9), min_size=2, max_size=3), st.integers(0, 999), st.booleans())
def test_no_opponents_meet_twice_in_four_rounds_of_28_players_a_colour(mixed, tables, seed, by_rank):
    colours, rng = colours_of([4 * count for count in tables]), random.Random(seed)
    meetings = Counter()
    for _ in range(4):
        order = rng.sample(range(4 * sum(tables)), 4 * sum(tables))
        wishes = RoundWishes(meetings=meetings)
        draws = draw_colours(order, colours, wishes, minds_ranks=by_rank, changes_colour=mixed)
        for colour in draws:
            meetings.update(pair for table in colour.tables for pair in combinations(sorted(table), 2))

    assert max(meetings.values()) == 1


def test_each_colour_has_the_draw_of_its_own_players():
    order = random.Random(1).sample(range(28), 28)
    wishes = RoundWishes(meetings={(0, 1): 1, (20, 21): 1})
    draws = draw_colours(order, colours_of([16, 12]), wishes, minds_ranks=True)

    alone = [
        best_against_best([player for player in order if (player < 16) is is_first], wishes).tables
        for is_first in (True, False)
    ]
    assert [colour.tables for colour in draws] == alone


def test_the_best_of_all_move_to_the_first_colour():
    order = [*range(8, 16), *range(8)]
    draws = draw_colours(order, colours_of([8, 8]), RoundWishes(), minds_ranks=True, changes_colour=True)

    assert [seated_in(colour) for colour in draws] == [set(range(8, 16)), set(range(8))]


def test_players_who_rest_stay_in_their_colour():
    wishes = RoundWishes(odd_players=OddPlayers.RESTS)
    draws = draw_colours(range(18), colours_of([9, 9]), wishes, minds_ranks=True, changes_colour=True)

    assert [colour.resting for colour in draws] == [(8,), (17,)]


def test_colour_without_tables_for_its_players_is_refused_unless_it_is_the_last():
    first, last = colours_of([12, 12])
    crowded = Colour(frozenset(range(24, 29)) | last.players, 3)

    draws = draw_colours(range(29), [first, crowded], RoundWishes(), minds_ranks=True)
    assert sizes_of(draws) == [[4, 4, 4], [4, 4, 3, 3, 3]]
    with pytest.raises(NoSuchMovement) as caught:
        draw_colours(range(29), [crowded, first], RoundWishes(), minds_ranks=True)
    assert (caught.value.code, caught.value.values) == ("colour_full", {"player_count": 17, "table_count": 3})


def test_tables_that_a_colour_lacks_go_to_one_with_free_tables_then_to_the_last():
    colours = [
        Colour(frozenset(range(20)), 3),
        Colour(frozenset(range(20, 24)), 2),
        Colour(frozenset(range(24, 28)), 1),
    ]
    draws = draw_colours(range(28), colours, RoundWishes(), minds_ranks=True, changes_colour=True)

    assert sizes_of(draws) == [[4] * 3, [4] * 2, [4] * 2]


def test_colour_with_too_few_players_plays_on_where_players_change_colour():
    colours = colours_of([6, 2, 0])
    draws = draw_colours(range(8), colours, RoundWishes(), minds_ranks=True, changes_colour=True)

    assert possible_rules(colours, 4) == tuple(OddPlayers)
    assert sizes_of(draws) == [[4, 4], [], []]
    with pytest.raises(NoSuchMovement):
        draw_colours(range(8), colours, RoundWishes(), minds_ranks=True)


def test_rule_is_possible_where_it_serves_each_colour_or_all_players():
    # five make no tables of three and four, ten make some; six make no tables of five
    assert possible_rules(colours_of([5, 5]), 4) == tuple(OddPlayers)
    assert possible_rules(colours_of([6]), 4) == (OddPlayers.THREES, OddPlayers.RESTS)
