"""Finding anything of a tournament from its desk."""

from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve, reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.tournaments import make_seated_tournament, make_user
from tournaments.enums import EventRole
from tournaments.models import Club, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    new_tournament = make_seated_tournament(club)
    person = new_tournament.entries.all()[0].person
    person.last_name, person.first_name = "Le Goff", "Hélène"
    person.save()
    return new_tournament


def find(client: Client, tournament: Tournament, search_text: str) -> list[str]:
    answer = client.get(reverse("organiser-search", args=[tournament.slug]), {"q": search_text, "liste": "1"})
    assert answer.status_code == 200
    return [row.label for row in answer.context["found"]]


def page_of(url: str) -> str:
    """The name of a page, whichever table, étui or player it shows."""
    return str(resolve(urlsplit(url).path).url_name)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("hele", "LE GOFF Hélène"),
        ("GOFF helene", "LE GOFF Hélène"),
        ("legoff", "LE GOFF Hélène"),
        ("table 3", "Table 3"),
        ("3", "Table 3"),
        ("etui 20", "Étui 20"),
        ("clotur", "Clôturer, publier, archiver"),
        ("arbitrage", "Arbitrage"),
    ],
)
def test_players_tables_boards_and_actions_are_found(
    client: Client, tournament: Tournament, asked: str, first: str
) -> None:
    client.force_login(make_user(tournament=tournament, role=EventRole.DIRECTOR))

    assert find(client, tournament, asked)[0] == first


def test_every_answer_can_be_opened_by_who_sees_it(client: Client, tournament: Tournament) -> None:
    opened: set[str] = set()
    for role in (EventRole.CHECKER, EventRole.SCORER, EventRole.DIRECTOR):
        client.force_login(make_user(tournament=tournament, role=role))
        one_of_each: dict[str, str] = {}
        for query in ("", "goff", "3"):
            answer = client.get(reverse("organiser-search", args=[tournament.slug]), {"q": query})
            one_of_each |= {page_of(row.url): row.url for row in answer.context["found"]}
        assert len(one_of_each) > 5
        # a director may open what a typist may
        for name, url in one_of_each.items():
            if role is not EventRole.DIRECTOR or name not in opened:
                assert client.get(url).status_code == 200, (role, url)
        opened |= one_of_each.keys()


def test_nothing_found_says_what_can_be_asked(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user(tournament=tournament, role=EventRole.DIRECTOR))

    answer = client.get(reverse("organiser-search", args=[tournament.slug]), {"q": "zzz<b>"})

    assert "Aucun résultat pour «\xa0zzz&lt;b&gt;\xa0»" in answer.content.decode()


def test_search_costs_the_same_whoever_answers(
    client: Client, tournament: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(make_user(tournament=tournament, role=EventRole.DIRECTOR))

    with django_assert_max_num_queries(16):
        assert len(find(client, tournament, "joueur")) <= 20
