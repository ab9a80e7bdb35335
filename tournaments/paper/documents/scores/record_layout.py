"""Layout of a team's record of its duels: a line for each étui with both scores and match points.

A record stays a table for screen readers, with two cells a round: its étuis with the number of the other
team, and the name of that team. Boxes are drawn. Measures are in millimetres on half a sheet of A4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _

from tournaments.paper.documents.typesetting.rule_drawings import Rect, Segment, draw_grids
from tournaments.paper.documents.typesetting.ruled_lines import FIGURE_SPACE, PlacedText, spaced_line
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type

WIDTH, HEIGHT = 128.5, 196.0
"""Width and height inside the margins of half a sheet."""
TITLE_HEIGHT, NOTE_HEIGHT, BAND = 8.0, 5.0, 5.5
"""Heights of the title, of the rule for players, and of the band of a colour."""
NUMBER_WIDTH, DAY_WIDTH = 22.5, 24.5
"""Widths of the number of the team, on the left of its name, and of the day."""
NAME, LONG_NAME = Type(Face.CONDENSED_BOLD, 12), Type(Face.CONDENSED_BOLD, 8)
NAME_LINE, LONG_NAME_LINE = 5.2, 3.4
SMALL, SMALL_LINE = Type(Face.CONDENSED, 7.5), 3.2
LEAST_HEAD, HEAD_MARGIN = 12.0, 1.5
"""Least height of the name with its members and event, and the space below them."""
ROUND, BOARD, NUMBER, BOX = 9.0, 10.0, 11.0, 16.5
"""Widths of the round, the étui, the number of the other team, and a box."""
BOX_COUNT = 4
HEAD_LINES, HEAD_PADDING = 3, 1.6
FOOT_ROW = 7.0
"""Height of the total, and of the result below it."""
LEAST_ROW, HIGHEST_ROW = 5.1, 9.0
PADDING = 1.0
EDGE = 0.3
"""Width of a drawing on the right of its last rule."""
KEY = Type(Face.CONDENSED_BOLD, 10)
BOX_TYPE = Type(Face.CONDENSED, 10)
SIZES = (10.0, 9.0, 8.0, 7.5, 7.0)
"""Sizes of the names of other teams in points, the largest first."""
LEADING = 1.2
"""Height of a line of a name, in parts of its size."""


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One étui. Known texts are "" in boxes to write into."""

    board: str
    boxes: tuple[str, ...] = ("",) * BOX_COUNT
    """Score of the own camp, score of the other one, own match points, those of the other team."""


@dataclass(frozen=True, slots=True)
class RecordRound:
    """One round with its étuis. A rest has no number of another team and one row without an étui."""

    number: str
    other_number: str
    other_name: str
    rows: tuple[RecordRow, ...]
    is_rest: bool = False


@dataclass(frozen=True, slots=True)
class RecordHead:
    """Name and people above a record, as they fit."""

    name: str
    is_long: bool
    """True if the name is set in small type, on several lines if necessary."""
    people: str
    """Lines of the people who play."""
    event_fit: str
    """Type and room of the name of the event."""
    style: str
    """Height without the band of a colour, as CSS."""
    height: float
    """Height with the band."""


@dataclass(frozen=True, slots=True)
class SetRound:
    """A round as it is printed."""

    key: str
    other: str
    known: str
    """Texts of the boxes; "" for boxes to write into."""


@dataclass(frozen=True, slots=True)
class SetRecord:
    """A laid out record."""

    rules: str
    """Drawing, to put into a page without escaping."""
    key_head: str
    other_head: str
    boxes_head: str
    key_style: str
    other_style: str
    """Type and height of the lines, as CSS."""
    rounds: tuple[SetRound, ...]
    foot: str


