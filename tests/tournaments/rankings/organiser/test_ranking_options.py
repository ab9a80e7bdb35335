"""Options of the ranking on their page, and bonuses of teams as the organiser gives them."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_seated_tournament, make_team_tournament, make_user
from tournaments.enums import EventRole
from tournaments.models import Club, Tournament
from tournaments.rankings.services.standings import refresh_standings

USUAL = {"across_sections": "on", "forecast": "on", "attack": "1", "defence": "3"}
pytestmark = pytest.mark.django_db


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


@pytest.fixture
def match(club: Club) -> Tournament:
    return make_team_tournament(club, "teams", is_seated=True)


def address(tournament: Tournament) -> str:
    return reverse("organiser-bonuses", args=[tournament.slug])


def test_a_bonus_is_kept_against_the_team_that_is_met(signed_in: Client, match: Tournament) -> None:
    first, second = match.entries.order_by("pk")

    answer = signed_in.post(address(match), {f"bonus_{first.pk}_{second.pk}": "12"}, follow=True)

    match.refresh_from_db()
    assert match.options == {"bonuses": [{"entry": first.pk, "against": second.pk, "points": 12}]}
    assert "Les bonus sont enregistrés" in answer.content.decode()
    assert 'value="12"' in answer.content.decode()
    assert refresh_standings(session=match.sessions.get()) is not None


def test_an_empty_field_takes_a_bonus_back(signed_in: Client, match: Tournament) -> None:
    first, second = match.entries.order_by("pk")
    signed_in.post(address(match), {f"bonus_{first.pk}_{second.pk}": "12"})

    signed_in.post(address(match), {f"bonus_{first.pk}_{second.pk}": ""})

    match.refresh_from_db()
    assert match.options == {}


@pytest.mark.parametrize("points", ["-1", "1001", "beaucoup"])
def test_other_bonuses_are_refused_at_the_field(signed_in: Client, match: Tournament, points: str) -> None:
    first, second = match.entries.order_by("pk")

    answer = signed_in.post(address(match), {f"bonus_{first.pk}_{second.pk}": points})

    match.refresh_from_db()
    assert match.options == {}
    assert f"bonus_{first.pk}_{second.pk}" in answer.context["form"].errors
    assert points in answer.content.decode()


def test_other_formats_have_none(signed_in: Client, club: Club) -> None:
    evening = make_seated_tournament(club)
    page = signed_in.get(address(evening)).content.decode()

    assert "Les bonus apparaîtront" in page
    assert signed_in.post(address(evening), {"bonus_1_2": "5"}).status_code == 302
    evening.refresh_from_db()
    assert evening.options == {}
