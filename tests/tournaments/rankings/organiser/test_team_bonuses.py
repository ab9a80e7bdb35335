"""Bonuses of teams before their matches, as the organiser gives them."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_seated_tournament, make_team_tournament
from tournaments.models import Club, Tournament
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


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

    assert "Les bonus paraîtront" in page
    assert signed_in.post(address(evening), {"bonus_1_2": "5"}).status_code == 302
    evening.refresh_from_db()
    assert evening.options == {}
