"""Rankings by group, for the public and for organisers."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.models import Person, Tournament
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_seated_tournament(make_club())
    tournament.visibility = "public"
    tournament.save()
    Person.objects.filter(club=tournament.club, last_name__lt="Nom05").update(
        series="2", shows_full_name=False
    )
    enter_results(zip(list_plays(tournament)[:5], (62, 56, 50, -52, -56), strict=True))
    refresh_standings(session=tournament.sessions.get())
    return tournament


def test_groups_of_the_series_have_their_own_places_and_names_as_allowed(
    client: Client, tournament: Tournament
) -> None:
    page = client.get(reverse("public-groups", args=[tournament.slug]), {"par": "series"}).content.decode()
    client.force_login(make_user(club=tournament.club))
    organiser_page = client.get(
        reverse("organiser-groups", args=[tournament.slug]), {"par": "series"}
    ).content.decode()

    assert "2e série" in page
    assert "non classé" in page
    assert "Ana N." in page
    assert "NOM01 Ana" not in page
    assert "NOM01 Ana" in organiser_page


def test_group_that_nobody_is_in_is_not_found(client: Client, tournament: Tournament) -> None:
    page = reverse("public-groups", args=[tournament.slug])

    assert client.get(page, {"par": "country"}).status_code == 404
    assert client.get(page, {"par": "rien"}).status_code == 404
    assert client.get(page).status_code == 200


def test_ranking_without_results_has_no_groups(client: Client) -> None:
    tournament = make_seated_tournament(make_club())
    tournament.visibility = "public"
    tournament.save()

    page = client.get(reverse("public-groups", args=[tournament.slug])).content.decode()

    assert "Rien à classer à part" in page
