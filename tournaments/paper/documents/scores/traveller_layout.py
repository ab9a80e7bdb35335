"""Layout of a traveller: the lines of a card with its names, and all rules and boxes as one drawing.

A traveller stays a table for screen readers, with two cells a line: where it is played, and all names of the
table as one text. The boxes to write into are drawn. Everything is measured in millimetres on a sheet of A5.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _

from tournaments.paper.documents.typesetting.rule_drawings import Rect, Segment, draw_grids
from tournaments.paper.documents.typesetting.ruled_lines import FIGURE_SPACE, PlacedText, spaced_line
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type

WIDTH, BINDING = 132.0, 12.0
"""Width of the lines of a card, and of a margin for binding."""
ROOM, SHORT_ROOM = 149.0, 44.0
"""Height of the lines of a card of A5, and of half an A5, between the heads and the sentence below."""
HIGHEST_LINE = 20.0
DOG, DOG_LABEL, DOG_GAP = 10.0, 13.0, 2.0
"""Height of the line of the dog with the blank below it, width of its word, blank between two cards."""
DOG_CARDS = 6
HEAD_PADDING = 1.6
LEADING, NAME_LEADING = 1.16, 1.27
"""Height of a line of the heads, and least height of a line of names, in parts of their size."""
PADDING = 1.0
PLACE = (9.5, 9.5)
DUEL_PLACE = (7.5, 8.5, 10.5, 10.5)
"""Widths of round and table, and of both with the numbers of the defence and of the attack."""
SCORE, REFEREE, BID = 19.0, 16.0, 17.0
CLOSE_SCORE, CLOSE_REFEREE = 14.0, 12.0
"""Widths of the boxes on a card of many lines, or with the numbers of teams and a box for the bid."""
FEW_LINES = 13
"""Number of lines of the federation's form. More lines take narrow boxes."""
LEAST_TEXT_LINES = 2
"""Number of lines of text in a line of the table, at least, which a known result may need."""
SIZES, SMALL_CARD_SIZES = (10.0, 9.0, 8.0, 7.5, 7.0), (11.0, 10.0)
"""Sizes of names in points, the largest first. The smallest card is drawn at 71 %."""
HEADS = {False: Type(Face.CONDENSED, 7.5), True: Type(Face.CONDENSED, 10)}
"""Types of the heads, by whether the card is a quarter of an A4."""
PLACE_TYPE = Type(Face.CONDENSED_BOLD, 11)
TAKER_MARK = "▶"
MOST_NAME_LINES = 3


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player or a team on a line of a traveller."""

    label: str
    """Seat and starting place; "" where the number of the team has a column of its own."""
    name: str
    """Name, "" for an empty seat."""
    is_taker: bool

    @property
    def text(self) -> str:
        mark = TAKER_MARK if self.is_taker else ""
        return " ".join(filter(None, (self.label, mark, self.name))) if self.name else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TravellerTable:
    """Content of a traveller in words."""

    rows: tuple[tuple[tuple[str, ...], tuple[PlayerName, ...], tuple[str, ...]], ...]
    """Lines as (place, names, known texts of the boxes; () for boxes to write into).

    The place is round and table, and of duels the numbers of the defence and of the attack.
    """
    has_duels: bool
    """True if a line is the attack of a team against the defence of another one."""
    has_bid: bool
    """True if there is a box for the bid."""
    sentence: str
    """Rule below the lines."""
    is_short: bool
    """True for a card of half an A5's height."""
    is_small: bool
    """True for a quarter of an A4."""
    is_bound: bool
    """True for a wide margin on the left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTraveller:
    """A laid out traveller."""

    rules: str
    """Drawing, to put into a page without escaping."""
    style: str
    """Type of the names and height of their lines, as CSS."""
    widths: tuple[str, str, str]
    """Widths of the place, the names and the boxes, as CSS."""
    place_head: str
    names_head: str
    boxes_head: str
    rows: tuple[tuple[str, str, str], ...]
    """Lines as (place, names, known texts of the boxes or "")."""
    sentence: str


def lay_out_traveller(table: TravellerTable) -> SetTraveller:
    """Return the layout of a traveller."""
    heads = HEADS[table.is_small]
    width = WIDTH - (BINDING if table.is_bound else 0)
    boxes = _box_widths(table)
    places = DUEL_PLACE if table.has_duels else PLACE
    room = width - sum(places) - sum(boxes)
    box_heads = _heads(table, heads, boxes)
    sentence = heads.lines(table.sentence, width)
    # two lines of heads and a sentence of one line are counted in ROOM
    height = (SHORT_ROOM if table.is_short else ROOM) - _leading(heads) * (len(box_heads) + len(sentence) - 4)
    row_height = min(HIGHEST_LINE, height / len(table.rows))
    setting = _name_setting(table, room, row_height)
    letters, line_count = setting.letters, setting.text_lines(table)
    head_height = len(box_heads) * _leading(heads) + HEAD_PADDING
    return SetTraveller(
        rules=_rules(table, width, places, boxes, head_height, row_height),
        style=f"width: {width:g}mm; font-size: {letters.points:g}pt;"
        f" line-height: {row_height / line_count:.3f}mm",
        widths=(f"{sum(places):g}mm", f"{room:g}mm", f"{sum(boxes):g}mm"),
        place_head=_place_head(table, heads, places),
        names_head=_("Défense, ▶ attaque") if table.has_duels else _("Joueurs"),
        boxes_head="\n".join(box_heads),
        rows=tuple(
            (
                _place(PLACE_TYPE, places, place),
                setting.text(names, room, line_count),
                _known(letters, known, boxes, line_count),
            )
            for place, names, known in table.rows
        ),
        sentence="\n".join(sentence),
    )


def _place(letters: Type, widths: Sequence[float], texts: Sequence[str]) -> str:
    return spaced_line(
        letters,
        tuple(
            PlacedText(left, width - PADDING / 2, text, 0.5)
            for left, width, text in zip(_lefts(widths), widths, texts, strict=True)
        ),
    )


def _place_head(table: TravellerTable, heads: Type, widths: Sequence[float]) -> str:
    """Return the heads of the place, on two lines with the numbers of teams, as on the federation's form."""
    if not table.has_duels:
        return _place(heads, widths, (_("Pos."), _("Table")))
    number = _("n°")
    rows = ("", "", _("Défense"), _("Attaque")), (_("Pos."), _("Table"), number, number)
    return "\n".join(_place(heads, widths, row) for row in rows)


