"""Hand diagrams: for each board, the dog and the cards of each seat, circled among the 78.

Source:
    FFT, Manuel de l'organisateur (2011): the rows of the diagram; North yellow, South blue, East red,
    West green.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, zip_longest

from django.utils.translation import gettext as _

from games.core.cards import (
    EXCUSE,
    RANKS,
    SUIT_SIZE,
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
from tournaments.core.colours import grey_of
from tournaments.core.sorting import TRUMP_ROWS, Pocket, deck_rows, named_pockets
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.chosen_cards import list_deals
from tournaments.paper.documents.making.document import DocumentType, with_boards
from tournaments.paper.documents.making.options import BOARDS, PLAIN, DocumentOptions
from tournaments.paper.documents.making.ready import require_deals
from tournaments.paper.documents.typesetting.imposition import fill_sheets
from tournaments.paper.documents.typesetting.rule_drawings import Stroke, draw_strokes
from tournaments.paper.documents.typesetting.ruled_lines import CellColumns, place_texts
from tournaments.paper.documents.typesetting.type_widths import Face, Type

ACE = 1
HANDS_PER_PAGE = 4
AROUND_THE_TABLE = 4
"""Largest number of hands drawn around a table with one pile, four deals a page. More stand in rows."""
IN_HALF_A_PAGE = 8
"""Largest number of hands and further piles in half a page. More take a whole page."""
RED_SYMBOLS = "♥♦"
ROW_SYMBOLS = ("",) * TRUMP_ROWS + tuple(SUIT_SYMBOLS)
"""Symbol of each row of the pack, "" for trumps."""
COLUMN, ROW, SYMBOL = 6.1, 7.4, 6.8
"""Millimetres between cards of the diagram, between its rows, and left of its cards."""
HAND_WIDTH, HAND_HEIGHT, HEIGHT_ALONE = 105, 124, 140
"""Width of a hand on its page, its height above a strip for piles, and without one, in millimetres."""
BAR_TOP, CARDS_LEFT, CARDS_TOP = 26.5, 7, 71.5
"""Distances of the bar of the seat and of the diagram from the corner of the hand."""
BAR = 3
"""Height of the bar."""
RINGS, INSIDES = (5.7, 6.1), (4.9, 4.3)
"""Diameters of the circle of a card and of two copies, and of the ground in them."""
LISTING_WIDTH = 73
"""Millimetres for the cards of a group, right of its symbol."""
LINES_BY_POINTS: Mapping[int, int] = {14: 5, 12: 6, 10: 7, 8: 9}
"""Number of lines of a listing by the size of its type."""
NO_CARD = "–"
LABELS = Type(Face.CONDENSED, 11)
TINTS: Mapping[Pocket, str] = {0: "#fdf0a6", 2: "#d3e3fa", 3: "#fad6d2", 1: "#d2ecd9"}
"""Grounds of the first four seats, as pale as black text needs."""
COLOURS: Mapping[Pocket, str] = {0: "#f4cf1d", 2: "#2f6fc4", 3: "#d23b30", 1: "#2f9150"}
"""Colours of the first four seats."""
CUT, PALE, BLACK = "#aaaaaa", "#dddddd", "#000000"
"""Colours of the lines to cut along, of the grounds of other pockets, of circles and piles."""
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

    @property
    def line(self) -> str:
        """The row as a line of text, each card in the middle of its column."""
        columns = CellColumns(SYMBOL, COLUMN, len(self.cells))
        labels = columns.centre(LABELS, (cell.label for cell in self.cells))
        return "".join(place_texts(LABELS, [(0.0, self.symbol), *labels]))


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The trumps (no symbol) or the cards of a suit in a pile, highest first."""

    symbol: str
    is_red: bool
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardListing:
    """Groups in lines: the word or symbol of each, a tab, its cards."""

    points: int
    text: str


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """The hand of one pocket. An unknown hand is empty, for players to circle the cards."""

    seat: Pocket
    """Seat, or the name of its pile for the dummy's hand."""
    is_taker: bool
    is_known: bool
    groups: tuple[CardGroup, ...]
    rows: tuple[DiagramRow, ...]

    @property
    def listing(self) -> CardListing:
        """The groups in at most 38 mm."""
        return list_groups(self.groups)


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

    @property
    def listing(self) -> CardListing:
        """The groups in at most 38 mm."""
        return list_groups(self.groups)


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
    drawing: str = ""
    """Cuts, bars and circles of a page of diagrams."""

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
    pages = chain.from_iterable(board_pages(deal, tournament.game) for deal in deals)
    return tuple(replace(page, drawing=draw_diagrams(page, is_grey=options.grey)) for page in pages)


