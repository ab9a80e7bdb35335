"""Presence on its page."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.tournaments import make_seated_tournament, make_tournament
from tournaments.models import Club, Person, Substitution, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_seated_tournament(club)


def send(client: Client, tournament: Tournament, first_round: int) -> str:
    visitor = Person.objects.create(club=tournament.club, last_name="Visite", shows_full_name=True)
    data = {
        "leaves": tournament.entries.order_by("pk")[0].person_id,
        "person": visitor.pk,
        "first_round": first_round,
    }
    page = reverse("organiser-presence", args=[tournament.slug])
    return client.post(page, data, follow=True).content.decode()


def test_substitute_is_named_here_and_under_the_public_ranking(
    signed_in: Client, tournament: Tournament
) -> None:
    page = send(signed_in, tournament, 3)

    public = signed_in.get(reverse("public-standings", args=[tournament.slug])).content.decode()
    assert "VISITE remplace NOM01 Ana." in page
    assert "VISITE remplace NOM01 Ana à partir de la position 3." in public


def test_refusal_stands_at_its_field_and_keeps_what_was_chosen(
    signed_in: Client, tournament: Tournament
) -> None:
    page = send(signed_in, tournament, 9)

    assert "Choisissez une position de 1 à 5." in page
    assert 'value="9"' in page
    assert not Substitution.objects.exists()


def test_who_leaves_is_said_and_the_list_costs_the_same_for_more_people(
    signed_in: Client, club: Club
) -> None:
    small, large = make_seated_tournament(club), make_seated_tournament(club, table_count=7)
    counts = []

    for tournament in (small, large):
        entry = tournament.entries.order_by("pk")[0]
        change = reverse("organiser-presence-change", args=[tournament.slug, entry.pk])
        signed_in.post(change, {"presence": "withdrawn"})
        entry.refresh_from_db()
        assert entry.presence == "withdrawn"
        counts.append(count_queries(signed_in, reverse("organiser-presence", args=[tournament.slug])))

    assert counts[0] == counts[1]


def test_nobody_is_replaced_before_the_seats_are_fixed(signed_in: Client, club: Club) -> None:
    draft = make_tournament(club)

    page = signed_in.get(reverse("organiser-presence", args=[draft.slug])).content.decode()

    assert "quand les places seront fixées." in page
    assert 'name="leaves"' not in page


def count_queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)
