"""Practising from the pages: its band everywhere, a step at a press, gone at a press, apart from the rest."""

import datetime

import pytest
from django.urls import reverse

from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.enums import EventRole, TournamentState, Visibility
from tournaments.evening.services.practice import create_practice
from tournaments.models import Tournament
from tournaments.results.services.table_access import open_phones, table_secret

pytestmark = pytest.mark.django_db

BAND = "joueurs fictifs, rien ne compte"


@pytest.fixture
def club(client):
    club = make_club()
    client.force_login(make_user(club=club))
    return club


def make_practice(club):
    return create_practice(
        club=club,
        name="Essai",
        format_code="duplicate_individual",
        starts_on=datetime.date(2026, 11, 20),
        created_by=None,
    )


def test_a_practice_event_is_made_with_one_press(client, club):
    address = reverse("organiser-practice", args=[club.slug])

    answer = client.post(address, {"kind": client.get(address).context["form"]["kind"].value()}, follow=True)

    practice_event = Tournament.objects.get()
    assert practice_event.is_practice
    assert BAND in answer.content.decode()
    assert "Inscrire les joueurs fictifs qui manquent" in answer.content.decode()


def test_each_press_does_the_next_step(client, club):
    tournament = make_practice(club)
    address = reverse("organiser-practice-step", args=[tournament.slug])

    for _press in range(5):
        page = client.post(address, follow=True)

    tournament.refresh_from_db()
    assert (tournament.state, tournament.entries.count()) == (TournamentState.PLAYING, 20)
    assert "Jouer une position au hasard" in page.content.decode()


@pytest.mark.parametrize("name", ["organiser-entries", "organiser-results", "public-standings"])
def test_the_band_is_on_its_pages_and_on_no_other(client, club, name):
    practice, real = make_practice(club), make_tournament(club)

    pages = [client.get(reverse(name, args=[event.slug])).content.decode() for event in (practice, real)]

    assert [BAND in page for page in pages] == [True, False]


def test_papers_and_phones_say_that_it_is_practice(client, club):
    tournament = make_practice(club)
    for _press in range(4):
        client.post(reverse("organiser-practice-step", args=[tournament.slug]))
    tournament.refresh_from_db()
    access = open_phones(session=tournament.sessions.get(), opened_by=None)[0]

    paper = client.get(reverse("organiser-document-preview", args=[tournament.slug, "seat_lists"]))
    phone = client.get(reverse("table-page", args=[table_secret(access)]), follow=True)

    assert "ENTRAÎNEMENT – Essai" in paper.content.decode()
    assert BAND in phone.content.decode()


def test_nobody_finds_it_on_the_public_pages(client, club):
    practice = make_practice(club)
    real = make_tournament(club, name="Vraie soirée")
    Tournament.objects.update(visibility=Visibility.PUBLIC, state=TournamentState.FINISHED)

    home = client.get(reverse("public-home")).content.decode()
    Tournament.objects.filter(pk=real.pk).update(visibility=Visibility.PRIVATE)
    boards = client.get(reverse("public-ladders", args=[club.slug]))

    assert (practice.name in home, real.name in home) == (False, True)
    assert boards.status_code == 404


def test_it_goes_after_one_question(client, club):
    tournament = make_practice(club)
    address = reverse("organiser-practice-delete", args=[tournament.slug])

    question_page = client.get(address)
    answer = client.post(address)

    assert "c’est définitif" in question_page.content.decode()
    assert answer.headers["Location"] == reverse("organiser-club", args=[club.slug])
    assert not Tournament.objects.exists()


def test_only_who_prepares_it_practises(client, club):
    tournament = make_practice(club)
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    answers = [
        client.post(reverse("organiser-practice-step", args=[tournament.slug])),
        client.get(reverse("organiser-practice-delete", args=[tournament.slug])),
        client.post(reverse("organiser-practice-delete", args=[tournament.slug])),
    ]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert Tournament.objects.exists()


def test_no_competition_offers_it(client, club):
    practice, real = make_practice(club), make_tournament(club)
    client.post(
        reverse("organiser-competitions", args=[club.slug]),
        {"name": "Coupe", "kind": "championship", "method": "sum", "best_events": "", "least_events": "1"},
    )
    competition = club.competitions.get()

    page = client.get(reverse("organiser-competition", args=[club.slug, competition.pk])).content.decode()

    assert f'<option value="{real.pk}">' in page
    assert f'<option value="{practice.pk}">' not in page
