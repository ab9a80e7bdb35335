"""Hand diagrams: for each board, the dog and the cards of each seat, circled among the 78.

Source:
    FFT, Manuel de l'organisateur (2011): the rows of the diagram; North yellow, South blue, East red,
    West green.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

from games.core.cards import (
    EXCUSE,
    RANKS,
    SUIT_SYMBOLS,
    Card,
    face,
    rank_of,
    second_copy,
    suit_of,
    trump_number,
)
from games.core.dealing.dealt_game import is_ordered_pile
from games.core.dealing.dealt_set import DealtBoard
from games.core.seats import opening_leader
from games.core.variants.registry import find_variant
from tournaments.base.access import Right
from tournaments.core.sorting import TRUMP_ROWS, Pocket, deck_rows, named_pockets
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.chosen_cards import list_deals
from tournaments.paper.documents.document import DocumentType, with_boards
from tournaments.paper.documents.imposition import fill_sheets
from tournaments.paper.documents.options import BOARDS, PLAIN, DocumentOptions
from tournaments.paper.documents.ready import require_deals

ACE = 1
HANDS_PER_PAGE = 4
AROUND_THE_TABLE = 4
"""Largest number of hands drawn around a table with one pile, four deals a page. More stand in rows."""
IN_HALF_A_PAGE = 8
"""Largest number of hands and further piles in half a page. More take a whole page."""
RED_SYMBOLS = "♥♦"
ROW_SYMBOLS = ("",) * TRUMP_ROWS + tuple(SUIT_SYMBOLS)
"""Symbol of each row of the pack, "" for trumps."""
DUMMY = "dummy"
"""Name of the pile that lies open and is played as a hand."""


@dataclass(frozen=True, slots=True)
class DiagramCell:
    """A card of the diagram. It is circled once for each copy in the pile, twice with two packs."""

    label: str
    copies: int
    """Number of copies in the pile: 0, 1 or 2."""

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
    """The trumps (no symbol) or the cards of a suit in a pile, highest first."""

    symbol: str
    is_red: bool
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """The hand of one pocket. An unknown hand is empty, for players to circle the cards."""

    seat: Pocket
    """Seat, or the name of its pile for the dummy's hand."""
    is_taker: bool
    is_known: bool
    groups: tuple[CardGroup, ...]
    rows: tuple[DiagramRow, ...]


@dataclass(frozen=True, slots=True)
class OrderedCard:
    """A card of a pile whose order counts."""

    symbol: str
    is_red: bool
    label: str


@dataclass(frozen=True, slots=True)
class PileCards:
    """Cards outside the hands: a dog, a stock…; empty while they are not known."""

    name: str
    """Name of the pile in its game."""
    is_known: bool
    groups: tuple[CardGroup, ...]
    """Cards by suit; empty where the order counts."""
    order: tuple[OrderedCard, ...]
    """Cards from the first to be drawn, where the order counts."""


@dataclass(frozen=True, slots=True)
class BoardDiagrams:
    """One board, or up to four of its hands: a page."""

    number: int
    dealer: int
    taker: int | None
    leader: int
    seats: range
    """Seats of the whole table."""
    hands: tuple[HandDiagram, ...]
    """Hands N, S, E, W, as on the federation's sheets; at other tables in playing order."""
    piles: tuple[PileCards, ...]
    """Piles in the order of the game."""

    @property
    def per_page(self) -> int:
        """The number of deals on a page: 4 around the table, 2 or 1 in rows."""
        # one pile has its place in the middle of the table
        further_piles = max(len(self.piles) - 1, 0)
        if not further_piles and len(self.seats) == len(self.hands) <= AROUND_THE_TABLE:
            return 4
        return 2 if len(self.hands) + further_piles <= IN_HALF_A_PAGE else 1