def record_head(name: str, people: str, *, has_band: bool) -> RecordHead:
    """Measure the head of a record."""
    room = WIDTH - NUMBER_WIDTH
    is_long = not NAME.fits(name, room)
    height = LONG_NAME.line_count(name, room) * LONG_NAME_LINE if is_long else NAME_LINE
    lines = SMALL.lines(people, room) if people else ()
    height += (len(lines) + 1) * SMALL_LINE
    height = max(LEAST_HEAD, height) + HEAD_MARGIN
    return RecordHead(
        name,
        is_long,
        "\n".join(lines),
        f"condensed-bold 7.5 {room - DAY_WIDTH:g}",
        f"height: {height:.2f}mm",
        height + (BAND if has_band else 0),
    )


def most_rows(head: RecordHead) -> int:
    """Return the number of étuis that one sheet holds."""
    return int(_rows_room(head) / LEAST_ROW)


def lay_out_record(
    rounds: Sequence[RecordRound],
    head: RecordHead,
    *,
    attacks: bool,
    totals: tuple[str, ...],
) -> SetRecord:
    """Return the layout of a record.

    Args:
        totals: own match points, those of the others, and the result; "" to write them in.
    """
    row_count = sum(len(this_round.rows) for this_round in rounds)
    row = min(HIGHEST_ROW, _rows_room(head) / row_count)
    letters = _name_type(rounds, row)
    return SetRecord(
        rules=_rules(rounds, row),
        key_head=_head_lines(
            [
                (0, ROUND, _("Pos.")),
                (ROUND, BOARD, _("Étui")),
                (ROUND + BOARD, NUMBER, _("Défense n°") if attacks else _("Attaque n°")),
            ]
        ),
        other_head=_("Équipe adverse"),
        boxes_head=_boxes_head(attacks=attacks),
        key_style=f"font-size: {KEY.points:g}pt; line-height: {row:.3f}mm",
        other_style=f"font-size: {letters.points:g}pt; line-height: {_line(letters):.3f}mm",
        rounds=tuple(_set_round(this_round, letters, row) for this_round in rounds),
        foot=_foot(totals, attacks=attacks),
    )


def _rows_room(head: RecordHead) -> float:
    heads = HEAD_LINES * SMALL_LINE + HEAD_PADDING
    return HEIGHT - TITLE_HEIGHT - head.height - NOTE_HEIGHT - heads - 2 * FOOT_ROW


def _line(letters: Type) -> float:
    return letters.points * POINT * LEADING


def _name_room() -> float:
    return WIDTH - ROUND - BOARD - NUMBER - BOX_COUNT * BOX - 2 * PADDING


def _name_type(rounds: Sequence[RecordRound], row: float) -> Type:
    """Return the largest type in which all names fit beside their étuis."""
    for points in SIZES:
        letters = Type(Face.CONDENSED, points)
        if all(
            letters.line_count(this_round.other_name, _name_room()) <= _line_count(this_round, letters, row)
            for this_round in rounds
        ):
            return letters
    return Type(Face.CONDENSED, SIZES[-1])


def _line_count(this_round: RecordRound, letters: Type, row: float) -> int:
    return max(1, int(len(this_round.rows) * row / _line(letters)))


def _set_round(this_round: RecordRound, letters: Type, row: float) -> SetRound:
    keys = []
    for place, line in enumerate(this_round.rows):
        number, other = (this_round.number, this_round.other_number) if place == 0 else ("", "")
        texts = [(0, ROUND, number), (ROUND, BOARD, line.board), (ROUND + BOARD, NUMBER, other)]
        keys.append(_centred(KEY, texts) or FIGURE_SPACE)
    count = _line_count(this_round, letters, row)
    lines = letters.lines(this_round.other_name, _name_room())
    if len(lines) > count:
        lines = (*lines[: count - 1], letters.cut(" ".join(lines[count - 1 :]), _name_room()))
    boxes = [
        _centred(BOX_TYPE, [(place * BOX, BOX, text) for place, text in enumerate(line.boxes)])
        for line in this_round.rows
    ]
    known = "\n".join(line or FIGURE_SPACE for line in boxes) if any(boxes) else ""
    return SetRound("\n".join(keys), "\n".join(lines), known)


def _centred(letters: Type, texts: Sequence[tuple[float, float, str]]) -> str:
    """Return a line of texts in the middle of their columns: left, width and text of each."""
    return spaced_line(letters, tuple(_in_middle(left, width, text) for left, width, text in texts))


