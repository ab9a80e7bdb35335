"""Options of the ranking on their page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_seated_tournament, make_user
from tournaments.enums import EventRole
from tournaments.models import Club, Tournament

USUAL = {"across_sections": "on", "forecast": "on", "attack": "1", "defence": "3"}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_seated_tournament(club)


def send(client: Client, tournament: Tournament, **data: str) -> str:
    page = reverse("organiser-ranking-options", args=[tournament.slug])
    return client.post(page, {**USUAL, **data}, follow=True).content.decode()


def test_what_is_chosen_is_kept_and_shown_again(signed_in: Client, tournament: Tournament) -> None:
    page = send(
        signed_in,
        tournament,
        tie_1="tops",
        tie_2="attack",
        neuberg="on",
        best_sessions="2",
        age_1_name="Juniors",
        age_1_from="0",
        age_1_to="25",
    )

    tournament.refresh_from_db()
    assert tournament.options == {
        "tie_breaks": ["tops", "attack"],
        "neuberg": True,
        "best_sessions": 2,
        "ages": [{"name": "Juniors", "from": 0, "to": 25}],
    }
    assert '<option value="tops" selected>' in page
    assert 'value="Juniors"' in page


def test_what_the_format_says_anyway_is_not_kept(signed_in: Client, tournament: Tournament) -> None:
    send(signed_in, tournament, tie_1="tops")

    send(signed_in, tournament)

    tournament.refresh_from_db()
    assert tournament.options == {}


def test_forecast_may_be_switched_off(signed_in: Client, tournament: Tournament) -> None:
    usual = {name: value for name, value in USUAL.items() if name != "forecast"}

    signed_in.post(reverse("organiser-ranking-options", args=[tournament.slug]), usual)

    tournament.refresh_from_db()
    assert tournament.options == {"forecast": False}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"tie_1": "tops", "tie_2": "tops"}, "Chaque critère ne compte qu’une fois."),
        ({"attack": "0", "defence": "0"}, "les deux ne peuvent être à 0."),
        ({"age_1_name": "Juniors", "age_1_from": "0"}, "Donnez le nom et les deux âges, ou rien."),
        ({"age_1_name": "Juniors", "age_1_from": "30", "age_1_to": "20"}, "Le plus jeune d’abord."),
    ],
)
def test_refusals_are_told_at_their_field(
    signed_in: Client, tournament: Tournament, data: dict[str, str], told: str
) -> None:
    page = send(signed_in, tournament, **data)

    tournament.refresh_from_db()
    assert told in page
    assert tournament.options == {}


def test_scorer_reads_the_options_and_changes_nothing(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    page = client.get(reverse("organiser-ranking-options", args=[tournament.slug])).content.decode()

    assert "<fieldset disabled>" in page
    assert "Enregistrer" not in page
