"""Hand diagrams: the federation's layout, each card of the deal in exactly one pile."""

from games.core.cards import CARD_COUNT, parse_card
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.layout_text import format_layout
from games.core.decks import ONE_PACK
from games.core.seats import EAST, NORTH, SOUTH, WEST
from games.models import Deal
from tests.factories.opened import cards_of
from tournaments.enums import DocumentKind
from tournaments.paper.documents.deals.hand_diagrams import (
    build_hand_diagrams,
    diagram_rows,
    group_diagram_cards,
)


def cards_in(text: str) -> frozenset:
    return frozenset(parse_card(card) for card in text.split())


def test_listing_names_the_trumps_then_each_suit():
    groups = group_diagram_cards(diagram_rows(cards_in("21T 1T EX SR S10 H1 CV"), ONE_PACK))

    assert [(group.symbol, group.labels) for group in groups] == [
        ("", ("21", "1", "E")),
        ("♠", ("R", "10")),
        ("♥", ("A",)),
        ("♦", ()),
        ("♣", ("V",)),
    ]
    assert [group.is_red for group in groups] == [False, False, True, True, False]


def test_each_board_is_a_page_with_every_card_in_one_pile(evening):
    pages = build_hand_diagrams(evening)

    assert [page.number for page in pages] == list(range(1, 21))
    for page in pages:
        assert [hand.seat for hand in page.hands] == [NORTH, SOUTH, EAST, WEST]
        card_counts = [sum(cell.is_held for row in hand.rows for cell in row.cells) for hand in page.hands]
        assert card_counts == [18, 18, 18, 18]
        piles = [*(hand.groups for hand in page.hands), *(pile.groups for pile in page.piles)]
        cards = [(group.symbol, label) for pile in piles for group in pile for label in group.labels]
        assert len(set(cards)) == CARD_COUNT
        assert [hand.seat for hand in page.hands if hand.is_taker] == [page.taker]


def test_costs_one_query(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        build_hand_diagrams(evening)


def test_paper_prints_the_cards_of_the_deal(evening, printed):
    deals = Deal.objects.filter(deal_set__session__tournament=evening)
    deals.exclude(number__in=(1, 2)).delete()

    reader = printed(DocumentKind.HAND_DIAGRAMS, evening)
    first = reader.pages[0].extract_text()

    assert len(reader.pages) == 2
    assert [entry["/Title"] for entry in reader.outline] == ["Étui 1", "Étui 2"]
    for word in ("Nord jaune", "Sud bleu", "Est rouge", "Ouest vert", "Chien", "Page 1 sur 2"):
        assert word in first
    for hand in cards_of(deals.get(number=1)).hands:
        trumps = group_diagram_cards(diagram_rows(hand, ONE_PACK))[0].labels
        assert " ".join(trumps) in first


def test_second_page_of_a_large_table_has_its_last_hands_each_within_its_quarter(few_deals, pages):
    shape = dealt_game("tarot-5")
    Deal.objects.exclude(number=1).delete()
    Deal.objects.update(hands=format_layout(shape.cut(list(shape.deck))), taker=None)
    few_deals.refresh_from_db()
    few_deals.game = "tarot-5"

    diagram_pages = pages(DocumentKind.HAND_DIAGRAMS, few_deals)

    assert [len(page.hands) for page in build_hand_diagrams(few_deals)] == [4, 1]
    assert len(diagram_pages) == 2
    for page in diagram_pages:
        middle = page.width / 2
        upper = [word for word in page.words if word[1] < page.height * 248 / 297]
        assert all((left < middle) == (right < middle) for left, _top, right, _bottom, _text in upper)


def test_hand_of_many_trumps_stays_in_its_quarter(few_deals, pages):
    shape = dealt_game("tarot-4")
    deck = list(shape.deck)
    Deal.objects.filter(number=1).update(hands=format_layout(shape.cut(deck[56:74] + deck[:56] + deck[74:])))

    first = pages(DocumentKind.HAND_DIAGRAMS, few_deals)[0]

    middle = first.width / 2
    assert all(
        (word[0] < middle) == (word[2] < middle) for word in first.words if word[1] < first.height * 0.8
    )


def test_both_copies_of_a_card_are_circled_once_and_listed_twice():
    rows = diagram_rows(cards_in("21T 21Tb SR"), ONE_PACK)

    assert rows[0].cells[0].copies == 2
    assert [group.labels for group in group_diagram_cards(rows)][:2] == [("21", "21"), ("R",)]
