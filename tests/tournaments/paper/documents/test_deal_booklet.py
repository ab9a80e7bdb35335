"""The booklet: every deal once, four on a page, each hand where its player sits."""

import pytest

from games.core.cards import CARD_COUNT, Card, sort_hand
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.layout_text import format_layout
from games.core.deals import Deal as DealCards
from games.core.deals import format_deal
from games.models import Deal
from tests.factories.opened import cards_of
from tournaments.enums import DocumentKind
from tournaments.paper.documents.deals.deal_booklet import build_deal_booklet
from tournaments.paper.documents.deals.hand_diagrams import card_label
from tournaments.paper.documents.making.options import DocumentOptions

LARGE = DocumentOptions(large_type=True)


def test_four_deals_a_page_the_last_with_what_remains(evening):
    Deal.objects.filter(deal_set__session__tournament=evening, number__gt=18).delete()

    pages = build_deal_booklet(evening)

    assert [len(page.boards) for page in pages] == [4, 4, 4, 4, 2]
    assert [board.number for page in pages for board in page.boards] == list(range(1, 19))


def test_hands_stand_around_the_table_with_all_their_cards(few_deals, pages):
    (page,) = pages(DocumentKind.DEAL_BOOKLET, few_deals)

    deal = cards_of(Deal.objects.get(deal_set__session__tournament=few_deals, number=1))
    expected = sorted(card_label(card) for pile in (*deal.hands, deal.dog) for card in pile)
    in_first = [word for word in page.words if word[2] < page.width / 2 and word[3] < page.height / 2]
    first = [word[4] for word in in_first]
    places = {word[4]: word[:2] for word in in_first}
    assert sorted(word for word in first if word in set(expected)) == sorted([*expected, "1"])
    assert places["Ouest"][0] < places["Est"][0]
    assert places["Nord"][1] < places["Est"][1] < places["Sud"][1]


def test_eighteen_trumps_in_one_hand_leave_room_for_the_next(few_deals, pages):
    order = sort_hand(Card(number) for number in range(CARD_COUNT))
    hands = tuple(frozenset(order[start : start + 18]) for start in range(0, 72, 18))
    Deal.objects.filter(deal_set__session__tournament=few_deals).update(
        hands=format_deal(DealCards(hands, frozenset(order[72:])))
    )

    (page,) = pages(DocumentKind.DEAL_BOOKLET, few_deals)

    names = {word[4]: word for word in page.words if word[0] < page.width / 2 and word[3] < page.height / 2}
    clubs = [word for word in page.words if word[4] == "♣" and word[0] < page.width / 2]
    assert len([word for word in clubs if names["Nord"][3] < word[1] and word[3] < names["Est"][1]]) == 1


@pytest.mark.parametrize(("game", "dogs"), [("papayou-6", 0), ("tarot-16", 2)])
def test_hands_of_larger_tables_stand_in_rows_within_their_room(few_deals, pages, game, dogs):
    shape = dealt_game(game)
    Deal.objects.filter(number__gt=1).delete()
    Deal.objects.update(hands=format_layout(shape.cut(list(shape.deck))), taker=None)
    few_deals.refresh_from_db()
    few_deals.game = game

    (page,) = pages(DocumentKind.DEAL_BOOKLET, few_deals)

    room = page.height * (144 if shape.player_count <= 8 else 283) / 297
    upper = [word for word in page.words if word[1] < page.height * 285 / 297]
    assert all(word[3] < room for word in upper)
    assert [word[4] for word in upper].count("♥") == shape.player_count + dogs
    assert [word[4] for word in upper].count("Chien") == dogs
    (number,) = (word for word in upper if word[4] == "1" and word[3] - word[1] > 20)
    assert not any(word[1] < number[3] and word[0] < number[2] + 20 for word in upper if word[4] == "♠")


def test_pages_of_large_type_have_half_the_deals(evening):
    pages = build_deal_booklet(evening, LARGE)

    assert [len(page.boards) for page in pages] == [2] * 10
    assert [board.number for page in pages for board in page.boards] == list(range(1, 21))


def test_deal_of_a_large_table_goes_on_in_large_type(few_deals):
    shape = dealt_game("tarot-16")
    Deal.objects.filter(number__gt=1).delete()
    Deal.objects.update(hands=format_layout(shape.cut(list(shape.deck))), taker=None)
    few_deals.game = "tarot-16"
    ((full_board,),) = (page.boards for page in build_deal_booklet(few_deals))

    parts = [board for page in build_deal_booklet(few_deals, LARGE) for board in page.boards]

    assert [len(part.hands) + len(part.piles) for part in parts] == [6, 6, 6]
    assert tuple(hand for part in parts for hand in part.hands) == full_board.hands
    assert tuple(pile for part in parts for pile in part.piles) == full_board.piles


def test_costs_one_query(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        build_deal_booklet(evening)