def build_hand_diagrams(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[BoardDiagrams, ...]:
    """Return the pages of each chosen board, by number. One query."""
    deals = list_deals(tournament, options)
    return tuple(chain.from_iterable(board_pages(deal, tournament.game) for deal in deals))


def board_pages(deal: DealtBoard, game: str) -> Iterator[BoardDiagrams]:
    """Yield the pages of one deal, with four hands and all piles on each: one page at most tables."""
    board = board_diagrams(deal, game)
    for hands in fill_sheets(board.hands, HANDS_PER_PAGE):
        yield replace(board, hands=hands)


def board_diagrams(deal: DealtBoard, game: str) -> BoardDiagrams:
    """Return all hands and piles of one deal of a game."""
    layout = deal.layout
    variant = find_variant(game)
    pockets = named_pockets(layout, variant.pile_names)
    # pockets with a number are seats; the dummy is shown as a hand, not as a pile
    hands = {pocket: cards for pocket, cards in pockets.items() if pocket == DUMMY or isinstance(pocket, int)}
    return BoardDiagrams(
        number=deal.number,
        dealer=deal.dealer,
        taker=deal.taker,
        leader=opening_leader(deal.dealer, len(layout.hands)),
        seats=range(len(layout.hands)),
        hands=tuple(_diagram(seat, deal.taker == seat, cards, variant.deck) for seat, cards in hands.items()),
        piles=tuple(pile for pile in pile_cards(deal, game) if pile.name != DUMMY),
    )


def pile_cards(deal: DealtBoard, game: str) -> tuple[PileCards, ...]:
    """Return the cards of a deal outside the players' hands, pile by pile."""
    variant = find_variant(game)
    pockets = named_pockets(deal.layout, variant.pile_names)
    return tuple(
        PileCards(
            name=name,
            is_known=bool(cards),
            groups=() if is_ordered_pile(name) else group_diagram_cards(diagram_rows(cards, variant.deck)),
            order=tuple(map(_ordered_card, cards)) if is_ordered_pile(name) else (),
        )
        for name, cards in pockets.items()
        if isinstance(name, str)
    )


def diagram_rows(pile: Collection[Card], deck: Collection[Card]) -> tuple[DiagramRow, ...]:
    """Return the diagram of a game with these cards, those of `pile` circled."""
    return tuple(
        DiagramRow(
            ROW_SYMBOLS[place],
            _is_red(ROW_SYMBOLS[place]),
            tuple(DiagramCell(card_label(card), _copies(card, pile)) for card in row),
        )
        for place, row in deck_rows(deck)
    )


def _is_red(symbol: str) -> bool:
    return symbol != "" and symbol in RED_SYMBOLS


def _ordered_card(card: Card) -> OrderedCard:
    suit = suit_of(card)
    symbol = "" if suit is None else SUIT_SYMBOLS[suit]
    return OrderedCard(symbol, _is_red(symbol), card_label(card))


def group_diagram_cards(rows: Sequence[DiagramRow]) -> tuple[CardGroup, ...]:
    """Return the circled cards of a diagram: the trumps, then each suit, even an empty one.

    A card with two copies is listed twice.
    """
    return tuple(
        CardGroup(symbol, _is_red(symbol), tuple(chain.from_iterable(map(_held_labels, group))))
        for symbol, group in groupby(rows, key=lambda row: row.symbol)
    )


def _held_labels(row: DiagramRow) -> Iterator[str]:
    for cell in row.cells:
        yield from [cell.label] * cell.copies


def _copies(card: Card, pile: Collection[Card]) -> int:
    # with one pack, no pile has the second copy
    return (card in pile) + (second_copy(card) in pile)


def card_label(card: Card) -> str:
    """Return a card in its row, as the federation prints it: "21", "E", "R", "10", "A" for an ace."""
    if face(card) == EXCUSE:
        return "E"
    number = trump_number(card)
    if number is not None:
        return str(number)
    rank = rank_of(card) or ACE
    return "A" if rank == ACE else RANKS[rank - 1]


def _diagram(seat: Pocket, is_taker: bool, hand: Collection[Card], deck: Collection[Card]) -> HandDiagram:
    rows = diagram_rows(hand, deck)
    return HandDiagram(seat, is_taker, bool(hand), group_diagram_cards(rows), rows)


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
