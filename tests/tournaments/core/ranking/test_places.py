import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.ranking.classification import Presence, Profile, rank_units
from tournaments.core.ranking.places import assign_places, place_units, places_within
from tournaments.core.ranking.roots import RootSum

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "alternated.json").read_text(encoding="utf-8")
)
N, W, S, E = range(4)


def test_equals_share_a_place_and_the_next_is_skipped():
    assert assign_places([(3,), (5,), (5,), None, (1,)]) == [3, 1, 1, None, 4]


def test_later_criteria_part_equals_and_an_unknown_one_loses():
    chains = [(Fraction(1, 2), 7), (Fraction(1, 2), None), (Fraction(1, 2), 9), (Fraction(1, 3), 99)]

    assert assign_places(chains) == [2, 3, 1, 4]


def test_sums_of_roots_are_ranked_by_their_value():
    chains = [(RootSum.signed_root(8),), (RootSum.signed_root(2).scaled(2),), (RootSum.signed_root(9),)]

    assert assign_places(chains) == [2, 2, 1]


def test_nobody_has_no_place():
    assert assign_places([]) == []
    assert assign_places([None, None]) == [None, None]


@given(st.lists(st.tuples(st.integers(0, 2), st.one_of(st.none(), st.integers(0, 2))), max_size=8))
@examples(25)
def test_place_is_one_more_than_those_who_are_better(chains):
    def key(chain):
        return [(value is not None, value or 0) for value in chain]

    expected = [1 + sum(key(rival_chain) > key(chain) for rival_chain in chains) for chain in chains]

    assert assign_places(chains) == expected


def test_places_inside_a_group_count_its_members_only():
    assert places_within([2, 5, 5, None, 9]) == [1, 2, 2, None, 4]


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans(), st.sampled_from(Presence)), max_size=12))
@examples(20)
def test_group_is_ranked_as_if_nobody_else_had_played(field):
    values = [Fraction(value) for value, _is_member, _presence in field]
    profiles = [
        Profile(category="in" if is_member else "", presence=presence)
        for _value, is_member, presence in field
    ]
    alone = rank_units(values, profiles, is_member=lambda profile: profile.category == "in")
    overall = {row.unit: row.place for row in rank_units(values, profiles)}

    inside = places_within([overall[row.unit] for row in alone])

    assert inside == [row.place for row in alone]


def place(keys, line=None, unranked=()):
    """Places of units whose results are whole numbers."""
    columns = [np.array(key, dtype=np.int64) for key in keys]
    is_placed = np.ones(columns[0].size, dtype=np.bool_)
    is_placed[list(unranked)] = False
    lines = np.zeros(columns[0].size, dtype=np.int64) if line is None else np.array(line)
    return place_units(columns, lines, is_placed)


def test_published_alternated_ranking():
    players = PUBLISHED["players"]
    tenths = [int(Fraction(player["overall"]) * 10) for player in players]

    places = place([tenths], [player["line"] for player in players])

    assert places.alternated.tolist() == [player["alternated_place"] for player in players]


@pytest.mark.parametrize(
    ("tenths", "places"),
    [
        ([600, 500, 400], [1, 2, 3]),
        ([600, 600, 400], [1, 1, 3]),
        ([400, 600, 600, 600, 300], [4, 1, 1, 1, 5]),
        ([500, 500], [1, 1]),
        ([], []),
    ],
)
def test_equal_players_share_a_place(tenths, places):
    assert place([tenths]).overall.tolist() == places


def test_those_who_are_not_placed_have_no_place_and_take_none():
    places = place([[900, -50, 300]], [N, N, W], unranked=[0])

    assert places.overall.tolist() == [0, 2, 1]
    assert places.line.tolist() == [0, 1, 1]
    assert places.alternated.tolist() == [0, 2, 1]


@pytest.mark.parametrize(
    ("later", "places"),
    [
        ((), [1, 1, 1, 4]),
        (([400, 500, 400, 900],), [2, 1, 2, 4]),
        (([700, 600, 800, 900],), [2, 3, 1, 4]),
        (([400, 500, 400, 900], [700, 600, 800, 900]), [3, 1, 2, 4]),
    ],
)
def test_later_keys_part_equals_in_their_order_only(later, places):
    assert place([[600, 600, 600, 500], *later]).overall.tolist() == places


def test_lines_are_ranked_apart():
    assert place([[600, 500, 700, 500, 400]], [N, W, N, W, W]).line.tolist() == [2, 1, 1, 1, 3]


def test_two_firsts_of_a_line_are_both_among_the_firsts():
    places = place([[600, 600, 550, 400, 590, 580]], [N, N, N, S, S, S]).alternated

    assert places.tolist() == [1, 1, 5, 6, 3, 4]


def test_equals_of_different_lines_share_their_place():
    assert place([[600, 500, 600, 500]], [N, N, E, E]).alternated.tolist() == [1, 3, 1, 3]


def test_line_that_runs_out_leaves_the_rest_to_the_others():
    assert place([[600, 500, 400, 300, 450]], [N, N, N, W, W]).alternated.tolist() == [1, 3, 5, 4, 2]
