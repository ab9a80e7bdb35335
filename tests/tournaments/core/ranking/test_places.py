from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.ranking.classification import Presence, Profile, rank_units
from tournaments.core.ranking.places import assign_places, places_within
from tournaments.core.ranking.roots import RootSum


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
@settings(max_examples=50)
def test_place_is_one_more_than_those_who_are_better(chains):
    def key(chain):
        return [(value is not None, value or 0) for value in chain]

    expected = [1 + sum(key(other) > key(chain) for other in chains) for chain in chains]

    assert assign_places(chains) == expected


def test_places_inside_a_group_count_its_members_only():
    assert places_within([2, 5, 5, None, 9]) == [1, 2, 2, None, 4]


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans(), st.sampled_from(Presence)), max_size=12))
@settings(max_examples=40)
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
