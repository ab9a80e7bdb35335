"""Every role × every state of the deals × every address and every route of the API: who sees cards.

The addresses are those of the permission matrix and of the API's resolver: a new one is asked here too.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.core.cards import sort_hand, trump_number
from games.core.deals import format_pile
from games.models import Deal, DealSet
from tests.factories.tournaments import enter_result, list_plays, make_user
from tests.tournaments.web.test_permissions import (
    MATRIX,
    NOBODY,
    REFEREEING,
    ROLES,
    Evening,
    make_document,
    make_evening,
    make_role,
)
from tournaments.access import Right
from tournaments.api.v1.urls import urlpatterns as api_urls
from tournaments.documents.registry import DOCUMENTS
from tournaments.enums import DocumentKind, EventRole, Visibility
from tournaments.services.deals import open_boards, reveal_deals

pytestmark = pytest.mark.django_db

BOARD = 1
NOT_ASKED = {"api-v1-schema", "api-v1-result-record"}
"""Routes of the API that describe it or are only written to."""
SECRET = {"organiser-hands", "hand diagrams"}
"""What shows sealed cards, to those who may read them."""
OPEN = {"public-board", "api-v1-board"}
"""What shows to everybody the cards of an étui that is opened and no longer in play."""
REVEALED = {"public-deal-document"}
"""What shows the cards with the seed."""


@dataclass(frozen=True)
class State:
    """How far the deals are known."""

    is_dealt: bool = True
    is_opened: bool = False
    is_played: bool = False
    is_revealed: bool = False


STATES = {
    "none": State(is_dealt=False),
    "sealed": State(),
    "sealed, played": State(is_played=True),
    "opened, in play": State(is_opened=True),
    "opened, played": State(is_opened=True, is_played=True),
    "revealed": State(is_opened=True, is_played=True, is_revealed=True),
}


def bring_to(state: State, evening: Evening) -> None:
    session = evening.tournament.sessions.get()
    if not state.is_dealt:
        session.deal_set = None
        session.save()
        DealSet.objects.all().delete()
    if state.is_opened:
        open_boards(session=session, boards=[BOARD], opened_by=None)
    if state.is_revealed:
        reveal_deals(session=session, reason="essai", revealed_by=None)
    if state.is_played:
        for play in list_plays(evening.tournament)[1:5]:
            enter_result(play, 56)


def texts_of_cards(deal: Deal) -> list[str]:
    """The taker's hand as programs write it, and its trumps as pages and papers do, without spaces."""
    assert deal.taker is not None
    hand = deal.cards.hands[deal.taker]
    trumps = [str(number) for number in map(trump_number, sort_hand(hand)) if number is not None]
    return [format_pile(hand), "".join(trumps)]


def addresses(evening: Evening) -> dict[str, str]:
    found = {name: evening.path(name) for name, (reading, _) in MATRIX.items() if reading is not NOBODY}
    kind = DocumentKind.HAND_DIAGRAMS.value
    found["hand diagrams"] = reverse("organiser-document-preview", args=[evening.tournament.slug, kind])
    for pattern in api_urls:
        if pattern.name not in NOT_ASKED:
            named = {"slug": evening.tournament.slug, "number": BOARD}
            arguments = {key: named[key] for key in pattern.pattern.converters}
            found[str(pattern.name)] = reverse(str(pattern.name), kwargs=arguments)
    return found


def shows_cards(response: Any, deal: Deal) -> bool:
    if response.streaming:
        list(response.streaming_content)
        return False
    text = "".join(strip_tags(response.text).split())
    return any(cards in text for cards in texts_of_cards(deal))


@pytest.mark.parametrize("name", STATES)
def test_cards_show_where_they_may_and_nowhere_else(name: str) -> None:
    state = STATES[name]
    evening = make_evening(Visibility.PUBLIC, is_revealed=False)
    deal = Deal.objects.get(deal_set__session__tournament=evening.tournament, number=BOARD)
    bring_to(state, evening)
    asked = addresses(evening)
    open_to_all = OPEN if state.is_opened and state.is_played else set()
    open_to_all = open_to_all | (REVEALED if state.is_revealed else set())
    expected, found = {}, {}

    for role in ROLES:
        client = Client()
        user = make_role(role, evening.tournament)
        if user is not None:
            client.force_login(user)
        expected[role] = open_to_all | (SECRET if role in REFEREEING and state.is_dealt else set())
        found[role] = {page for page, path in asked.items() if shows_cards(client.get(path), deal)}

    assert found == expected


@pytest.mark.parametrize("kind", [kind for kind in DocumentKind if DOCUMENTS[kind].right == Right.SEE_DEALS])
def test_papers_with_cards_are_refused_to_a_scorer(client: Client, kind: DocumentKind) -> None:
    tournament = make_evening(Visibility.PUBLIC, is_revealed=False).tournament
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))
    preview = reverse("organiser-document-preview", args=[tournament.slug, kind])
    file = reverse("organiser-document", args=[tournament.slug, make_document(tournament, kind).pk])

    assert [client.get(path).status_code for path in (preview, file)] == [403, 403]
