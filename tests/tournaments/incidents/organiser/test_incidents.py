"""The pages of guided actions: read, confirmed, refused with the input kept, taken back."""

from itertools import cycle

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.incidents import deal_with, entry_called, places_of, play_rounds
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.enums import EventRole, IncidentKind, TournamentState
from tournaments.incidents.organiser.incidents import CASE_PAGES
from tournaments.incidents.services.boards_taken import BoardsTaken
from tournaments.incidents.services.shortening import Shortening
from tournaments.models import Incident, Person, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def organiser(tournament: Tournament, client: Client) -> Client:
    client.force_login(make_user(club=tournament.club))
    return client


def address(name: str, tournament: Tournament, *arguments: int) -> str:
    return reverse(f"organiser-unforeseen{name}", args=[tournament.slug, *arguments])


def swap_fields(tournament: Tournament, **fields: object) -> dict[str, object]:
    first, second = (entry_called(tournament, name).pk for name in ("Nom02", "Nom07"))
    return {"entry": first, "other": second, "first_round": 2, "last_round": ""} | fields


def test_reading_changes_nothing(organiser: Client, tournament: Tournament) -> None:
    places = places_of(entry_called(tournament, "Nom02"))

    page = organiser.get(address("-swap", tournament), swap_fields(tournament, voir=1))

    assert "Ce qui va changer" in page.content.decode()
    assert "adversaires rencontrés plusieurs fois" in page.content.decode()
    assert places_of(entry_called(tournament, "Nom02")) == places
    assert not Incident.objects.exists()


def test_confirming_what_was_read_does_it(organiser: Client, tournament: Tournament) -> None:
    page = organiser.get(address("-swap", tournament), swap_fields(tournament, voir=1))
    fingerprint = page.context["rehearsal"].told.fingerprint

    answer = organiser.post(
        address("-swap", tournament), swap_fields(tournament, seen=fingerprint), follow=True
    )

    assert "C’est fait" in answer.content.decode()
    assert "ont joué l’un à la place de l’autre, position 2" in answer.content.decode()
    assert Incident.objects.get().kind == IncidentKind.SWAP


def test_confirming_something_else_shows_what_it_is_now(organiser: Client, tournament: Tournament) -> None:
    answer = organiser.post(address("-swap", tournament), swap_fields(tournament, seen="0" * 16))

    assert "Quelque chose a changé entre-temps" in answer.content.decode()
    assert "Ce qui va changer" in answer.content.decode()
    assert not Incident.objects.exists()


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        ("swap", {"other": ""}, "Ce champ est obligatoire."),
        ("swap", {"first_round": "9"}, "Choisissez une position de 1 à 5."),
        ("slow", {"table": "99", "first_round": "1", "count": "1", "way": "lost"}, "n’a plus de donne"),
        ("slow", {"table": "1", "first_round": "1", "count": "9", "way": "lost"}, "plus que 4 donnes"),
        ("spoiled", {"board": "99", "first_round": "1"}, "Cet étui n’est pas joué à cet endroit."),
        ("shortened", {"last_round": "5"}, "Choisissez une position de 0 à 4."),
    ],
)
def test_what_cannot_be_is_told_at_its_field(
    organiser: Client, tournament: Tournament, kind: str, fields: dict[str, str], told: str
) -> None:
    query = (swap_fields(tournament) if kind == "swap" else {}) | fields | {"voir": 1}

    page = organiser.get(address(f"-{kind}", tournament), query)

    assert page.status_code == 200
    assert any(told in error for errors in page.context["form"].errors.values() for error in errors)
    assert page.context["rehearsal"] is None


def test_nonsense_is_refused_in_words(organiser: Client, tournament: Tournament) -> None:
    for (kind, case), junk in zip(CASE_PAGES.items(), cycle(("", "-1", "x" * 300, "9" * 21)), strict=False):
        fields = dict.fromkeys(case.form.base_fields, junk) | {"voir": 1}

        page = organiser.get(address(f"-{kind}", tournament), fields)

        assert page.status_code == 200
        assert page.context["form"].errors


def test_a_referee_may_take_boards_away_but_not_change_seats(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user(tournament=tournament, role=EventRole.REFEREE))
    incident = deal_with(tournament, Shortening(last_round=3))

    page = client.get(address("", tournament))
    undone = client.post(address("-undo", tournament, incident.pk))

    assert client.get(address("-slow", tournament)).status_code == 200
    assert client.get(address("-swap", tournament)).status_code == 403
    assert address("-slow", tournament) in page.content.decode()
    assert address("-swap", tournament) not in page.content.decode()
    assert undone.status_code == 403


