"""Person of a register that a name and a number identify."""

import pytest

from tests.factories.tournaments import make_club
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.models import Club, Person
from tournaments.people.services.identity import PersonMatch, Register, people_near

pytestmark = pytest.mark.django_db


def find(
    club: Club, last_name: str, first_name: str = "", number: str = "", *, is_list: bool = True
) -> PersonMatch:
    register = Register(Person.objects.filter(club=club))
    return register.find(
        PlayerRow(last_name=last_name, first_name=first_name, number=number), may_be_married=is_list
    )


def add(club: Club, last_name: str, first_name: str = "", number: str = "") -> Person:
    return Person.objects.create(
        club=club, last_name=last_name, first_name=first_name, federation_number=number
    )


@pytest.mark.parametrize(
    ("last_name", "first_name"),
    [
        ("VOISIN", "JEAN-NOEL"),
        ("Voisin", "Jean Noël"),
        ("Voisin", "J."),
        ("Voisin", ""),
        ("Voisin-Petit", "Jean"),
        ("de Voisin", "Jean-Noël"),
        ("Voizin", "Jean-Noël"),
        ("Jean-Noël", "Voisin"),
    ],
)
def test_holder_of_the_number_is_meant_where_the_name_agrees(last_name: str, first_name: str) -> None:
    club = make_club()
    person = add(club, "Voisin", "Jean-Noël", "031")

    assert find(club, last_name, first_name, "31") == PersonMatch((person,))


@pytest.mark.parametrize(
    ("last_name", "first_name", "number"),
    [
        ("Besson", "Monique", "31"),
        ("Besson", "Jean", "31"),  # a number drawn in the evening says nothing, nor does a first name
        ("Voisin", "Marie", "4797285"),
        ("Besson", "J.", "4797285"),
        ("Voisin", "Jeanne", "4797285"),
    ],
)
def test_holder_of_another_name_is_a_question(last_name: str, first_name: str, number: str) -> None:
    club = make_club()
    person = add(club, "Voisin", "Jean", number)
    namesake = add(club, last_name, first_name, "77")

    match = find(club, last_name, first_name, number)

    assert (match.holder, match.people) == (person, (namesake,))


def test_name_of_marriage_needs_a_licence_and_a_list() -> None:
    club = make_club()
    person = add(club, "Voisin", "Anne", "4797285")

    assert find(club, "Besson", "Anne", "4797285") == PersonMatch((person,))
    assert find(club, "Besson", "Anne", "4797285", is_list=False).holder == person


def test_of_two_numbers_that_differ_in_zeros_the_name_decides() -> None:
    club = make_club()
    add(club, "Voisin", "Jean", "31")
    person = add(club, "Besson", "Monique", "0031")

    assert find(club, "BESSON", "MONIQUE", "31") == PersonMatch((person,))


@pytest.mark.parametrize("written", ["OEUVRARD", "Oeuvrard", "ŒUVRARD"])
def test_letters_that_capitals_lose_are_the_same(written: str) -> None:
    club = make_club()
    person = add(club, "Œuvrard", "Maël")

    assert find(club, written, "MAEL") == PersonMatch((person,))


@pytest.mark.parametrize(
    ("last_name", "written"),
    [
        ("Łuczak", "LUCZAK"),
        ("Bjørn", "BJORN"),
        ("Đorđević", "DORDEVIC"),
        ("Weiß", "WEISS"),
        ("Lætitien", "LAETITIEN"),
        ("D’Orgemont", "D'ORGEMONT"),
        ("Dʼorgemont", "D ORGEMONT"),
        ("de La Tour", "DE-LA-TOUR"),
        ("van den Berg", "VAN DEN BERG"),
    ],
)
def test_one_notion_of_letters_finds_people(last_name: str, written: str) -> None:
    club = make_club()
    person = add(club, last_name)

    assert find(club, written) == PersonMatch((person,))


def test_whole_name_is_cut_as_the_register_has_it() -> None:
    club = make_club()
    add(club, "de La Tour", "Anne")
    register = Register(club.people.all())

    name = register.split_name("ANNE DE LA TOUR")

    assert name is not None
    assert (name.last_name, name.first_name) == ("de La Tour", "Anne")
    assert register.split_name("Anne Tour") is None


@pytest.mark.parametrize(
    ("last_name", "first_name", "number"),
    [
        ("LEFEVRE", "Anne", ""),
        ("le fèvre", "ANNE", ""),
        ("LEFEVREDUBOIS", "Anne", ""),
        ("Autre", "Nom", "0042"),
    ],
)
def test_people_near_a_line_are_all_whom_it_may_mean(
    club: Club, last_name: str, first_name: str, number: str
) -> None:
    named = [add(club, "LEFEVRE", "Anne"), add(club, "LEFEVRE née DUBOIS", "Anne"), add(club, "A", "B", "42")]
    named.append(add(club, "LEFEVRE DUBOIS", "Anne"))
    add(club, "MARTIN", "Paul", "7")
    row = PlayerRow(last_name=last_name, first_name=first_name, number=number)

    people = list(people_near(club.pk, [row]))

    near_match = Register(people).find(row)
    assert near_match == Register(Person.objects.filter(club=club)).find(row)
    assert near_match.candidates
    assert set(people) < set(Person.objects.all())
    assert set(near_match.candidates) <= set(named)
