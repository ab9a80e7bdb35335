"""Layout of a score sheet: heights, columns and lines from its content, with all rules as one drawing.

Everything is measured in millimetres on a sheet of A5. The lines of the deals grow until the sheet is full.
The lower blocks (rules of the table, help table, lines for handfuls) are left out where the lines need the
room.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

from django.utils.translation import gettext as _

from games.core.variant import Variant
from tournaments.paper.documents.typesetting.rule_drawings import Rect, Segment, draw_grids
from tournaments.paper.documents.typesetting.ruled_lines import PlacedText, spaced_line
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type

WIDTH, BINDING = 132.0, 12.0
"""Width of the lines of a card, and of a margin for binding."""
ROOM = 175.0
"""Height below the header of a card, down to the safe margin."""
LEADING = 1.16
"""Height of a line of text in parts of its size."""
PADDING, GAP = 1.2, 3.0
"""Blank on both sides of a cell; blank above a block."""
PLAYERS_HEAD, PLAYER_ROW, TALL_PLAYER_ROW = 3.6, 6.0, 7.5
SEATS_HEAD, LABELS_PADDING, FACTS_HEAD, SMALL_CARD_FACTS = 5.6, 1.6, 24.0, 31.0
LINE, CLOSE_LINE, WIDE_LINE, WIDEST_LINE = 5.5, 7.0, 9.0, 14.0
"""Height of the line of a deal: least, with lines for handfuls below, wide and at most."""
HELP_LINE, NOTE, TALL_NOTE = 4.4, 6.0, 8.5
NOTE_COUNT = 3
"""Number of lines for handfuls and for the referee's signature."""
LETTER, START, SIGNATURE, CLOSE_SIGNATURE = 8.0, 13.0, 42.0, 16.0
"""Widths beside a name: the seat, the starting place, the signature; the signature beside another name."""
MOST_BELOW = 8
"""Largest number of players in one column; more stand in two columns."""
DEAL, NUMBER = 22.0, 5.2
"""Width of the column of the deals, and of the number in it."""
HELP_LABEL = 22.0
NOTE_DEAL, NOTE_VISA = 16.0, 40.0
MOST_NAME_LINES = 4
LONG_NAME = 400 * "W"
"""Name that takes as many lines as a card allows."""

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreTypes:
    """Types of a card. The smallest card is drawn at 71 %."""

    small: Type
    text: Type
    letters: Type
    rows: tuple[Type, ...]
    """Types of the lines of the deals, the largest first."""
    names: tuple[Type, ...]
    """Types of the names, the largest first."""
    facts_head: float
    """Height of the heads that go upwards."""


def _types(small: float, text: float, names: Sequence[float], facts_head: float) -> ScoreTypes:
    return ScoreTypes(
        small=Type(Face.CONDENSED, small),
        text=Type(Face.CONDENSED, text),
        letters=Type(Face.CONDENSED_BOLD, 11),
        rows=tuple(Type(Face.CONDENSED, points) for points in sorted({text, small}, reverse=True)),
        names=tuple(Type(Face.CONDENSED_BOLD, points) for points in names),
        facts_head=facts_head,
    )


USUAL_TYPES = _types(7.5, 9, (11, 9, 7.5, 7), FACTS_HEAD)
SMALL_CARD_TYPES = _types(10, 10, (11, 10), SMALL_CARD_FACTS)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The line of a deal."""

    number: str
    words: Lines
    """Words below each other beside the number: the dealer, the number of cards."""
    cells: Lines = ()
    """Known texts of the columns behind the first; () for a line to write on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTable:
    """Content of a score sheet in words."""

    players: tuple[tuple[str, str, str], ...]
    """Players as (seat, starting place, name)."""
    seats: Lines
    """Heads of the columns of the players."""
    seat_heads: Lines
    """Heads of the columns of each player, "" for a column without a head."""
    has_facts: bool
    """True if these heads are words, which go upwards."""
    first_columns: tuple[tuple[str, float], ...]
    """Heads and widths of the columns before those of the players."""
    last_columns: tuple[tuple[str, float], ...]
    """Heads and widths of the columns after those of the players."""
    rows: tuple[ScoreRow, ...]
    placing: Lines = ()
    """Sentences above the lines: partners, first dealer."""
    agreed: str = ""
    """Rules of the table in words."""
    help_of: Variant | None = None
    """Game of the help table and of the lines for handfuls; None without."""
    is_small: bool = False
    """True for a quarter of an A4, too small for text below the lines."""
    is_bound: bool = False
    """True for a wide margin on the left."""

    @property
    def has_balance(self) -> bool:
        """True if gains and losses have a column each, and a line for their difference."""
        return self.seat_heads == ("+", "−")


