"""Details that distinguish people of one name."""

import pytest

from tournaments.core.namesakes import Distinction, Known, ToldBy, tell_apart


def told(*people: Known) -> list[ToldBy | None]:
    return [person.told_by for person in tell_apart(people)]


@pytest.mark.parametrize(
    ("first", "second", "by"),
    [
        (("Annecy", "1"), ("Lyon", "2"), ToldBy.CLUB),
        (("Annecy", ""), ("", ""), ToldBy.CLUB),
        (("Annecy", "1"), ("ANNECY", "2"), ToldBy.LICENCE),
        (("", ""), ("", "2"), ToldBy.LICENCE),
        (("", ""), ("", ""), ToldBy.NUMBER),
    ],
)
def test_the_club_tells_most_then_the_licence_then_a_number(first, second, by) -> None:
    people = [Known("DUPONT Jean", "Jean D.", *first), Known("Dupont Jean", "Jean D.", *second)]

    assert told(*people) == [by, by]


def test_who_has_no_namesake_is_told_by_nothing() -> None:
    assert tell_apart([Known("DURAND Anne", "Anne D."), Known("MOREL Léa", "Léa M.")]) == [Distinction()] * 2


def test_public_names_are_alike_where_full_ones_are_not() -> None:
    people = [Known("DUPONT Jean", "Jean D."), Known("DURAND Jean", "Jean D."), Known("DUVAL Jean", "")]

    assert tell_apart(people) == [Distinction(public_number=1), Distinction(public_number=2), Distinction()]
