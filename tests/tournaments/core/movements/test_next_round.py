import random
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.next_round import (
    RoundWishes,
    best_against_best,
    draw_again,
    review_tables,
)
from tournaments.core.movements.round_sizes import (
    OddPlayers,
    choose_resting,
    possible_odd_players,
    table_sizes,
)


def add_meetings(meetings, threes, tables):
    for table in tables:
        for player in table:
            if len(table) == 3:
                threes[player] = threes.get(player, 0) + 1
            for mate in table:
                if player < mate:
                    meetings[player, mate] = meetings.get((player, mate), 0) + 1


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, (3,)), (4, (4,)), (6, (3, 3)), (9, (3, 3, 3)), (13, (4, 3, 3, 3)), (31, (4,) * 7 + (3,))],
)
def test_table_sizes(players, sizes):
    assert table_sizes(players) == sizes


@pytest.mark.parametrize(
    ("players", "rule", "sizes"),
    [
        (5, OddPlayers.FIVES, (5,)),
        (9, OddPlayers.FIVES, (4, 5)),
        (15, OddPlayers.FIVES, (5, 5, 5)),
        (23, OddPlayers.FIVES, (4, 4, 5, 5, 5)),
        (24, OddPlayers.FIVES, (4,) * 6),
        (7, OddPlayers.RESTS, (4,)),
        (31, OddPlayers.RESTS, (4,) * 7),
    ],
)
def test_sizes_with_fives_or_rests(players, rule, sizes):
    assert table_sizes(players, rule) == sizes


def test_tables_of_other_games_are_full_and_the_others_rest():
    assert table_sizes(13, OddPlayers.THREES, seat_count=5) == (5, 5)


@pytest.mark.parametrize(
    ("players", "seats", "rules"),
    [
        (5, 4, {"fives", "rests"}),
        (6, 4, {"threes", "rests"}),
        (2, 4, set()),
        (3, 4, {"threes"}),
        (26, 4, {"threes", "fives", "rests"}),
        (13, 5, {"rests"}),
        (7, 3, {"rests"}),
    ],
)
def test_rules_that_a_number_of_players_allows(players, seats, rules):
    assert set(possible_odd_players(players, seats)) == rules


@pytest.mark.parametrize(
    ("players", "rule"), [(3, OddPlayers.RESTS), (6, OddPlayers.FIVES), (11, OddPlayers.FIVES)]
)
def test_rules_without_a_table_are_refused(players, rule):
    with pytest.raises(NoSuchMovement) as caught:
        table_sizes(players, rule)

    assert caught.value.code == "free_players"


@pytest.mark.parametrize("players", [-1, 0, 2, 5])
def test_too_few_players_are_refused(players):
    with pytest.raises(NoSuchMovement) as caught:
        table_sizes(players)

    assert (caught.value.code, caught.value.values) == ("free_players", {"player_count": players})


def test_without_a_past_neighbours_of_the_ranking_sit_together():
    upcoming = best_against_best([10, 11, 12, 13, 3, 2, 1, 0], RoundWishes())

    assert upcoming.tables == ((10, 11, 12, 13), (3, 2, 1, 0))


def test_those_who_have_met_are_parted_by_the_shortest_way():
    """0 and 1 have met: 1 trades with the nearest one of the second table."""
    upcoming = best_against_best(range(8), RoundWishes(meetings={(0, 1): 1}))

    assert upcoming.tables == ((0, 2, 3, 4), (1, 5, 6, 7))
    assert upcoming.rematches == ()


def test_what_cannot_be_avoided_is_told():
    upcoming = best_against_best([2, 0, 1], RoundWishes(meetings={(0, 2): 1}, odd_rounds={1: 2}))

    assert upcoming.tables == ((2, 0, 1),)
    assert upcoming.rematches == ((0, 2),)
    assert upcoming.odd_again == (1,)