def test_what_was_done_is_taken_back_from_the_list(organiser: Client, tournament: Tournament) -> None:
    incident = deal_with(tournament, Shortening(last_round=3))

    page = organiser.post(address("-undo", tournament, incident.pk), follow=True)

    assert "C’est annulé" in page.content.decode()
    assert "annulé</span>" in page.content.decode()
    again = organiser.post(address("-undo", tournament, incident.pk), follow=True)
    assert "Cette action est déjà annulée." in again.content.decode()


def test_deals_put_off_wait_in_the_list_until_they_are_played(
    organiser: Client, tournament: Tournament
) -> None:
    plays = [play for play in list_plays(tournament) if (play.round.number, play.table.number) == (1, 3)][:2]
    deal_with(tournament, BoardsTaken(kind=IncidentKind.SLOW, plays=tuple(plays), is_later=True))

    page_before = organiser.get(address("", tournament)).content.decode()
    enter_results((play, 56) for play in plays)
    page_after = organiser.get(address("", tournament)).content.decode()

    assert "2 donnes encore à jouer" in page_before
    assert "encore à jouer" not in page_after
    assert "joué depuis" in page_after


def test_what_cannot_happen_yet_leads_back_to_the_list(client: Client) -> None:
    draft = make_tournament(make_club())
    client.force_login(make_user(club=draft.club))

    assert client.get(address("-swap", draft)).status_code == 302
    page = client.get(address("", draft))

    assert "quand les places seront fixées." in page.content.decode()
    assert client.get(address("-missing", draft)).status_code == 200


def test_a_finished_tournament_is_left_alone(organiser: Client, tournament: Tournament) -> None:
    incident = deal_with(tournament, Shortening(last_round=3))
    undo = address("-undo", tournament, incident.pk)
    open_page = organiser.get(address("", tournament)).text
    Tournament.objects.update(state=TournamentState.FINISHED)

    page = organiser.get(address("", tournament)).text
    refused = organiser.post(undo, follow=True)

    assert page.count("rouvrez-le d’abord") == 1
    assert address("-swap", tournament) not in page
    assert (undo in open_page, undo in page) == (True, False)
    assert [str(message) for message in refused.context["messages"]] == [
        "Le tournoi est terminé\u00a0: rouvrez-le d’abord."
    ]
    incident.refresh_from_db()
    assert incident.undone_at is None


def test_the_list_costs_the_same_for_one_and_for_five(
    organiser: Client, tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    session, user = tournament.sessions.get(), make_user("Directrice")
    for count in (1, 5):
        for _ in range(count):
            session.incidents.create(kind=IncidentKind.SHORTENED, facts={"last": 3}, made_by=user)
        with django_assert_num_queries(8):
            organiser.get(address("", tournament))


def test_score_sheets_lose_deals_too(client: Client) -> None:
    free = make_seated_sheets(make_club())
    client.force_login(make_user(club=free.club))
    fields = {"table": 2, "first_round": 1, "count": 1, "way": "lost", "guilty": "all", "voir": 1}

    page = client.get(address("-slow", free), fields)

    assert "donne 2, non jouée" in page.content.decode()
    assert "100 points" in page.content.decode()


def test_rounds_begin_with_the_one_that_is_played(organiser: Client, tournament: Tournament) -> None:
    play_rounds(tournament, 2)

    page = organiser.get(address("-leaving", tournament))

    assert page.context["form"]["after_round"].initial == 3


@pytest.mark.parametrize(
    ("written", "last_name"),
    [("durand an", "Durand"), ("DURAND Anne", "Durand"), ("4711", "Œuvrard"), ("oeuvrard", "Œuvrard")],
)
def test_who_comes_is_found_in_the_register_by_what_is_typed(
    organiser: Client, tournament: Tournament, written: str, last_name: str
) -> None:
    Person.objects.create(club=tournament.club, last_name="Durand", first_name="Anne")
    Person.objects.create(club=tournament.club, last_name="Durand", first_name="Anne-Marie")
    Person.objects.create(club=tournament.club, last_name="Œuvrard", federation_number="4711")
    if written == "durand an":
        Person.objects.filter(first_name="Anne-Marie").delete()

    page = organiser.get(address("-substitute", tournament), {"person": written, "voir": 1})

    assert page.context["form"].cleaned_data["person"].last_name == last_name
    assert '<option value="ŒUVRARD"></option>' in page.text


@pytest.mark.parametrize(
    ("written", "told"), [("durand", "DURAND Anne, DURAND Anne-Marie"), ("zzz", "ne correspond à")]
)
def test_several_and_none_are_told_at_the_field_of_who_comes(
    organiser: Client, tournament: Tournament, written: str, told: str
) -> None:
    for first_name in ("Anne", "Anne-Marie"):
        Person.objects.create(club=tournament.club, last_name="Durand", first_name=first_name)

    page = organiser.get(address("-substitute", tournament), {"person": written, "voir": 1})

    assert told in page.context["form"].errors["person"][0]
    assert f'value="{written}"' in page.text