def draw_diagrams(page: BoardDiagrams, *, is_grey: bool = False) -> str:
    """Return what lies behind the hands of a page: cuts, the bar of each seat, the circles of its cards.

    One drawing for the page costs half of one for each hand.

    Args:
        is_grey: True for greys in place of colours.
    """
    height = HAND_HEIGHT if page.piles else HEIGHT_ALONE
    strokes = [
        Stroke(CUT, 0.15, 0, height, across=2 * HAND_WIDTH),
        Stroke(CUT, 0.15, 0, 2 * height, across=2 * HAND_WIDTH),
        Stroke(CUT, 0.15, HAND_WIDTH, 0, across=0, down=2 * height),
    ]
    for place, hand in enumerate(page.hands):
        left, top = place % 2 * HAND_WIDTH + CARDS_LEFT, place // 2 * height
        bar_width = SYMBOL + SUIT_SIZE * COLUMN
        strokes.append(
            Stroke(COLOURS.get(hand.seat, BLACK), BAR, left, top + BAR_TOP + BAR / 2, across=bar_width)
        )
        strokes += _rings(hand, left, top + CARDS_TOP)
    if is_grey:
        strokes = [stroke._replace(colour=grey_of(stroke.colour)) for stroke in strokes]
    return draw_strokes(2 * HAND_WIDTH, 2 * height + 1, strokes)


def _rings(hand: HandDiagram, left: float, top: float) -> list[Stroke]:
    """Return the circles of a hand: black discs, smaller ones of the seat's tint on them."""
    places = [
        (left + SYMBOL + (column + 0.5) * COLUMN, top + (place + 0.5) * ROW, cell.copies - 1)
        for place, row in enumerate(hand.rows)
        for column, cell in enumerate(row.cells)
        if cell.is_held
    ]
    return [
        Stroke(colour, sizes[size], x, y, is_round=True)
        for colour, sizes in ((BLACK, RINGS), (TINTS.get(hand.seat, PALE), INSIDES))
        for x, y, size in places
    ]


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


def list_groups(groups: Sequence[CardGroup]) -> CardListing:
    """Return groups of cards in the largest type in which their lines have room."""
    for points, most_lines in LINES_BY_POINTS.items():
        texts = [_group_lines(group, Type(Face.SANS, points)) for group in groups]
        if sum(map(len, texts)) <= most_lines:
            break
    return CardListing(points, "\n".join(chain.from_iterable(texts)))


def _group_lines(group: CardGroup, type_: Type) -> list[str]:
    lines = [""]
    for label in group.labels or (NO_CARD,):
        longer_line = f"{lines[-1]} {label}".strip()
        if type_.fits(longer_line, LISTING_WIDTH):
            lines[-1] = longer_line
        else:
            lines.append(label)
    # a line that goes on begins with a blank, which keeps it apart from the symbols
    return [
        f"{head}\t{line}" for head, line in zip_longest([group.symbol or _("Atouts")], lines, fillvalue=" ")
    ]


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
    sheets_per_part=32,
    is_for=with_boards,
    options=BOARDS,
)