@examples(13)
@given(st.integers(3, 60).filter(lambda count: count != 5), st.integers(0, 999), st.booleans())
def test_everybody_sits_once(count, seed, by_rank):
    rng = random.Random(seed)
    past_meetings = {tuple(sorted(rng.sample(range(count), 2))): 1 for _ in range(count)}
    wishes = RoundWishes(meetings=past_meetings)
    upcoming = best_against_best(range(count), wishes) if by_rank else draw_again(range(count), wishes, rng)

    assert sorted(player for table in upcoming.tables for player in table) == list(range(count))
    assert tuple(len(table) for table in upcoming.tables) == table_sizes(count)


@pytest.mark.parametrize(("count", "rounds"), [(28, 5), (31, 5), (40, 6), (64, 7), (200, 7)])
def test_many_rounds_pass_without_rematch(count, rounds):
    past_meetings, threes, ranking, rng = {}, {}, list(range(count)), random.Random(5)
    rematches = []
    for _ in range(rounds):
        upcoming = best_against_best(ranking, RoundWishes(meetings=past_meetings, odd_rounds=threes))
        rematches += upcoming.rematches
        add_meetings(past_meetings, threes, upcoming.tables)
        strength = {player: player + rng.gauss(0, count / 6) for player in ranking}
        ranking.sort(key=strength.__getitem__)

    assert rematches == []


def test_five_rounds_of_six_tables_need_the_longer_search():
    past_meetings, rematches = {}, []
    for _ in range(5):
        upcoming = best_against_best(range(24), RoundWishes(meetings=past_meetings))
        rematches += upcoming.rematches
        add_meetings(past_meetings, {}, upcoming.tables)

    assert rematches == []


def test_trades_look_near_first():
    """Players trade hardly further than to the tables beside, in the second round of ten tables."""
    past_meetings = {}
    add_meetings(past_meetings, {}, best_against_best(range(40), RoundWishes()).tables)

    upcoming = best_against_best(range(40), RoundWishes(meetings=past_meetings))

    assert upcoming.rematches == ()
    assert sum(max(table) - min(table) for table in upcoming.tables) < 150


def test_the_same_draw_comes_from_the_same_seed():
    draws = [draw_again(range(31), RoundWishes(), random.Random(seed)).tables for seed in (1, 1, 2)]

    assert draws[0] == draws[1] != draws[2]


def partitions(players, sizes):
    """Every way to seat the players at tables of these sizes."""
    if not sizes:
        yield []
        return
    first, *other_players = players
    for size in set(sizes):
        rest_of_sizes = list(sizes)
        rest_of_sizes.remove(size)
        for mates in combinations(other_players, size - 1):
            remaining = [player for player in other_players if player not in mates]
            for tables in partitions(remaining, rest_of_sizes):
                yield [(first, *mates), *tables]


def count_meetings(tables, meetings):
    return sum(meetings.get(pair, 0) for table in tables for pair in combinations(sorted(table), 2))


