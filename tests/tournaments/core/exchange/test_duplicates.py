"""People who stand twice in a register."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.alphabet import is_one_letter_away
from tournaments.core.exchange import duplicates
from tournaments.core.exchange.duplicates import (
    Duplicate,
    KnownPerson,
    Likeness,
    find_duplicates,
)


def likeness_of(first, second):
    duplicates = find_duplicates([KnownPerson(1, *first), KnownPerson(2, *second)])
    return duplicates[0].likeness if duplicates else None


@pytest.mark.parametrize(
    ("first", "second", "likeness"),
    [
        (("Durand", "Anne", "0012-3"), ("Martin", "Luc", "123"), Likeness.NUMBER),
        (("LEFEVRE", "Zoe"), ("Lefèvre", "Zoé"), Likeness.NAME),
        (("Le Gall", "Jean-Noël"), ("LEGALL", "Jean Noël", "12"), Likeness.NAME),
        (("Durand", "Anne"), ("Anne", "Durand"), Likeness.SWAPPED),
        (("Durand", "Anne"), ("Durant", "Anne"), Likeness.LETTER),
        (("Durand", "Anne"), ("Durand", "Annie"), Likeness.LETTER),
        (("Durand", "Anne"), ("Druand", "Anne"), Likeness.LETTER),
        (("Durand", "Anne", "12"), ("Durand", "Anne", "13"), None),
        (("Durand", "Anne"), ("Durand", "Luc"), None),
        (("Roy", "Ian"), ("Roy", "Jan"), None),
        (("Durand", ""), ("Durand", "Anne"), None),
    ],
)
def test_likeness_of_two_people(first, second, likeness):
    assert likeness_of(first, second) == likeness
    assert likeness_of(second, first) == likeness


def test_each_pair_comes_once_the_surest_first():
    people = [
        KnownPerson(3, "Durant", "Anne"),
        KnownPerson(1, "Durand", "Anne", "7"),
        KnownPerson(2, "Durand", "Anne"),
        KnownPerson(4, "Petit", "Luc", "007"),
    ]

    assert find_duplicates(people) == [
        Duplicate(1, 4, Likeness.NUMBER),
        Duplicate(1, 2, Likeness.NAME),
        Duplicate(1, 3, Likeness.LETTER),
        Duplicate(2, 3, Likeness.LETTER),
    ]


def test_pairs_beyond_the_limit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of namesakes have millions of pairs, on which a page would never end."""
    monkeypatch.setattr(duplicates, "MOST_COMPARED", 2)

    pairs = find_duplicates(KnownPerson(key, "Durand", "Anne") for key in (1, 2, 3))

    assert [(pair.first, pair.second) for pair in pairs] == [(1, 2), (1, 3)]


WORDS = st.text("abc", min_size=1, max_size=6)


@given(WORDS, WORDS)
def test_one_letter_away_goes_both_ways(one, other):
    assert is_one_letter_away(one, other) == is_one_letter_away(other, one)


@given(WORDS, st.integers(0, 5), st.sampled_from("abc"))
def test_a_letter_put_in_is_one_letter_away(word, place, letter):
    longer = word[:place] + letter + word[place:]

    assert is_one_letter_away(word, longer)
    assert not is_one_letter_away(longer, longer)