def _box_widths(table: TravellerTable) -> list[float]:
    is_close = len(table.rows) > FEW_LINES or (table.has_duels and table.has_bid)
    score, referee = (CLOSE_SCORE, CLOSE_REFEREE) if is_close else (SCORE, REFEREE)
    if table.has_bid:
        return [BID, min(score, BID), min(score, BID), referee]
    return [score, score, referee]


def _heads(table: TravellerTable, heads: Type, boxes: Sequence[float]) -> list[str]:
    """Return the lines of the heads of the boxes, of which the last ones stand beside each other."""
    words = [_("Contrat")] if table.has_bid else []
    texts = [heads.lines(word, boxes[place] - PADDING) for place, word in enumerate(words)]
    for word, sign in ((_("Preneur gagne"), "+"), (_("Preneur chute"), "−")):
        texts.append((*heads.lines(word, boxes[len(texts)] - PADDING), sign))
    texts.append(heads.lines(_("Arbitre"), boxes[-1] - PADDING))
    count = max(map(len, texts))
    return [
        spaced_line(
            heads,
            tuple(
                PlacedText(left + PADDING / 2, width - PADDING, lines[number], 0.5)
                for left, width, lines in zip(_lefts(boxes), boxes, texts, strict=True)
                if len(lines) >= -number
            ),
        )
        for number in range(-count, 0)
    ]


def _lefts(widths: Sequence[float]) -> list[float]:
    return list(accumulate(widths[:-1], initial=0.0))


