"""People of a received state, found in the register of the club."""

import unicodedata
from uuid import uuid4

import pytest

from publishing.queries.kinds import PERSON_FIELDS
from publishing.queries.row_values import column_of, value_to_json
from publishing.services.people import find_people
from tests.factories.tournaments import make_club
from tournaments.models import Person

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
