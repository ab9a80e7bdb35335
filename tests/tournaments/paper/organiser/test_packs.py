"""Packs on the pages: offered first, asked for from the hall, secret papers for those who may."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import EventRole, JobState
from tournaments.models import PrintedDocument, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return make_seated_tournament(make_club())


def client_as(evening: Tournament, role: EventRole) -> Client:
    client = Client()
    client.force_login(make_user("Dominique", tournament=evening, role=role))
    return client


def path(evening: Tournament, name: str, *arguments: str) -> str:
    return reverse(name, args=[evening.slug, *arguments])


def test_hall_asks_for_what_is_missing_and_follows_it_among_the_documents(evening):
    desk = client_as(evening, EventRole.DIRECTOR)
    hall = desk.get(path(evening, "organiser-hall")).content.decode()
    assert 'value="missing_now"' in hall

    page = desk.post(path(evening, "organiser-documents"), {"kind": "missing_now"}, follow=True)

    job = PrintedDocument.objects.get()
    assert (job.kind, job.state) == ("missing_now", JobState.QUEUED)
    assert "Ce qui manque maintenant" in page.content.decode()


def test_packs_stand_before_the_list_and_not_in_it(evening):
    page = client_as(evening, EventRole.DIRECTOR).get(path(evening, "organiser-documents")).content.decode()

    assert page.count('value="evening_pack"') == page.count('value="missing_now"') == 1
    assert page.index('value="evening_pack"') < page.index('value="name_badges"')


def test_who_may_not_print_is_not_offered_to_print(evening):
    checker = client_as(evening, EventRole.CHECKER)

    hall = checker.get(path(evening, "organiser-hall"))

    assert hall.status_code == 200
    assert "missing_now" not in hall.content.decode()


def test_secret_papers_come_into_a_pack_only_for_their_readers(evening):
    desk = client_as(evening, EventRole.DIRECTOR)
    choice = {"kinds": ["travellers", "hand_diagrams"]}

    page = desk.get(path(evening, "organiser-document-page", "evening_pack")).content.decode()
    desk.post(path(evening, "organiser-document-page", "evening_pack"), choice)

    assert 'value="travellers"' in page
    assert 'value="hand_diagrams"' not in page
    assert not PrintedDocument.objects.exists()
