"""Hand diagrams: the federation's layout, each card of the deal in exactly one pile."""

from games.core.cards import CARD_COUNT, parse_card
from games.core.seats import EAST, NORTH, SOUTH, WEST
from games.models import Deal
from tournaments.documents.hand_diagrams import build_hand_diagrams, card_groups, diagram_rows
from tournaments.enums import DocumentKind


def cards_of(text: str) -> frozenset:
    return frozenset(parse_card(card) for card in text.split())


def test_listing_names_the_trumps_then_each_suit():
    groups = card_groups(diagram_rows(cards_of("21T 1T EX SR S10 H1 CV")))

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
        held = [sum(cell.is_held for row in hand.rows for cell in row.cells) for hand in page.hands]
        assert held == [18, 18, 18, 18]
        piles = [*(hand.groups for hand in page.hands), page.dog]
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
    for hand in deals.get(number=1).cards.hands:
        trumps = card_groups(diagram_rows(hand))[0].labels
        assert " ".join(trumps) in first
