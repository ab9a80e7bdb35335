"""Hand diagrams: for each board, the cards of each seat circled among the 78, and the dog.

Source:
    FFT, Manuel de l'organisateur (2011): trumps 21 to 12, then 11 to 1 and the Excuse, then each suit from
    king to ace; North yellow, South blue, East red, West green.
"""

from dataclasses import dataclass

from games.core.cards import EXCUSE, KING, SUITS, TRUMP_COUNT, Card, suit_card, trump_card
from games.core.deals import Deal as DealCards
from games.core.seats import SHEET_ORDER, opening_leader
from games.models import Deal
from tournaments.access import Right
from tournaments.documents.document import DocumentType
from tournaments.documents.ready import require_deals
from tournaments.enums import DocumentKind
from tournaments.models import Tournament

DIAGRAM_ROWS: tuple[tuple[Card, ...], ...] = (
    tuple(trump_card(number) for number in range(TRUMP_COUNT, 11, -1)),
    (*(trump_card(number) for number in range(11, 0, -1)), EXCUSE),
    *(tuple(suit_card(suit, rank) for rank in range(KING, 0, -1)) for suit in range(len(SUITS))),
)
"""The 78 cards in the rows of the diagram."""


@dataclass(frozen=True, slots=True)
class DiagramCell:
    """A card of the diagram, circled when the pile holds it."""

    card: Card
    is_held: bool


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """One pocket of the étui."""

    seat: int
    is_taker: bool
    cards: frozenset[Card]
    rows: tuple[tuple[DiagramCell, ...], ...]


@dataclass(frozen=True, slots=True)
class BoardDiagrams:
    """One board: a page."""

    number: int
    dealer: int
    taker: int | None
    leader: int
    hands: tuple[HandDiagram, ...]
    """N, S, E, W, as on the federation's sheets."""
    dog: frozenset[Card]


def build_hand_diagrams(tournament: Tournament) -> tuple[BoardDiagrams, ...]:
    """A page for each board of each session, by number. One query."""
    deals = Deal.objects.filter(deal_set__session__tournament=tournament)
    return tuple(
        board_diagrams(deal, deal.cards) for deal in deals.order_by("deal_set__session__number", "number")
    )


def board_diagrams(deal: Deal, cards: DealCards) -> BoardDiagrams:
    """The page of one deal."""
    return BoardDiagrams(
        number=deal.number,
        dealer=deal.dealer,
        taker=deal.taker,
        leader=opening_leader(deal.dealer),
        hands=tuple(_diagram(seat, deal.taker == seat, cards.hands[seat]) for seat in SHEET_ORDER),
        dog=cards.dog,
    )


def _diagram(seat: int, is_taker: bool, hand: frozenset[Card]) -> HandDiagram:
    rows = tuple(tuple(DiagramCell(card, card in hand) for card in row) for row in DIAGRAM_ROWS)
    return HandDiagram(seat, is_taker, hand, rows)


HAND_DIAGRAMS = DocumentType(
    kind=DocumentKind.HAND_DIAGRAMS,
    right=Right.SEE_DEALS,
    require=require_deals,
    build=build_hand_diagrams,
    template="tournaments/pdf/hand_diagrams.html",
    stylesheet="css/print/hand_diagrams.css",
)
