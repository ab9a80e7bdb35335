"""A pack to sort as lines of text over a drawing: the cards one by one, and the lots of each pocket.

A table of 78 cells costs ten times as much. The texts are measured, so each of them stands in its cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, repeat, zip_longest
from operator import itemgetter

from django.utils.translation import gettext as _

from games.core.cards import SUIT_SIZE
from tournaments.core.colours import grey_of
from tournaments.core.sorting import Pocket
from tournaments.paper.documents.deals.hand_diagrams import BLACK, NO_CARD, PALE, TINTS
from tournaments.paper.documents.deals.sorting_board import SortingBoard, SortingRow, SortingSuit
from tournaments.paper.documents.typesetting.rule_drawings import Rect, Stroke, cell_stroke, draw_strokes
from tournaments.paper.documents.typesetting.ruled_lines import CellColumns, TextPlace, place_texts
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type
from tournaments.seating.words.seat_names import pocket_arrow, pocket_mark, pocket_name

PALEST = "#f0f0f0"
SIDE = 0.35
"""Least millimetres between a text and the side of its ground."""
LOT_SIDE = 1.2
"""Millimetres between the cards of a lot and the side of their cell."""
APART = 2.0
"""Millimetres between the cards and the counts."""
LEADING = 1.05
"""Least height of a line, in parts of the size of its type."""
BETWEEN_RUNS = " · "

Area = tuple[str, Rect]
"""Colour of a ground, and its place."""


@dataclass(frozen=True, slots=True)
class PocketMarks:
    """Part of a line of pockets."""

    text: str
    is_pile: bool
    """True for piles, which are white on black."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of the pack in two lines."""

    symbol: str
    labels: str
    """Symbol and cards, then the number of cards of each pocket after this row."""
    marks: tuple[PocketMarks, ...]
    """Pocket below each card, then the last card of each pocket in this row."""


@dataclass(frozen=True, slots=True)
class PackGrid:
    """The cards of a pack one by one, each above its pocket."""

    drawing: str
    points: int
    """Size of the pockets."""
    heads: str
    """Line of the pockets above their counts; "" where those have no room."""
    rows: tuple[GridRow, ...]


@dataclass(frozen=True, slots=True)
class LotRow:
    """The cards of a suit, pocket beside pocket, in one line or several."""

    symbol: str
    line_count: int
    text: str