def _in_middle(left: float, width: float, text: str) -> PlacedText:
    return PlacedText(left + PADDING / 2, width - PADDING, text, 0.5)


def _head_lines(columns: Sequence[tuple[float, float, str]]) -> str:
    """Return wrapped words of heads, of which the last lines stand beside each other."""
    texts = [SMALL.lines(text, width - PADDING) for _left, width, text in columns]
    return "\n".join(
        _centred(
            SMALL,
            [
                (left, width, lines[number])
                for (left, width, _text), lines in zip(columns, texts, strict=True)
                if len(lines) >= -number
            ],
        )
        for number in range(-max(map(len, texts)), 0)
    )


def _boxes_head(*, attacks: bool) -> str:
    own, other = (_("MOI"), _("EUX")) if attacks else (_("NOUS"), _("LUI"))
    camps = (_("attaquant"), _("défenseurs"))
    own_camp, other_camp = camps if attacks else camps[::-1]
    team = _("EUX")
    lines = [
        [(0, 2 * BOX, _("Marque")), (2 * BOX, 2 * BOX, _("Points de match"))],
        [(place * BOX, BOX, text) for place, text in enumerate((own, other, own, team))],
        [(place * BOX, BOX, text) for place, text in enumerate((own_camp, other_camp, "", ""))],
    ]
    return "\n".join(_centred(SMALL, line) for line in lines)


def _foot(totals: tuple[str, ...], *, attacks: bool) -> str:
    """Return the lines of the total and of the result, which have words on the left of their boxes."""
    left = WIDTH - 2 * BOX
    own, other, result = totals
    words = _("Total"), _("Résultat : MOI − EUX") if attacks else _("Résultat : NOUS − EUX")
    boxes = [(left, BOX, own), (left + BOX, BOX, other)], [(left, 2 * BOX, result)]
    return "\n".join(
        spaced_line(
            BOX_TYPE,
            (
                PlacedText(PADDING, left - 3 * PADDING, word, 1),
                *(_in_middle(x, width, text) for x, width, text in row),
            ),
        )
        for word, row in zip(words, boxes, strict=True)
    )


def _rules(rounds: Sequence[RecordRound], row: float) -> str:
    """Draw the grid. Rules between étuis leave out the cell of the other team."""
    head = HEAD_LINES * SMALL_LINE + HEAD_PADDING
    counts = [len(this_round.rows) for this_round in rounds]
    tops = [head + count * row for count in accumulate(counts, initial=0)]
    bottom, boxes = tops[-1], WIDTH - BOX_COUNT * BOX
    lines: list[Segment] = [(0, y, WIDTH, 0) for y in (0, *tops)]
    for top, count in zip(tops, counts, strict=False):
        for y in (top + place * row for place in range(1, count)):
            lines += [(ROUND, y, BOARD, 0), (boxes, y, BOX_COUNT * BOX, 0)]
    lines += [(x, 0, 0, bottom) for x in (0, ROUND, ROUND + BOARD, ROUND + BOARD + NUMBER, boxes)]
    # the word above two boxes has no rule through it
    below_word = HEAD_PADDING / 2 + SMALL_LINE
    lines += [(boxes + place * BOX, below_word, 0, bottom - below_word) for place in (1, 3)]
    points = boxes + 2 * BOX
    end = bottom + 2 * FOOT_ROW
    lines += [(x, 0, 0, end) for x in (points, WIDTH)]
    lines += [(points + BOX, bottom, 0, FOOT_ROW)]
    lines += [(points, bottom + place * FOOT_ROW, 2 * BOX, 0) for place in (1, 2)]
    grounds: list[Rect] = [(0, 0, WIDTH, head)]
    grounds += [
        (0, top, WIDTH, row) for top, this_round in zip(tops, rounds, strict=False) if this_round.is_rest
    ]
    return draw_grids(WIDTH + EDGE, end + 1, lines=lines, grounds=grounds)
