"""Penalties on their page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_seated_tournament, make_user
from tournaments.enums import EventRole
from tournaments.models import Club, Ruling, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_seated_tournament(club)


def give(client: Client, tournament: Tournament, **changes: Any) -> Any:
    values = {"entry": tournament.entries.all()[0].pk, "percent": "2,5", "reason": "retard"} | changes
    return client.post(reverse("organiser-rulings", args=[tournament.slug]), values, follow=True)


@pytest.mark.parametrize(("written", "hundredths"), [("2,5", 250), ("2.5", 250), ("0,01", 1), ("100", 10000)])
def test_penalty_is_given_with_a_comma_or_a_point(
    signed_in: Client, tournament: Tournament, written: str, hundredths: int
) -> None:
    page = give(signed_in, tournament, percent=written).content.decode()

    assert Ruling.objects.get().effects[0]["amount"] == hundredths
    assert "Pénalité donnée à NOM01 Ana." in page


def test_penalty_is_listed_with_its_sign_and_its_decimals(signed_in: Client, tournament: Tournament) -> None:
    page = give(signed_in, tournament).content.decode()

    assert "−2,50 %" in page
    assert "retard" in page


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"percent": "0"}, "percent"),
        ({"percent": "101"}, "percent"),
        ({"reason": ""}, "reason"),
        ({"entry": "0"}, "entry"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    signed_in: Client, tournament: Tournament, changes: dict[str, str], field: str
) -> None:
    response = give(signed_in, tournament, **changes)

    assert response.context["form"].errors[field]
    assert not Ruling.objects.exists()


def test_player_of_another_tournament_cannot_be_chosen(
    signed_in: Client, tournament: Tournament, club: Club
) -> None:
    stranger = make_seated_tournament(club).entries.all()[0]

    response = give(signed_in, tournament, entry=stranger.pk)

    assert list(response.context["form"].errors) == ["entry"]


def test_penalty_is_taken_back_with_its_reason_and_stays_listed(
    signed_in: Client, tournament: Tournament
) -> None:
    give(signed_in, tournament)
    path = reverse("organiser-ruling-withdraw", args=[tournament.slug, Ruling.objects.get().pk])

    silent = signed_in.post(path, {"reason": ""}, follow=True).content.decode()
    page = signed_in.post(path, {"reason": "erreur de nom"}, follow=True).content.decode()

    assert "Donnez le motif" in silent
    assert "erreur de nom" in page
    assert "−2,50 %" in page


def test_scorer_reads_the_penalties_and_finds_no_form(
    client: Client, signed_in: Client, tournament: Tournament
) -> None:
    give(signed_in, tournament)
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    page = client.get(reverse("organiser-rulings", args=[tournament.slug])).content.decode()

    assert "−2,50 %" in page
    assert 'name="percent"' not in page
    assert "Retirer cette pénalité" not in page
