"""Names in public of a club; data taken along or erased by the keeper or by the person."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_people, make_user
from tournaments.models import Club, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def person(club: Club) -> Person:
    return make_people(club, 1)[0]


@pytest.fixture
def keeper(club: Club) -> Client:
    client = Client()
    client.force_login(make_user(club=club))
    return client


@pytest.fixture
def player(person: Person) -> Client:
    client = Client()
    person.user = make_user("Ana")
    person.save()
    client.force_login(person.user)
    return client


def test_names_without_consent_become_numbers_at_once(keeper: Client, club: Club, person: Person) -> None:
    Person.objects.update(shows_full_name=False)
    page = reverse("organiser-club-privacy", args=[club.slug])

    keeper.post(page, {"withholds_names": "on"})
    person.refresh_from_db()
    numbered = person.public_name
    keeper.post(page, {})
    person.refresh_from_db()

    assert (numbered, person.public_name) == (f"Joueur {person.pk}", "Ana N.")


def test_the_keeper_hands_over_and_erases(keeper: Client, club: Club, person: Person) -> None:
    page = reverse("organiser-person-data", args=[club.slug, person.pk])
    packed = keeper.get(reverse("organiser-person-data-file", args=[club.slug, person.pk]))

    wrong = keeper.post(page, {"typed_name": "Nom02"})
    still_there = Person.objects.filter(pk=person.pk).exists()
    right = keeper.post(page, {"typed_name": "NOM01 Ana"})

    with ZipFile(BytesIO(packed.content)) as archive:
        assert archive.namelist() == ["donnees.json", "donnees.txt"]
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["typed_name"])
    assert (right.status_code, still_there) == (302, True)
    assert not Person.objects.filter(pk=person.pk).exists()


def test_somebody_finds_and_erases_himself(player: Client, person: Person) -> None:
    listed = player.get(reverse("organiser-own-data"))
    page = reverse("organiser-own-data-person", args=[person.pk])

    answer = player.post(page, {"typed_name": "nom01 ana"})

    assert page in listed.text
    assert answer.status_code == 302
    assert player.get(reverse("organiser-own-data")).status_code == 302
    assert not Person.objects.filter(pk=person.pk).exists()


def test_nobody_finds_somebody_else(player: Client, club: Club) -> None:
    other = make_people(club, 1)[0]

    answers = [
        player.get(reverse(name, args=[other.pk]))
        for name in ("organiser-own-data-person", "organiser-own-data-file")
    ]

    assert [answer.status_code for answer in answers] == [403, 403]
