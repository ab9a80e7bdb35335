"""Filling an étui on the screen: every card in the order of the pack, with a trace entry."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Deal
from tests.factories.opened import open_deal_layout
from tests.factories.tournaments import (
    make_club,
    make_reader,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.core.sorting import sort_pack
from tournaments.models import AuditEvent, Tournament

pytestmark = pytest.mark.django_db

NAMES = {0: "Nord", 1: "Ouest", 2: "Sud", 3: "Est", "dog": "Chien"}


@pytest.fixture
def evening() -> Tournament:
    return make_seated_tournament(make_club())


@pytest.fixture
def director(client: Client, evening: Tournament) -> Client:
    """A browser in which the evening's director is signed in."""
    client.force_login(make_reader(make_user("Directrice", tournament=evening), evening))
    return client


def path_of(tournament: Tournament, number: int) -> str:
    return reverse("organiser-preparing", args=[tournament.slug, number])


def test_page_lists_the_78_cards_with_their_pockets_in_the_order_of_the_pack(
    director: Client, evening: Tournament
) -> None:
    deal = Deal.objects.get(deal_set__session__tournament=evening, number=3)

    html = director.get(path_of(evening, 3)).content.decode()

    pockets = re.findall(r'<strong class="pocket pocket-\w+">(\w+)</strong>', html)
    assert pockets == [
        NAMES[placed.pocket] for row in sort_pack(open_deal_layout(deal), ("dog",)) for placed in row.cards
    ]
    assert html.index("Atout 21<") < html.index("Atout 1<") < html.index("Excuse<") < html.index("♠ R<")
    assert html.index("♠ R<") < html.index("♣ A<")


def test_trace_keeps_who_looked_at_which_board(director: Client, evening: Tournament) -> None:
    director.get(path_of(evening, 3))

    event = AuditEvent.objects.get(tournament=evening, action="document.previewed")
    assert event.actor is not None
    assert (event.actor.name, event.subject, event.after) == ("Directrice", "sorting_sheets", {"board": 3})


def test_page_leads_to_the_following_board(director: Client, evening: Tournament) -> None:
    first = director.get(path_of(evening, 1))
    last = director.get(path_of(evening, 20))

    assert first.context["following"] == 2
    assert last.context["following"] is None
    assert first.context["numbers"] == list(range(1, 21))


@pytest.mark.parametrize("number", [0, 21, 10**30])
def test_board_that_does_not_exist_is_not_found(director: Client, evening: Tournament, number: int) -> None:
    assert director.get(path_of(evening, number)).status_code == 404


def test_board_that_is_not_dealt_is_not_found(client: Client) -> None:
    tomorrow = make_tournament(make_club(), name="Demain")
    client.force_login(make_reader(make_user(tournament=tomorrow), tomorrow))

    assert client.get(path_of(tomorrow, 1)).status_code == 404
    assert not AuditEvent.objects.filter(action="document.previewed").exists()
