"""Hand diagrams: for each board, the cards of each seat circled among the 78, and the dog.

Source:
    FFT, Manuel de l'organisateur (2011): trumps 21 to 12, then 11 to 1 and the Excuse, then each suit from
    king to ace; North yellow, South blue, East red, West green.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.cards import (
    EXCUSE,
    KING,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    TRUMP_COUNT,
    Card,
    rank_of,
    suit_card,
    trump_card,
    trump_number,
)
from games.core.deals import Deal as DealCards
from games.core.seats import SHEET_ORDER, opening_leader
from games.models import Deal
from tournaments.access import Right
from tournaments.documents.document import DocumentType
from tournaments.documents.ready import require_deals
from tournaments.enums import DocumentKind
from tournaments.models import Tournament

ACE = 1
RED_SYMBOLS = "♥♦"

DIAGRAM_ROWS: tuple[tuple[Card, ...], ...] = (
    tuple(trump_card(number) for number in range(TRUMP_COUNT, 11, -1)),
    (*(trump_card(number) for number in range(11, 0, -1)), EXCUSE),
    *(tuple(suit_card(suit, rank) for rank in range(KING, 0, -1)) for suit in range(len(SUITS))),
)
"""The 78 cards in the rows of the diagram."""
TRUMP_ROWS = 2
"""Rows of the diagram that hold trumps; the suits follow, one row each."""


@dataclass(frozen=True, slots=True)
class DiagramCell:
    """A card of the diagram, circled when the pile holds it."""

    label: str
    is_held: bool


@dataclass(frozen=True, slots=True)
class DiagramRow:
    """A row of the diagram: trumps without a symbol, or a suit."""

    symbol: str
    is_red: bool
    cells: tuple[DiagramCell, ...]


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The cards held of the trumps (no symbol) or of a suit, highest first."""

    symbol: str
    is_red: bool
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """One pocket of the étui."""

    seat: int
    is_taker: bool
    groups: tuple[CardGroup, ...]
    rows: tuple[DiagramRow, ...]


@dataclass(frozen=True, slots=True)
class BoardDiagrams:
    """One board: a page."""

    number: int
    dealer: int
    taker: int | None
    leader: int
    hands: tuple[HandDiagram, ...]
    """N, S, E, W, as on the federation's sheets."""
    dog: tuple[CardGroup, ...]


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
        dog=card_groups(diagram_rows(cards.dog)),
    )


def diagram_rows(pile: frozenset[Card]) -> tuple[DiagramRow, ...]:
    """The whole diagram with the cards of `pile` circled."""
    symbols = ("",) * TRUMP_ROWS + tuple(SUIT_SYMBOLS)
    return tuple(
        DiagramRow(
            symbol, symbol in RED_SYMBOLS, tuple(DiagramCell(card_label(card), card in pile) for card in row)
        )
        for symbol, row in zip(symbols, DIAGRAM_ROWS, strict=True)
    )


def card_groups(rows: Sequence[DiagramRow]) -> tuple[CardGroup, ...]:
    """The circled cards of a diagram: the trumps together, then each suit, even without a card."""
    held = [tuple(cell.label for cell in row.cells if cell.is_held) for row in rows]
    trumps = CardGroup("", False, sum(held[:TRUMP_ROWS], ()))
    suits = zip(rows[TRUMP_ROWS:], held[TRUMP_ROWS:], strict=True)
    return (trumps, *(CardGroup(row.symbol, row.is_red, labels) for row, labels in suits))


def card_label(card: Card) -> str:
    """A card within its row, as the federation's diagram prints it: "21", "E", "R", "10", "A" for an ace."""
    if card == EXCUSE:
        return "E"
    number = trump_number(card)
    if number is not None:
        return str(number)
    rank = rank_of(card) or ACE
    return "A" if rank == ACE else RANKS[rank - 1]


def _diagram(seat: int, is_taker: bool, hand: frozenset[Card]) -> HandDiagram:
    rows = diagram_rows(hand)
    return HandDiagram(seat, is_taker, card_groups(rows), rows)


HAND_DIAGRAMS = DocumentType(
    kind=DocumentKind.HAND_DIAGRAMS,
    right=Right.SEE_DEALS,
    require=require_deals,
    build=build_hand_diagrams,
    template="tournaments/pdf/hand_diagrams.html",
    stylesheet="css/print/hand_diagrams.css",
)
