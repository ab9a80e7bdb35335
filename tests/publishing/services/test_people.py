"""People of a received state, found in the register of the club."""

import unicodedata
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from publishing.models import SharedPerson
from publishing.queries.kinds import PERSON_FIELDS
from publishing.queries.row_values import column_of, value_from_json, value_to_json
from publishing.services.people import find_people
from tests.factories.tournaments import make_club
from tournaments.models import Club, Person
from tournaments.site.services.erasure import erase_person

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("last_name", "first_name"),
    [("ÉVRARD", "ZOÉ"), ("évrard", unicodedata.normalize("NFD", "Zoé")), ("Évrard", "Zoé")],
)
def test_person_without_a_licence_is_found_under_another_spelling(last_name: str, first_name: str) -> None:
    club = make_club()
    person = Person.objects.create(club=club, last_name="Évrard", first_name="Zoé")
    received = Person(club=club, last_name=last_name, first_name=first_name)
    values = {name: value_to_json(column_of(Person, name), received) for name in PERSON_FIELDS}

    keys = find_people(club, [[str(uuid4()), values]])

    assert list(keys.values()) == [person.pk]


def test_other_accents_are_another_person() -> None:
    club = make_club()
    Person.objects.create(club=club, last_name="Évrard", first_name="Zoé")
    received = Person(club=club, last_name="Evrard", first_name="Zoé")
    values = {name: value_to_json(column_of(Person, name), received) for name in PERSON_FIELDS}

    find_people(club, [[str(uuid4()), values]])

    assert Person.objects.filter(club=club).count() == 2


def numbered(club: Club, number: str, last_name: str = "Évrard") -> Person:
    return Person(club=club, last_name=last_name, first_name="Zoé", federation_number=number)


def as_sent(received: Person) -> dict[str, Any]:
    return {name: value_to_json(column_of(Person, name), received) for name in PERSON_FIELDS}


@pytest.mark.parametrize(
    ("number", "name", "is_same"),
    [
        ("01234567", "Durand", True),  # of one number, whatever the name
        ("1234567", "Évrard", True),  # a spreadsheet dropped the zero
        ("1234567", "Durand", False),
        ("1234568", "Évrard", False),
    ],
)
def test_licence_number_without_its_zero_needs_the_name_as_well(
    number: str, name: str, is_same: bool
) -> None:
    club = make_club()
    person = numbered(club, "01234567")
    person.save()

    keys = find_people(club, [[str(uuid4()), as_sent(numbered(club, number, name))]])

    assert (list(keys.values()) == [person.pk]) is is_same


def test_two_spellings_of_a_number_in_a_state_stay_two_people() -> None:
    club = make_club()
    numbered(club, "01234567").save()
    rows = [[str(uuid4()), as_sent(numbered(club, number))] for number in ("01234567", "1234567")]

    keys = find_people(club, rows)

    assert len(set(keys.values())) == 2


def test_number_that_fits_two_people_names_neither() -> None:
    club = make_club()
    for number in ("01234567", "001234567"):
        numbered(club, number).save()

    find_people(club, [[str(uuid4()), as_sent(numbered(club, "1234567"))]])

    assert Person.objects.filter(club=club).count() == 3


@pytest.mark.parametrize("came_from_elsewhere", [True, False])
def test_what_another_writer_changes_while_a_state_is_read_is_kept(
    came_from_elsewhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club()
    person = Person.objects.create(club=club, last_name="Évrard", first_name="Zoé", shows_full_name=True)
    wire = uuid4()
    SharedPerson.objects.create(club=club, person=person, wire=wire, came_from_elsewhere=came_from_elsewhere)
    sent = as_sent(
        Person(club=club, last_name="Évrard", first_name="Zoé", birth_year=1960, refuses_full_name=True)
    )

    def write_meanwhile(column: Any, value: Any) -> Any:
        Person.objects.filter(pk=person.pk).update(phone="0612345678")
        return value_from_json(column, value)

    monkeypatch.setattr("publishing.services.people.value_from_json", write_meanwhile)
    find_people(club, [[str(wire), sent]])

    person.refresh_from_db()
    assert (person.phone, person.refuses_full_name) == ("0612345678", True)


def test_person_who_is_erased_while_a_state_is_read_stays_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club()
    person = Person.objects.create(club=club, last_name="Évrard", first_name="Zoé")
    wire = uuid4()
    SharedPerson.objects.create(club=club, person=person, wire=wire, came_from_elsewhere=True)
    sent = as_sent(Person(club=club, last_name="Évrard", first_name="Zoé", birth_year=1960))

    def erase_meanwhile(column: Any, value: Any) -> Any:
        if Person.objects.filter(pk=person.pk).exists():
            erase_person(person=person, typed_name="Zoé Évrard", erased_by=None)
        return value_from_json(column, value)

    monkeypatch.setattr("publishing.services.people.value_from_json", erase_meanwhile)
    find_people(club, [[str(wire), sent]])

    erased = Person.everybody.get(pk=person.pk)
    assert erased.erased_at is not None
    assert erased.birth_year is None


@pytest.mark.parametrize("number", ["", "0123456"])
def test_people_of_a_large_event_take_the_queries_of_one(number: str) -> None:
    counts = []
    for count in (1, 5):
        club = make_club()
        rows = [
            [str(uuid4()), as_sent(numbered(club, number and f"{number}{place}", f"{'ABCDE'[place]}onnet"))]
            for place in range(count)
        ]
        with CaptureQueriesContext(connection) as queries:
            found = find_people(club, rows)
        counts.append(len(queries))
        assert sorted(found.values()) == sorted(club.people.values_list("pk", flat=True))
        assert SharedPerson.objects.filter(club=club, came_from_elsewhere=True).count() == count

    assert counts[0] == counts[1]


@pytest.mark.postgres
def test_number_that_a_state_has_twice_is_one_person() -> None:
    club = make_club()
    rows = [[str(uuid4()), as_sent(numbered(club, "12", name))] for name in ("Évrard", "Durand")]
    rows[0][1]["shows_full_name"] = rows[1][1]["refuses_full_name"] = True

    found = find_people(club, rows)

    person = club.people.get()
    assert set(found.values()) == {person.pk}
    assert (person.last_name, person.refuses_full_name) == ("Évrard", True)
    assert sorted(SharedPerson.objects.values_list("came_from_elsewhere", flat=True)) == [False, True]


def test_number_of_a_person_who_is_new_is_not_given_to_another_one() -> None:
    club = make_club()
    follower, newcomer = str(uuid4()), str(uuid4())
    find_people(club, [[follower, as_sent(numbered(club, "1", "Durand"))]])

    changed = as_sent(numbered(club, "2", "Durand"))
    keys = find_people(club, [[newcomer, as_sent(numbered(club, "2", "Zola"))], [follower, changed]])

    numbers = dict(club.people.values_list("pk", "federation_number"))
    assert (numbers[keys[newcomer]], numbers[keys[follower]]) == ("2", "1")
