"""People registered before November 2026 had no search key."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.factories.tournaments import make_club
from tournaments.models import Person

pytestmark = pytest.mark.django_db


def test_earlier_people_get_the_key_that_they_would_get_today() -> None:
    club = make_club()
    people = [
        Person.objects.create(club=club, last_name=name, first_name="Jean-Noël", federation_number="12")
        if number == 0
        else Person.objects.create(club=club, last_name=name, home_club="Étui d’Œuf")
        for number, name in enumerate(["L’Hermite de la Tour", "Straße"])
    ]
    keys = [person.search_key for person in people]
    Person.objects.update(search_key="")
    migration = import_module("tournaments.migrations.0029_person_search_keys")

    migration.fill_keys(apps, None)
    migration.fill_keys(apps, None)

    assert [Person.objects.get(pk=person.pk).search_key for person in people] == keys
