"""Public data of the deals: their fingerprint from the start, their cards once opened."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.deals import format_deal, parse_deal
from games.models import Deal, DealSet
from games.opening import open_deal
from tests.factories.opened import hands_of, seed_of
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.deals.services.deals import open_boards
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    tournament = make_seated_tournament(make_club())
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


@pytest.mark.parametrize("name", ["public-standings", "public-boards"])
def test_fingerprint_is_public_before_the_first_deal_and_the_seed_is_not(
    evening: Tournament, name: str
) -> None:
    deal_set = DealSet.objects.get()

    page = Client().get(reverse(name, args=[evening.slug])).text

    assert deal_set.commitment in page
    assert seed_of(deal_set).hex() not in page


def play_board_one(tournament: Tournament, count: int = 5) -> None:
    enter_results((play, 56) for play in list_plays(tournament)[:count])


def test_an_opened_etui_shows_the_four_hands_and_the_dog_with_its_last_result(evening: Tournament) -> None:
    address = reverse("public-board", args=[evening.slug, 1])
    open_boards(session=evening.sessions.get(), boards=[1], opened_by=None)
    play_board_one(evening, count=4)
    while_in_play = Client().get(address)

    enter_result(list_plays(evening)[4], 56)
    page_with_cards = Client().get(address)

    deal = Deal.objects.get(number=1)
    assert while_in_play.context["deal"] is None
    assert "♠" not in while_in_play.text
    assert page_with_cards.context["deal"] == open_deal(deal)
    assert [page_with_cards.text.count(text) for text in ('class="fan"', "Chien")] == [5, 1]


def test_programs_read_an_opened_etui_as_the_text_of_a_deal(evening: Tournament) -> None:
    address = reverse("api-v1-board", args=[evening.slug, 1])
    play_board_one(evening)
    closed = Client().get(address).json()

    open_boards(session=evening.sessions.get(), boards=[1], opened_by=None)
    hands = Client().get(address).json()["hands"]

    parsed_deal = parse_deal(" ".join(hands[seat] for seat in "NWSE") + f" +{hands['dog']}")
    assert closed["hands"] is None
    assert format_deal(parsed_deal) == hands_of(Deal.objects.get(number=1))