@dataclass(frozen=True, slots=True)
class LotLines:
    """The cards of each suit for every pocket."""

    drawing: str
    points: int
    heads: tuple[PocketMarks, ...]
    rows: tuple[LotRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridShape:
    """Measures of the cards one by one, in millimetres."""

    width: float
    symbol: float
    """Width before the first card."""
    count: float
    """Width of the column of a pocket, right of the cards."""
    heads: float
    """Height of the line above the counts."""
    label_line: float
    mark_line: float
    head_type: Type
    labels: Type
    marks: tuple[int, ...]
    """Sizes of the pockets in points, the largest first."""

    @property
    def row(self) -> float:
        """Height of a row."""
        return self.label_line + self.mark_line

    def top(self, board: SortingBoard) -> float:
        """Return the distance of the first row from the top."""
        return self.heads if board.has_tally else 0

    def height(self, board: SortingBoard) -> float:
        """Return the height of all rows of a pack."""
        return self.top(board) + len(board.rows) * self.row


@dataclass(frozen=True, slots=True, kw_only=True)
class LotShape:
    """Measures of the lots, in millimetres."""

    width: float
    symbol: float
    heads: float
    trumps: float
    """Height of the row of trumps."""
    suit: float
    """Height of the row of a suit."""
    head_type: Type
    points: tuple[int, ...]
    """Sizes of the cards in points, the largest first."""

    def row(self, suit: SortingSuit) -> float:
        """Return the height of a row."""
        return self.suit if suit.symbol else self.trumps


def set_grid(board: SortingBoard, shape: GridShape, *, is_grey: bool = False) -> PackGrid:
    """Return the lines of a pack card by card, and the drawing behind them.

    Args:
        is_grey: True for greys in place of the tints.
    """
    pockets = [pocket for pocket, _size in board.sizes] if board.has_tally else []
    counts = CellColumns(shape.width - len(pockets) * shape.count, shape.count, len(pockets))
    room = counts.left - (APART if pockets else 0) - shape.symbol
    cards = CellColumns(shape.symbol, room / SUIT_SIZE, SUIT_SIZE)
    marks = [_cell_marks(row, board) for row in board.rows]
    mark_type = _largest_type(shape.marks, chain.from_iterable(marks), cards.width)
    heads = counts.centre(shape.head_type, (pocket_mark(pocket, board.seats) for pocket in pockets))
    areas = [*_card_areas(board, shape, cards), *_count_areas(board, shape, counts)]
    return PackGrid(
        drawing=draw_strokes(shape.width, shape.height(board), _cells(areas, is_grey=is_grey)),
        points=round(mark_type.points),
        heads="".join(place_texts(shape.head_type, heads)),
        rows=tuple(
            GridRow(
                symbol=row.symbol,
                labels=_label_line(row, shape.labels, cards, counts),
                marks=_pocket_pieces(
                    mark_type,
                    [
                        *cards.centre(mark_type, row_marks),
                        *counts.centre(mark_type, _last_cards(row, pockets)),
                    ],
                    [isinstance(cell.pocket, str) for cell in row.cells],
                ),
            )
            for row, row_marks in zip(board.rows, marks, strict=True)
        ),
    )


def _label_line(row: SortingRow, type_: Type, cards: CellColumns, counts: CellColumns) -> str:
    texts = [
        (0.0, row.symbol or _("At.")),
        *cards.centre(type_, (cell.label for cell in row.cells)),
        *counts.centre(type_, (str(count) for _pocket, count in row.tally)),
    ]
    return "".join(place_texts(type_, texts))


def _cell_marks(row: SortingRow, board: SortingBoard) -> list[str]:
    """Return the mark of the pocket of each card, with the place in a pile whose order counts."""
    return [f"{pocket_mark(cell.pocket, board.seats)}{cell.order or ''}" for cell in row.cells]


def _last_cards(row: SortingRow, pockets: Iterable[Pocket]) -> list[str]:
    last_cards = {cell.pocket: cell.label for cell in row.cells}
    return [last_cards.get(pocket, NO_CARD) for pocket in pockets]


def _largest_type(sizes: Sequence[int], texts: Iterable[str], room: float) -> Type:
    """Return the largest bold type in which each text fits its cell, or the smallest of the sizes."""
    longest_texts = set(texts)
    types = [Type(Face.CONDENSED_BOLD, points) for points in sizes]
    fitting_types = (
        type_ for type_ in types if all(type_.fits(text, room - 2 * SIDE) for text in longest_texts)
    )
    return next(fitting_types, types[-1])


def _pocket_pieces(
    type_: Type, texts: Sequence[TextPlace], are_piles: Iterable[bool]
) -> tuple[PocketMarks, ...]:
    """Return a line of pockets in pieces of one ink. Texts after those of `are_piles` are black."""
    inks = chain(are_piles, repeat(False))
    pieces = zip(inks, place_texts(type_, texts), strict=False)
    return tuple(
        PocketMarks("".join(piece for _ink, piece in group), is_pile)
        for is_pile, group in groupby(pieces, key=itemgetter(0))
    )


def _card_areas(board: SortingBoard, shape: GridShape, cards: CellColumns) -> Iterator[Area]:
    """Yield the grounds of the cards. The card of a pile is on grey, its pocket white on black."""
    for place, row in enumerate(board.rows):
        top = shape.top(board) + place * shape.row
        for left, cell in zip(cards.lefts, row.cells, strict=False):
            if isinstance(cell.pocket, str):
                yield PALE, (left, top, cards.width, shape.label_line)
                yield BLACK, (left, top + shape.label_line, cards.width, shape.mark_line)
            else:
                yield _tint(cell.pocket), (left, top, cards.width, shape.row)


def _count_areas(board: SortingBoard, shape: GridShape, counts: CellColumns) -> Iterator[Area]:
    for left, (pocket, _size) in zip(counts.lefts, board.sizes, strict=False):
        for place in range(len(board.rows)):
            yield _tint(pocket), (left, shape.top(board) + place * shape.row, counts.width, shape.row)


def set_lots(board: SortingBoard, shape: LotShape, *, is_grey: bool = False) -> LotLines:
    """Return the lines of the lots, and the drawing behind them: the end of each lot on a tint.

    Args:
        is_grey: True for greys in place of the tints.
    """
    pockets = [pocket for pocket, _size in board.sizes]
    columns = CellColumns(shape.symbol, (shape.width - shape.symbol) / len(pockets), len(pockets))
    names = [f"{pocket_arrow(pocket, board.seats)} {pocket_name(pocket)}".strip() for pocket in pockets]
    are_piles = [isinstance(pocket, str) for pocket in pockets]
    areas: list[Area] = [
        (BLACK if is_pile else _tint(pocket), (left, 0, columns.width, shape.heads))
        for left, pocket, is_pile in zip(columns.lefts, pockets, are_piles, strict=True)
    ]
    type_ = _lot_type(board, shape, columns.width)
    rows, rules, top = [], list[Stroke](), shape.heads
    for suit in board.suits:
        wrapped = [_wrap(lot.runs, type_, columns.width) for lot in suit.lots]
        height, line_count = shape.row(suit), max(1, *map(len, wrapped))
        rows.append(LotRow(suit.symbol, line_count, _lot_text(suit.symbol, wrapped, type_, columns)))
        rules.append(Stroke(BLACK, 0.2, 0, top, across=shape.width))
        for left, lot, lines in zip(columns.lefts, suit.lots, wrapped, strict=True):
            if lines:
                middle = top + (len(lines) - 0.5) * height / line_count
                areas.append((_tint(lot.pocket), _end_area(left, middle, lines[-1], lot.runs[-1], type_)))
        top += height
    rules.append(Stroke(BLACK, 0.2, 0, top, across=shape.width))
    return LotLines(
        drawing=draw_strokes(shape.width, top, [*_cells(areas, is_grey=is_grey), *rules]),
        points=round(type_.points),
        heads=_pocket_pieces(shape.head_type, columns.centre(shape.head_type, names), are_piles),
        rows=tuple(rows),
    )


def _lot_type(board: SortingBoard, shape: LotShape, column: float) -> Type:
    """Return the largest type in which each lot fits its row, or the smallest of the sizes."""
    types = [Type(Face.CONDENSED, points) for points in shape.points]
    fitting_types = (
        type_
        for type_ in types
        if all(
            len(_wrap(lot.runs, type_, column)) * type_.points * POINT * LEADING <= shape.row(suit)
            for suit in board.suits
            for lot in suit.lots
        )
    )
    return next(fitting_types, types[-1])


def _wrap(runs: Sequence[str], type_: Type, column: float) -> list[str]:
    """Return the lines of a lot in a column of its cell; none without a card."""
    lines: list[str] = []
    for run in runs:
        longer_line = f"{lines[-1]}{BETWEEN_RUNS}{run}" if lines else run
        if lines and type_.fits(longer_line, column - 2 * LOT_SIDE):
            lines[-1] = longer_line
        else:
            lines.append(run)
    return lines


def _lot_text(symbol: str, wrapped: Sequence[list[str]], type_: Type, columns: CellColumns) -> str:
    rows = []
    for place, cells in enumerate(zip_longest(*wrapped)):
        texts = [(left + LOT_SIDE, text) for left, text in zip(columns.lefts, cells, strict=True) if text]
        rows.append("".join(place_texts(type_, [(0.0, "" if place else symbol or _("At.")), *texts])))
    return "\n".join(rows)


def _end_area(left: float, middle: float, line: str, run: str, type_: Type) -> Rect:
    """Return the area behind the last cards of a lot, at the end of its last line."""
    width = type_.width(run)
    start = left + LOT_SIDE + type_.width(line) - width
    height = type_.points * POINT * LEADING
    return start - SIDE, middle - height / 2, width + 2 * SIDE, height


def _tint(pocket: Pocket) -> str:
    return PALE if isinstance(pocket, str) else TINTS.get(pocket, PALEST)


def _cells(areas: Iterable[Area], *, is_grey: bool) -> Iterator[Stroke]:
    for colour, area in areas:
        yield cell_stroke(grey_of(colour) if is_grey else colour, area)