@examples(10)
@given(
    st.sampled_from([(6, OddPlayers.THREES), (8, OddPlayers.THREES), (9, OddPlayers.FIVES)]),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_no_arrangement_of_a_small_field_has_fewer_rematches(field, seed, by_rank):
    (count, rule), rng = field, random.Random(seed)
    past_meetings = {pair: rng.randrange(3) for pair in combinations(range(count), 2) if rng.random() < 0.6}
    wishes = RoundWishes(meetings=past_meetings, odd_players=rule)
    upcoming = best_against_best(range(count), wishes) if by_rank else draw_again(range(count), wishes, rng)

    fewest = min(
        count_meetings(tables, past_meetings) for tables in partitions(range(count), table_sizes(count, rule))
    )
    assert count_meetings(upcoming.tables, past_meetings) == fewest


@examples(10)
@given(st.integers(13, 60), st.integers(0, 999), st.sampled_from(OddPlayers))
def test_no_trade_of_two_players_is_left_that_saves_a_rematch(count, seed, rule):
    rng = random.Random(seed)
    past_meetings = {tuple(sorted(rng.sample(range(count), 2))): 1 for _ in range(count)}
    upcoming = best_against_best(range(count), RoundWishes(meetings=past_meetings, odd_players=rule))

    for (first, ours), (second, theirs) in combinations(enumerate(upcoming.tables), 2):
        meetings_now = count_meetings([ours, theirs], past_meetings)
        for mover, partner in product(ours, theirs):
            traded = [{*ours, partner} - {mover}, {*theirs, mover} - {partner}]
            assert count_meetings(traded, past_meetings) >= meetings_now, (first, second, mover, partner)


@examples(13)
@given(st.integers(6, 50), st.integers(0, 999), st.sampled_from(OddPlayers), st.integers(4, 6))
def test_sizes_and_rests_are_those_that_were_asked(count, seed, rule, seats):
    assume(rule in possible_odd_players(count, seats))
    wishes = RoundWishes(odd_players=rule, seat_count=seats)
    upcoming = draw_again(range(count), wishes, random.Random(seed))

    assert tuple(len(table) for table in upcoming.tables) == table_sizes(count, rule, seats)
    seated = [player for table in upcoming.tables for player in table]
    assert sorted([*seated, *upcoming.resting]) == list(range(count))


@examples(13)
@given(st.integers(5, 30), st.integers(0, 999), st.booleans())
def test_no_player_rests_twice_before_all_rested_once(count, seed, by_rank):
    rng, rests = random.Random(seed), Counter(dict.fromkeys(range(count), 0))
    for _ in range(12):
        wishes = RoundWishes(rests=rests, odd_players=OddPlayers.RESTS)
        ranking = rng.sample(range(count), count)
        upcoming = best_against_best(ranking, wishes) if by_rank else draw_again(ranking, wishes, rng)
        rests.update(upcoming.resting)
        assert max(rests.values()) - min(rests.values()) <= 1


def test_the_lowest_of_those_who_have_not_rested_rests():
    assert choose_resting([4, 2, 0, 1, 3], {3: 1}, 2) == (1, 0)


def test_a_second_rest_that_cannot_be_avoided_is_told():
    wishes = RoundWishes(rests=dict.fromkeys(range(5), 1), odd_players=OddPlayers.RESTS)

    assert best_against_best(range(5), wishes).rests_again == (4,)


def test_mates_are_parted_where_no_rematch_follows():
    upcoming = best_against_best(range(8), RoundWishes(apart={(0, 1)}))

    assert upcoming.tables == ((0, 2, 3, 4), (1, 5, 6, 7))


def test_mates_meet_before_others_meet_again():
    """Any trade of 0 or 1 brings players together who have met."""
    past_meetings = {(player, opponent): 1 for player in (0, 1) for opponent in range(4, 8)}
    past_meetings |= {(player, opponent): 1 for player in (2, 3) for opponent in range(4, 8)}
    upcoming = best_against_best(range(8), RoundWishes(meetings=past_meetings, apart={(0, 1)}))

    assert (upcoming.rematches, upcoming.mates) == ((), ((0, 1),))


def test_a_second_round_at_three_weighs_more_than_mates():
    """Six at two tables of three, one at four: only 3 and 9 are free for a table of three without mates."""
    wishes = RoundWishes(odd_rounds={9: 1}, apart={(6, 9)})
    upcoming = best_against_best(range(10), wishes)

    assert upcoming.odd_again == ()


def test_twenty_four_players_of_six_clubs_never_meet_a_mate():
    clubs = [player % 6 for player in range(24)]
    apart = {pair for pair in combinations(range(24), 2) if clubs[pair[0]] == clubs[pair[1]]}
    past_meetings, repeats = {}, []
    for _ in range(2):
        upcoming = best_against_best(range(24), RoundWishes(meetings=past_meetings, apart=apart))
        repeats += [*upcoming.rematches, *upcoming.mates]
        add_meetings(past_meetings, {}, upcoming.tables)

    assert repeats == []


def test_tables_by_hand_are_reviewed_as_drawn_ones():
    wishes = RoundWishes(
        meetings={(1, 4): 1}, apart={(2, 7)}, odd_rounds={7: 1}, rests={5: 2}, odd_players=OddPlayers.RESTS
    )
    reviewed = review_tables([(4, 1, 3, 6), (7, 2, 8)], [5], wishes)

    assert (reviewed.rematches, reviewed.mates) == (((1, 4),), ((2, 7),))
    assert (reviewed.odd_again, reviewed.rests_again) == ((7,), (5,))