@dataclass(frozen=True, slots=True)
class SetBlock:
    """Lines of text as a template prints them, in their order."""

    text: str
    style: str
    """Size of the type and height of its lines, as CSS; "" for those of the style sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetScoreSheet:
    """A laid out score sheet: blocks of lines from top to bottom, and the rules behind them."""

    rules: str
    """Drawing, to put into a page without escaping."""
    players_head: str
    players: tuple[SetBlock, ...]
    """The players in one column or two."""
    placing: SetBlock | None
    seats: str
    labels: SetBlock
    facts: SetBlock | None
    """Heads that go upwards, a line for each column."""
    rows: SetBlock
    """The lines of the deals, then those of the totals."""
    agreed: SetBlock | None
    help: str
    """The help table and the heads of the lines for handfuls; "" without."""
    row_height: float
    has_notes: bool
    """True if there are lines for handfuls and for the referee's signature."""


@dataclass(slots=True)
class _Pen:
    """Rules that are drawn from top to bottom."""

    width: float
    y: float = 0.0
    lines: list[Segment] = field(default_factory=list)
    grounds: list[Rect] = field(default_factory=list)

    def across(self, y: float, left: float = 0.0, right: float | None = None) -> None:
        self.lines.append((left, y, (self.width if right is None else right) - left, 0))

    def down(self, x: float, top: float, bottom: float) -> None:
        self.lines.append((x, top, 0, bottom - top))


def lay_out_score_sheet(table: ScoreTable) -> SetScoreSheet:
    """Return the layout of a score sheet."""
    return _Layout(table).sheet()


def most_score_lines(table: ScoreTable) -> int:
    """Return the largest number of lines of deals on a card."""
    layout = _Layout(table)
    return max(1, int((ROOM - layout.fixed_height) / layout.least_line) - len(layout.totals))


def sure_score_lines(table: ScoreTable) -> int:
    """Return the number of lines of deals that have room on a card with the longest names."""
    players = tuple((seat, start, LONG_NAME) for seat, start, _name in table.players)
    return most_score_lines(replace(table, players=players))