@dataclass(frozen=True, slots=True)
class _NameSetting:
    """A way to set the names of a line."""

    letters: Type
    column_count: int
    """Number of names beside each other."""
    name_lines: int
    """Number of lines of a name."""

    def text_lines(self, table: TravellerTable) -> int:
        """Return the number of lines of text in a line of the table."""
        most = max((len(names) for _place, names, _known in table.rows), default=1)
        return max(LEAST_TEXT_LINES, -(-most // self.column_count) * self.name_lines)

    def room(self, room: float) -> float:
        """Return the width of a name in a cell of `room` millimetres."""
        return (room - PADDING) / self.column_count - PADDING

    def fits(self, texts: Sequence[str], room: float) -> bool:
        width = self.room(room)
        return all(self.letters.line_count(text, width) <= self.name_lines for text in texts)

    def text(self, names: Sequence[PlayerName], room: float, line_count: int) -> str:
        """Return the names in `line_count` lines. A name that fits no setting is cut."""
        width = self.room(room)
        lines = []
        for start in range(0, len(names), self.column_count):
            texts = [player.text for player in names[start : start + self.column_count]]
            wrapped = [self.letters.lines(text, width) if self.name_lines > 1 else (text,) for text in texts]
            for number in range(self.name_lines):
                placed = tuple(
                    PlacedText(place * (width + PADDING), width, name[number])
                    for place, name in enumerate(wrapped)
                    if number < len(name)
                )
                lines.append(spaced_line(self.letters, placed))
        # an empty line at the end has no height, a space has
        return "\n".join(line or FIGURE_SPACE for line in [*lines, *[""] * (line_count - len(lines))])


def _name_setting(table: TravellerTable, room: float, row_height: float) -> _NameSetting:
    """Return the setting of the largest type in which all names fit, on one line each if possible."""
    texts = [player.text for _place, names, _known in table.rows for player in names]
    types = [Type(Face.CONDENSED, size) for size in (SMALL_CARD_SIZES if table.is_small else SIZES)]
    on_one_line = [_NameSetting(letters, columns, 1) for letters in types for columns in (1, 2)]
    on_several = [
        _NameSetting(letters, 1, lines) for letters in types for lines in range(2, MOST_NAME_LINES + 1)
    ]
    settings = [
        setting
        for setting in [*on_one_line, *on_several]
        if setting.text_lines(table) * setting.letters.points * POINT * NAME_LEADING <= row_height
    ]
    fitting = next((setting for setting in settings if setting.fits(texts, room)), None)
    # a name that is too long for all of them is cut where it has the most room
    widest = [setting for setting in settings if setting in on_one_line and setting.column_count == 1]
    return fitting or (widest or settings or on_one_line)[-1]


def _known(letters: Type, texts: Sequence[str], boxes: Sequence[float], line_count: int) -> str:
    """Return the known texts of the boxes, "" where there is none."""
    if not any(texts):
        return ""
    wrapped = [
        letters.lines(text, width - PADDING)[:line_count] for text, width in zip(texts, boxes, strict=True)
    ]
    return "\n".join(
        spaced_line(
            letters,
            tuple(
                PlacedText(left + PADDING / 2, width - PADDING, lines[number], 0.5)
                for left, width, lines in zip(_lefts(boxes), boxes, wrapped, strict=True)
                if number < len(lines)
            ),
        )
        for number in range(max(map(len, wrapped)))
    )


def _rules(
    table: TravellerTable,
    width: float,
    places: Sequence[float],
    boxes: Sequence[float],
    head_height: float,
    row_height: float,
) -> str:
    """Draw the lines for the cards of the dog and the grid below them."""
    step = (width - DOG_LABEL) / DOG_CARDS
    lines: list[Segment] = [
        (DOG_LABEL + place * step, DOG - 3, step - DOG_GAP, 0) for place in range(DOG_CARDS)
    ]
    top, first_row = DOG, DOG + head_height
    bottom = first_row + len(table.rows) * row_height
    lines += [(0, top, width, 0)]
    lines += [(0, first_row + number * row_height, width, 0) for number in range(len(table.rows) + 1)]
    left_of_boxes = width - sum(boxes)
    columns = [*_lefts(places), sum(places), *(left_of_boxes + left for left in _lefts(boxes)), width]
    lines += [(x, top, 0, bottom - top) for x in columns]
    grounds: list[Rect] = [(0, top, width, head_height)]
    return draw_grids(width, bottom + 1, lines=lines, grounds=grounds)


def _leading(letters: Type) -> float:
    return letters.points * POINT * LEADING
