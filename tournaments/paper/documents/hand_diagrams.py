"""Hand diagrams: for each board, the cards of each seat circled among the 78, and the dog.

Source:
    FFT, Manuel de l'organisateur (2011): the rows of the diagram; North yellow, South blue, East red,
    West green.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from games.core.cards import EXCUSE, RANKS, SUIT_SYMBOLS, Card, rank_of, second_copy, trump_number
from games.core.dealing.dealt_set import DealtBoard
from games.core.seats import opening_leader, sheet_order
from tournaments.base.access import Right
from tournaments.core.sorting import PACK_ROWS, TRUMP_ROWS
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.chosen_cards import list_deals
from tournaments.paper.documents.document import DocumentType, with_boards
from tournaments.paper.documents.imposition import fill_sheets
from tournaments.paper.documents.options import BOARDS, PLAIN, DocumentOptions
from tournaments.paper.documents.ready import require_deals

ACE = 1
HANDS_PER_PAGE = 4
DEALS_PER_PAGE = ((4, 4), (8, 2))
"""So many seats, and deals whose hands are drawn together on a page; of more seats one."""
RED_SYMBOLS = "♥♦"


@dataclass(frozen=True, slots=True)
class DiagramCell:
    """A card of the diagram, circled when the pile holds it, twice when it holds both copies of two packs."""

    label: str
    copies: int
    """0, 1 or 2."""

    @property
    def is_held(self) -> bool:
        return self.copies > 0


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
    """One pocket of the étui; empty while its hand is not known, for the player to circle the cards."""

    seat: int
    is_taker: bool
    is_known: bool
    groups: tuple[CardGroup, ...]
    rows: tuple[DiagramRow, ...]


@dataclass(frozen=True, slots=True)
class BoardDiagrams:
    """One board, or up to four of its hands: a page. Piles other than the dog are not drawn."""

    number: int
    dealer: int
    taker: int | None
    leader: int
    seats: range
    """Of the whole table."""
    hands: tuple[HandDiagram, ...]
    """N, S, E, W, as on the federation's sheets; at other tables in playing order."""
    dog: tuple[CardGroup, ...]
    is_dog_known: bool

    @property
    def per_page(self) -> int:
        """Deals on a page where the hands are drawn together: beyond four they stand in rows."""
        return next((deals for seats, deals in DEALS_PER_PAGE if len(self.seats) <= seats), 1)


def build_hand_diagrams(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[BoardDiagrams, ...]:
    """The pages of each board of each session, by number. One query."""
    return tuple(chain.from_iterable(map(board_pages, list_deals(tournament, options))))


def board_pages(deal: DealtBoard) -> Iterator[BoardDiagrams]:
    """The pages of one deal: four hands and the dog on each, so one page at most tables."""
    board = board_diagrams(deal)
    for hands in fill_sheets(board.hands, HANDS_PER_PAGE):
        yield replace(board, hands=hands)


def board_diagrams(deal: DealtBoard) -> BoardDiagrams:
    """All hands of one deal and its dog."""
    layout = deal.layout
    seats = range(len(layout.hands))
    order = sheet_order(len(seats))
    dog = frozenset(layout.piles[0]) if layout.piles else frozenset[Card]()
    return BoardDiagrams(
        number=deal.number,
        dealer=deal.dealer,
        taker=deal.taker,
        leader=opening_leader(deal.dealer, len(layout.hands)),
        seats=seats,
        hands=tuple(_diagram(seat, deal.taker == seat, layout.hands[seat]) for seat in order),
        dog=card_groups(diagram_rows(dog)),
        is_dog_known=bool(dog),
    )


def diagram_rows(pile: frozenset[Card]) -> tuple[DiagramRow, ...]:
    """The whole diagram with the cards of `pile` circled."""
    symbols = ("",) * TRUMP_ROWS + tuple(SUIT_SYMBOLS)
    return tuple(
        DiagramRow(
            symbol,
            symbol in RED_SYMBOLS,
            tuple(DiagramCell(card_label(card), _copies(card, pile)) for card in row),
        )
        for symbol, row in zip(symbols, PACK_ROWS, strict=True)
    )


def card_groups(rows: Sequence[DiagramRow]) -> tuple[CardGroup, ...]:
    """The circled cards of a diagram: the trumps together, then each suit, even without a card.

    A card held twice comes twice.
    """
    held = [tuple(cell.label for cell in row.cells for _copy in range(cell.copies)) for row in rows]
    trumps = CardGroup("", False, sum(held[:TRUMP_ROWS], ()))
    suits = zip(rows[TRUMP_ROWS:], held[TRUMP_ROWS:], strict=True)
    return (trumps, *(CardGroup(row.symbol, row.is_red, labels) for row, labels in suits))


def _copies(card: Card, pile: frozenset[Card]) -> int:
    return (card in pile) + (second_copy(card) in pile)


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
    return HandDiagram(seat, is_taker, bool(hand), card_groups(rows), rows)


HAND_DIAGRAMS = DocumentType(
    kind=DocumentKind.HAND_DIAGRAMS,
    right=Right.SEE_DEALS,
    require=require_deals,
    build=build_hand_diagrams,
    template="tournaments/paper/pdf/hand_diagrams.html",
    stylesheet="css/print/hand_diagrams.css",
    is_for=with_boards,
    options=BOARDS,
)
