"""Grid that personal and guide cards share: rounds as tabbed lines to the foot of the card, rules behind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.paper.documents.hall.card_heads import CARD_WIDTH
from tournaments.paper.documents.typesetting.rule_drawings import Rect, draw_rules
from tournaments.paper.documents.typesetting.ruled_lines import PIXEL, TabbedLines, TabColumn
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type
from tournaments.seating.queries.seats import Stop
from tournaments.seating.words.seat_names import seats_label

PIXELS = 4
STEP = PIXELS * PIXEL
"""Distance of tab stops in millimetres."""
INSET = 1.3
"""Millimetres from the frame to the text, and from a rule to its column."""
SPACE = 1.2
"""Least millimetres between the words of heads."""
HEADS, HEADS_HEIGHT = Type(Face.CONDENSED, 7), 5
KEY = Type(Face.CONDENSED_BOLD, 11)
"""Type of rounds and tables on a roomy card."""
PARTS = 20
"""Parts of a millimetre in which distances of lines are given."""
FIGURES = 2
"""Figures of rounds and tables, at least."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """One round of a card."""

    key: str
    """Round and table, or a word for a rest; in bold on a roomy card."""
    text: str
    """Rest of the line, and the further lines of the row."""


@dataclass(frozen=True, slots=True)
class CardGrid:
    """Rounds of a card as they are printed."""

    heads: str
    rows: tuple[CardRow, ...]
    classes: str
    """Type size and distance of the lines, as classes of CSS. Previews have no styles in the page."""
    is_roomy: bool
    """True if rounds and tables are bold and larger than the rest. Bold costs a tenth of a tight card."""
    drawing: str
    """Rules and grey areas as SVG, to put into a page without escaping."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyColumns:
    """Columns of the round, the table and the seat, by their tab stops."""

    table: int
    seat: int
    end: int
    """Stop of the first column behind the seat."""
    figures: int
    """Figures of the numbers of tables."""

    @property
    def room(self) -> int:
        """Number of whole steps from `end` to the right."""
        return int((CARD_WIDTH - 2 * INSET) / STEP) - self.end

    def rows(self, stops: Sequence[Stop], lines: Sequence[Sequence[str]], font: Type) -> tuple[CardRow, ...]:
        """Return the rows of a card.

        Args:
            lines: by stop, the lines of its row, the first one from the seat on, the others from the left on.
            font: type of the key.
        """
        columns = (TabColumn(0, FIGURES), TabColumn(self.table, self.figures))
        width = self.seat * STEP
        key = TabbedLines(type=font, pixels=PIXELS, width=width, columns=columns, end=self.seat)
        rest = TabbedLines(
            type=font,
            pixels=PIXELS,
            width=CARD_WIDTH - 2 * INSET,
            columns=(columns[0], TabColumn(self.table)),
        )
        return tuple(
            CardRow(
                rest.line([str(stop.round), _("Relais")])
                if stop.table is None
                else key.line([str(stop.round), str(stop.table)]),
                "\n".join(row_lines) + "\n",
            )
            for stop, row_lines in zip(stops, lines, strict=True)
        )

    def first_line(self, points: float, columns: Iterable[int]) -> TabbedLines:
        """Return the lines that begin with the seat, with columns at stops counted from `end`."""
        return self._lines(points, self.seat, columns)

    def later_line(self, points: float, columns: Iterable[int]) -> TabbedLines:
        """Return the lines that begin with an empty cell, with columns at stops counted from `end`."""
        return self._lines(points, 0, columns)

    def _lines(self, points: float, start: int, columns: Iterable[int]) -> TabbedLines:
        return TabbedLines(
            type=Type(Face.CONDENSED, points),
            pixels=PIXELS,
            width=CARD_WIDTH - 2 * INSET - start * STEP,
            columns=(TabColumn(0), *(TabColumn(self.end - start + column) for column in columns)),
            fills_blanks=True,
        )

    def heads(self, columns: Iterable[int], words: Sequence[str]) -> str:
        """Return the line of heads, with columns at stops counted from `end`."""
        stops = (0, self.table, self.seat, *(self.end + column for column in columns))
        lines = TabbedLines(
            type=HEADS,
            pixels=PIXELS,
            width=CARD_WIDTH - 2 * INSET,
            columns=tuple(map(TabColumn, stops)),
        )
        return lines.line([*_key_words(), *words])


def key_columns(all_stops: Iterable[Stop]) -> KeyColumns:
    """Measure the columns of the round, the table and the seat for all cards of a document."""
    stops = [stop for stop in all_stops if stop.table is not None]
    figures = max([FIGURES, *(len(str(stop.table)) for stop in stops)])
    body = Type(Face.CONDENSED, KEY.points - 1)
    round_width, table_width, seat_width = map(HEADS.width, _key_words())
    round_steps = steps(max(round_width, KEY.width("0" * FIGURES)))
    table_steps = steps(max(table_width, KEY.width("0" * figures)))
    seats = {seats_label(stop.seats, is_duel=stop.is_duel) for stop in stops}
    seat_steps = steps(max([seat_width, *map(body.width, seats)]))
    return KeyColumns(
        table=round_steps,
        seat=round_steps + table_steps,
        end=round_steps + table_steps + seat_steps,
        figures=figures,
    )


def steps(width: float) -> int:
    """Return the number of steps of a column for texts of `width` millimetres."""
    return ceil((width + SPACE) / STEP)


def draw_grid(
    key: KeyColumns, row_heights: Sequence[float], columns: Iterable[int] = (), grounds: Iterable[Rect] = ()
) -> str:
    """Return the grey ground of the tables, the rules between rows and those to the left of columns.

    Args:
        columns: stops counted from `key.end`.
        grounds: further grey areas, placed from the frame and the heads.
    """
    ends = [HEADS_HEIGHT, *(HEADS_HEIGHT + end for end in accumulate(row_heights))]
    start, end = (stop * STEP + INSET / 2 for stop in (key.table, key.seat))
    tables = (start, 0, end - start, ends[-1] - HEADS_HEIGHT)
    return draw_rules(
        CARD_WIDTH,
        ends[-1],
        rows=ends[:-1],
        columns=[column_rule(key, column) for column in columns],
        grounds=[
            (left, top + HEADS_HEIGHT, width, height) for left, top, width, height in (tables, *grounds)
        ],
    )


def column_rule(key: KeyColumns, column: int) -> float:
    """Return the place of the rule to the left of a column, in millimetres from the frame."""
    return (key.end + column) * STEP + INSET / 2


def rest_grounds(stops: Sequence[Stop], row_heights: Sequence[float]) -> list[Rect]:
    """Return the grey areas of rounds without a table."""
    tops = [0.0, *accumulate(row_heights)]
    return [
        (0, top, CARD_WIDTH, end - top)
        for stop, (top, end) in zip(stops, pairwise(tops), strict=True)
        if stop.table is None
    ]


def whole_parts(height: float) -> float:
    """Return a distance of lines without the part that no class of CSS has, in millimetres."""
    return int(height * PARTS) / PARTS


def line_classes(points: float, height: float) -> str:
    """Return the classes of a type size and of a distance of lines from `whole_parts`."""
    whole, hundredths = divmod(round(height * 100), 100)
    return f"points-{points:g} line-{whole} part-{hundredths}".replace(".", "-")


def line_height(points: float) -> float:
    """Return the least distance of lines, in millimetres."""
    return points * POINT * 1.17


def _key_words() -> tuple[str, str, str]:
    return _("Pos."), _("Table"), pgettext("seat", "Place")
