import random
from collections import Counter
from itertools import combinations

import pytest

from tools.find_starters import Ring, balance_seats, find_starter, unevenness


def meetings(ring, tables):
    """Return the number of meetings of each kind of pair in all rounds."""
    counts = Counter()
    for table in tables:
        for first, second in combinations(table, 2):
            counts[ring.difference(first, second)] += ring.cost(first, second)
    return counts


@pytest.mark.parametrize(
    ("ring", "times"),
    [
        (Ring(modulus=7, orbits=1), 3),
        (Ring(modulus=11, orbits=1), 3),
        (Ring(modulus=5, orbits=3), 1),
        (Ring(modulus=7, orbits=3, still=3), 1),
    ],
)
def test_nobody_meets_anybody_more_often(ring, times):
    tables = find_starter(ring, meetings=times, rng=random.Random(0))

    assert sorted(player for table in tables for player in table) == list(range(ring.player_count))
    assert max(meetings(ring, tables).values()) == times


def test_nothing_is_found_without_trials():
    assert find_starter(Ring(modulus=11, orbits=1), meetings=3, rng=random.Random(0), trials=2) is None


def test_pairs_alike_are_those_that_turning_takes_to_each_other():
    ring = Ring(modulus=10, orbits=2, still=2)

    assert ring.player_count == 22
    assert ring.difference(1, 4) == ring.difference(8, 5) == ring.difference(9, 2)
    assert ring.difference(1, 14) == ring.difference(9, 12)
    assert ring.difference(1, 14) != ring.difference(4, 11)
    assert ring.difference(3, 20) == ring.difference(7, 20)


@pytest.mark.parametrize(
    ("one", "other", "cost"), [(0, 5, 2), (0, 4, 1), (0, 15, 1), (3, 20, 1), (20, 21, 10)]
)
def test_how_often_a_pair_meets_in_all_rounds(one, other, cost):
    assert Ring(modulus=10, orbits=2, still=2).cost(one, other) == cost


def test_balanced_seats_are_more_even_and_the_last_player_is_north():
    ring = Ring(modulus=11, orbits=1)
    rng = random.Random(3)
    tables = find_starter(ring, meetings=3, rng=rng)

    balanced = balance_seats(ring, tables, rng=rng, trials=400)

    assert sorted(map(sorted, balanced)) == sorted(map(sorted, tables))
    assert balanced[-1][0] == 11
    assert unevenness(ring, balanced) < unevenness(ring, balance_seats(ring, tables, rng=rng, trials=0))