class _Layout:
    """Measures of one score sheet."""

    def __init__(self, table: ScoreTable) -> None:
        self.table = table
        self.types = SMALL_CARD_TYPES if table.is_small else USUAL_TYPES
        self.width = WIDTH - (BINDING if table.is_bound else 0)
        self.edges = self._edges()
        self.player_count = -(-len(table.players) // self.column_count)
        self._measure_names()
        self._measure_heads()
        self.totals = [_("Total"), _("Bilan")] if table.has_balance else [_("Total")]
        self.placing = self._wrapped(table.placing)
        self.agreed = self._wrapped((table.agreed,)) if table.agreed and not table.is_small else []

    @cached_property
    def help(self) -> list[str]:
        """Help table; empty without room for one or for other games."""
        table = self.table
        return self._help_lines() if table.help_of and not table.is_small and not table.agreed else []

    @property
    def column_count(self) -> int:
        return 2 if len(self.table.players) > MOST_BELOW else 1

    @property
    def fixed_height(self) -> float:
        """Height of all that a sheet always has but its lines."""
        return self.players_height + self._text_height(self.placing) + GAP + self.head_height

    @property
    def line_count(self) -> int:
        """Number of lines of the deals and of the totals."""
        return len(self.table.rows) + len(self.totals)

    @property
    def players_height(self) -> float:
        return PLAYERS_HEAD + self.player_count * self.player_row

    @property
    def head_height(self) -> float:
        return SEATS_HEAD + self.labels_height

    @property
    def least_line(self) -> float:
        """Least height of the line of a deal."""
        return max(LINE, self._text_lines(self.types.rows[-1]) * _leading(self.types.rows[-1]))

    def sheet(self) -> SetScoreSheet:
        has_agreed, has_help, has_notes = self._lower_blocks()
        row, note = self._grow(has_agreed, has_help, has_notes)
        pen = _Pen(self.width)
        players_head, players = self._players(pen)
        placing = self._text_block(self.placing, pen)
        pen.y += GAP
        self._draw_scores(pen, row)
        return SetScoreSheet(
            players_head=players_head,
            players=players,
            placing=placing,
            seats=self._seats_line(),
            labels=self._labels(),
            facts=self._facts() if self.table.has_facts else None,
            rows=self._rows(row),
            agreed=self._text_block(self.agreed, pen) if has_agreed else None,
            help=self._help(pen, note if has_notes else 0) if has_help else "",
            rules=draw_grids(self.width, pen.y + 1, lines=pen.lines, grounds=pen.grounds),
            row_height=row,
            has_notes=has_notes,
        )

    # --- the room -----------------------------------------------------------------------------------------

    def _lower_blocks(self) -> tuple[bool, bool, bool]:
        """Return whether rules of the table, help and lines for handfuls have room below the lines."""
        room = ROOM - self.fixed_height - self.line_count * self.least_line
        has_agreed = bool(self.agreed) and room >= self._text_height(self.agreed)
        has_help = bool(self.help) and room >= self._help_height
        close_room = ROOM - self.fixed_height - self.line_count * max(CLOSE_LINE, self.least_line)
        has_notes = has_help and close_room >= self._help_height + _notes_height(NOTE)
        return has_agreed, has_help, has_notes

    def _grow(self, has_agreed: bool, has_help: bool, has_notes: bool) -> tuple[float, float]:
        """Return the heights of the line of a deal and of a line for handfuls that fill the sheet."""
        count = self.line_count
        rest = ROOM - self.fixed_height - has_agreed * self._text_height(self.agreed)
        rest -= has_help * self._help_height + has_notes * _notes_height(NOTE)
        row = max(self.least_line, min(WIDE_LINE, rest / count))
        rest -= row * count
        player_growth = max(0.0, min(TALL_PLAYER_ROW - self.player_row, rest / self.player_count))
        self.player_row += player_growth
        rest -= player_growth * self.player_count
        note = NOTE + max(0.0, min(TALL_NOTE - NOTE, rest / NOTE_COUNT)) * has_notes
        rest -= (note - NOTE) * NOTE_COUNT
        return row + max(0.0, min(WIDEST_LINE - row, rest / count)), note

    def _wrapped(self, texts: Iterable[str]) -> list[str]:
        return [line for text in texts for line in self.types.text.lines(text, self.width)]

    def _text_height(self, lines: Sequence[str]) -> float:
        return GAP + len(lines) * _leading(self.types.text) if lines else 0.0

    def _text_block(self, lines: Sequence[str], pen: _Pen) -> SetBlock | None:
        if not lines:
            return None
        pen.y += self._text_height(lines)
        style = f"margin-top: {GAP}mm; {_style(self.types.text, _leading(self.types.text))}"
        return SetBlock("\n".join(lines), style)

    # --- players ------------------------------------------------------------------------------------------

    @property
    def _half(self) -> float:
        """Width of a column of players."""
        return self.width if self.column_count == 1 else self.width / 2 - 2

    @property
    def _signature(self) -> float:
        return SIGNATURE if self.column_count == 1 else CLOSE_SIGNATURE

    def _measure_names(self) -> None:
        room = self._half - LETTER - START - self._signature - PADDING
        names = [name for _letter, _start, name in self.table.players]
        starts = [start for _letter, start, _name in self.table.players]
        self.name_type = next(
            (
                letters
                for letters in self.types.names
                if all(letters.fits(name, room) for name in names)
                and all(letters.fits(start, START - 1) for start in starts)
            ),
            self.types.names[-1],
        )
        self.names = [_cut_lines(self.name_type, name, room, MOST_NAME_LINES) for name in names]
        self.name_lines = max(map(len, self.names), default=1)
        self.player_row = max(PLAYER_ROW, self.name_lines * _leading(self.name_type))

    def _players(self, pen: _Pen) -> tuple[str, tuple[SetBlock, ...]]:
        step = self._half + 4
        heads = []
        blocks = []
        height = self.player_count * self.player_row
        top = pen.y + PLAYERS_HEAD
        for column in range(self.column_count):
            left = column * step
            sign_left = left + self._half - self._signature
            heads += [
                PlacedText(left, sign_left - left, _("Joueurs")),
                PlacedText(sign_left + PADDING, self._signature, _("Signature")),
            ]
            chosen = slice(column * self.player_count, (column + 1) * self.player_count)
            rows = list(zip(self.table.players[chosen], self.names[chosen], strict=True))
            text = "\n".join(line for player, name in rows for line in self._player_lines(player, name))
            place = f"height: {height:.2f}mm; margin-left: {left:.2f}mm; "
            if column < self.column_count - 1:
                # the last column stands beside it
                place = "position: absolute; "
            blocks.append(SetBlock(text, place + _style(self.name_type, self.player_row / self.name_lines)))
            for number in range(len(rows) + 1):
                pen.across(top + number * self.player_row, left, left + self._half)
            pen.down(sign_left, top, top + len(rows) * self.player_row)
        pen.y = top + height
        return spaced_line(self.types.small, tuple(heads)), tuple(blocks)

    def _player_lines(self, player: tuple[str, str, str], name: Lines) -> list[str]:
        letter, start, _name = player
        room = self._half - LETTER - START - self._signature - PADDING
        texts = [
            (PlacedText(1, LETTER, letter), PlacedText(LETTER, START, start)),
            *[()] * (self.name_lines - 1),
        ]
        return [
            # the name comes last, so that letters without a known width move nothing
            spaced_line(self.name_type, (*placed, PlacedText(LETTER + START, room, line)))
            for placed, line in zip(texts, _in_the_middle(name, self.name_lines), strict=True)
        ]

    # --- the grid -----------------------------------------------------------------------------------------

    def _edges(self) -> list[float]:
        """Return the left edges of all columns, and the right edge of the last one."""
        first = [DEAL, *(width for _label, width in self.table.first_columns)]
        last = [width for _label, width in self.table.last_columns]
        count = len(self.table.seats) * len(self.table.seat_heads)
        step = (self.width - sum(first) - sum(last)) / count
        return list(accumulate([*first, *[step] * count, *last], initial=0.0))

    @property
    def _first_seat(self) -> int:
        """Number of the first column of the players."""
        return 1 + len(self.table.first_columns)

    @property
    def _fact_count(self) -> int:
        return len(self.table.seats) * len(self.table.seat_heads)

    @property
    def _seat_step(self) -> float:
        """Width of a column of a player."""
        return self.edges[self._first_seat + 1] - self.edges[self._first_seat]

    @property
    def _last_seat(self) -> int:
        """Number of the column behind those of the players."""
        return self._first_seat + self._fact_count

    def _cell(self, column: int, text: str, align: float = 0.5, count: int = 1) -> PlacedText:
        left, right = self.edges[column], self.edges[column + count]
        padding = min(PADDING, (right - left) / 12)
        return PlacedText(left + padding, right - left - 2 * padding, text, align)

    def _measure_heads(self) -> None:
        labels = [
            (0, _("Donne")),
            *((1 + place, label) for place, (label, _width) in enumerate(self.table.first_columns)),
            *(
                (self._last_seat + place, label)
                for place, (label, _width) in enumerate(self.table.last_columns)
            ),
        ]
        self.label_lines = {
            column: self.types.small.lines(label, self._cell(column, label).width) for column, label in labels
        }
        if not self.table.has_facts:
            signs = self.table.seat_heads * len(self.table.seats)
            self.label_lines |= {
                self._first_seat + place: (sign,) for place, sign in enumerate(signs) if sign
            }
        self.label_count = max(map(len, self.label_lines.values()))
        text_height = self.label_count * _leading(self.types.small) + LABELS_PADDING
        self.labels_height = max(text_height, self.types.facts_head if self.table.has_facts else 0)

    def _seats_line(self) -> str:
        size = len(self.table.seat_heads)
        return spaced_line(
            self.types.letters,
            tuple(
                self._cell(self._first_seat + place * size, letter, count=size)
                for place, letter in enumerate(self.table.seats)
            ),
        )

    def _labels(self) -> SetBlock:
        """Return the heads of the columns, of which the last lines stand beside each other."""
        lines = []
        for number in range(-self.label_count, 0):
            lines.append(
                spaced_line(
                    self.types.small,
                    tuple(
                        self._cell(column, words[number])
                        for column, words in sorted(self.label_lines.items())
                        if len(words) >= -number
                    ),
                )
            )
        above = self.labels_height - self.label_count * _leading(self.types.small) - LABELS_PADDING / 2
        return SetBlock("\n".join(lines), f"padding-top: {above:.2f}mm" if self.table.has_facts else "")

    def _facts(self) -> SetBlock:
        """Return the heads that go upwards. A block that is turned has a line for each column."""
        # laid out where its lines stay on the page, which would part them, and moved down when it is turned
        height, left = self._fact_count * self._seat_step, self.edges[self._first_seat]
        style = (
            f"width: {self.labels_height:.2f}mm; margin: {-height:.2f}mm 0 0 {left:.2f}mm;"
            f" transform: translateY({height:.2f}mm) rotate(-90deg);"
            f" {_style(self.types.small, self._seat_step)}"
        )
        return SetBlock("\n".join(self.table.seat_heads * len(self.table.seats)), style)

    def _text_lines(self, letters: Type) -> int:
        """Return the number of lines of text in the line of a deal."""
        return max((len(self._row_cells(row, letters)) for row in self.table.rows), default=1)

    def _row_cells(self, row: ScoreRow, letters: Type) -> list[list[PlacedText]]:
        """Return the texts of the line of a deal, line by line."""
        number = PlacedText(PADDING, NUMBER - PADDING, row.number)
        words_left = NUMBER + PADDING / 2 if row.number else PADDING
        words_room = DEAL - words_left - PADDING / 4
        words = [
            PlacedText(words_left, words_room, line)
            for text in row.words
            for line in letters.lines(text, words_room)
        ]
        cells = [
            [self._cell(column, line) for line in letters.lines(text, self._cell(column, text).width)]
            for column, text in enumerate(row.cells, start=1)
            if text
        ]
        count = max(1, len(words), *map(len, cells), 1)
        lines: list[list[PlacedText]] = [[] for _line in range(count)]
        for column_texts in ([number] if row.number else [], words, *cells):
            first = (count - len(column_texts)) // 2
            for place, placed in enumerate(column_texts):
                lines[first + place].append(placed)
        return lines

    def _rows(self, height: float) -> SetBlock:
        letters = next(
            (
                letters
                for letters in self.types.rows
                if self._text_lines(letters) * _leading(letters) <= height
            ),
            self.types.rows[-1],
        )
        count = self._text_lines(letters)
        totals = [[[PlacedText(PADDING, self.edges[self._first_seat], word)]] for word in self.totals]
        text_lines = []
        for lines in [*(self._row_cells(row, letters) for row in self.table.rows), *totals]:
            first = (count - len(lines)) // 2
            text_lines += [""] * first
            text_lines += [spaced_line(letters, tuple(texts)) for texts in lines]
            text_lines += [""] * (count - len(lines) - first)
        # an empty line at the end has no height of its own
        style = f"height: {height * self.line_count:.2f}mm; {_style(letters, height / count)}"
        return SetBlock("\n".join(text_lines), style)

    def _draw_scores(self, pen: _Pen, row: float) -> None:
        """Draw the grid of the deals and of the totals."""
        top, labels = pen.y, pen.y + SEATS_HEAD
        first_row = labels + self.labels_height
        bottom = first_row + len(self.table.rows) * row
        size = len(self.table.seat_heads)
        # the right edge of the last player is drawn with the columns behind, or with the frame
        seat_edges = range(self._first_seat, self._last_seat, size)
        totals = bottom + row
        end = bottom + len(self.totals) * row
        pen.grounds += [
            (0, top, self.width, first_row - top),
            (0, bottom, self.edges[self._first_seat], end - bottom),
        ]
        for y in (top, first_row, bottom, end):
            pen.across(y)
        if any(self.table.seat_heads):
            pen.across(labels, self.edges[self._first_seat], self.edges[self._last_seat])
        for number in range(1, len(self.table.rows)):
            pen.across(first_row + number * row)
        pen.down(0, top, end)
        pen.down(self.width, top, end)
        for column in range(1, self._first_seat):
            pen.down(self.edges[column], top, bottom)
        for column in seat_edges:
            pen.down(self.edges[column], top, end)
        for column in range(self._first_seat, self._last_seat):
            if column not in seat_edges:
                pen.down(self.edges[column], labels, totals)
        for column in range(self._last_seat, len(self.edges) - 1):
            pen.down(self.edges[column], top, totals)
        if self.table.has_balance:
            pen.across(totals)
        pen.y = end

    # --- below the lines ----------------------------------------------------------------------------------

    @property
    def _help_height(self) -> float:
        return GAP + len(self.help) * HELP_LINE

    def _help_lines(self) -> list[str]:
        """Return what a deal is worth, as the federation prints it under the sheets."""
        assert self.table.help_of is not None
        step = (self.width - HELP_LABEL) / 4
        caption = _(
            "Par défenseur : (25 + différence avec les points à faire) × contrat ; la somme des bilans est 0."
        )
        self.caption_count = self.types.small.line_count(caption, self.width)
        lines = list(self.types.small.lines(caption, self.width))
        for label, *cells in help_rows(self.table.help_of):
            texts = (
                PlacedText(PADDING, HELP_LABEL - PADDING, label),
                *(
                    PlacedText(HELP_LABEL + place * step + PADDING, step - PADDING, cell)
                    for place, cell in enumerate(cells)
                ),
            )
            lines.append(spaced_line(self.types.small, texts))
        return lines

    def _help(self, pen: _Pen, note: float) -> str:
        """Return the help table and, where their lines have a height, the heads of handfuls."""
        top = pen.y + GAP + self.caption_count * HELP_LINE
        count = len(self.help) - self.caption_count
        pen.grounds.append((0, top, HELP_LABEL, count * HELP_LINE))
        pen.across(top)
        pen.y = top + count * HELP_LINE
        pen.across(pen.y)
        lines = self.help + (self._note_heads(pen, note) if note else [])
        return "\n".join(lines)

    def _note_heads(self, pen: _Pen, height: float) -> list[str]:
        visa = self.width - NOTE_VISA
        heads = (
            PlacedText(PADDING, NOTE_DEAL - PADDING, _("Donne")),
            PlacedText(NOTE_DEAL + PADDING, visa - NOTE_DEAL - PADDING, _("Poignée : qui, quels atouts")),
            PlacedText(visa + PADDING, NOTE_VISA - PADDING, _("Visa de l’arbitre")),
        )
        caption = _("Garde sans, garde contre : appelez l’arbitre, qui signe ici.")
        top = pen.y + 2 * HELP_LINE
        first = top + HELP_LINE
        pen.grounds.append((0, top, self.width, HELP_LINE))
        pen.y = first + NOTE_COUNT * height
        for number in range(NOTE_COUNT + 1):
            pen.across(first + number * height)
        for x in (NOTE_DEAL, visa):
            pen.down(x, top, pen.y)
        return ["", self.types.small.cut(caption, self.width), spaced_line(self.types.small, heads)]


def help_rows(game: Variant) -> tuple[Lines, ...]:
    """Return what a deal of three, four or five players is worth: a label, then up to four values."""
    simple, double, triple = game.handful_sizes
    return (
        (_("Bouts"), "0 → 56", "1 → 51", "2 → 41", "3 → 36"),
        (
            _("Contrat"),
            f"{_('prise')} × 1",
            f"{_('garde')} × 2",
            f"{_('garde sans')} × 4",
            f"{_('garde contre')} × 6",
        ),
        (_("Petit au bout"), "10", "20", "40", "60"),
        (
            _("Poignée"),
            f"{_('simple')} ({simple}) 20",
            f"{_('double')} ({double}) 30",
            f"{_('triple')} ({triple}) 40",
        ),
        (_("Chelem"), f"{_('annoncé')} +400", f"{_('chuté')} −200", f"{_('non annoncé')} +200"),
        (_("Parts"), f"{_('défenseur')} × −1", *_shares(game)),
    )


def _shares(game: Variant) -> Lines:
    """Return the parts of the taker and of the called player."""
    if not game.call_count:
        return (f"{_('preneur')} × {game.player_count - 1}",)
    return (f"{_('preneur')} × 2", f"{_('appelé')} × 1", f"{_('preneur seul')} × 4")


def _notes_height(note: float) -> float:
    return 3 * HELP_LINE + NOTE_COUNT * note


def _leading(letters: Type) -> float:
    return letters.points * POINT * LEADING


def _style(letters: Type, height: float) -> str:
    return f"font-size: {letters.points:g}pt; line-height: {height:.2f}mm"


def _cut_lines(letters: Type, text: str, room: float, most: int) -> Lines:
    """Return at most so many lines of a text, the last one cut where there are more."""
    lines = letters.lines(text, room)
    if len(lines) <= most:
        return lines
    return (*lines[: most - 1], letters.cut(" ".join(lines[most - 1 :]), room))


def _in_the_middle(lines: Lines, count: int) -> Lines:
    """Return the lines with empty ones above and below them, `count` in all."""
    above = (count - len(lines)) // 2
    return ("",) * above + lines + ("",) * (count - len(lines) - above)
