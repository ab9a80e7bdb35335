"""Layout of a quarter of a match: both rooms with their players, each étui with both scores and its points.

Source:
    FFT, Règlement officiel (2012) R26: the *feuille de marque* has the quarter, the room, the names, and for
    each deal the contract and the attacker's score; the result is signed by both captains and the referee.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.paper.documents.typesetting.rule_drawings import Rect, Segment, draw_grids
from tournaments.paper.documents.typesetting.ruled_lines import FIGURE_SPACE, PlacedText, spaced_line
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type

WIDTH, HEIGHT, DAY_WIDTH = 128.5, 196.0, 24.5
"""Width and height inside the margins of half a sheet, and width of the day, in millimetres."""
TITLE_HEIGHT, EVENT_HEIGHT, BAND, ROOMS_MARGIN = 8.0, 5.0, 5.5, 3.0
"""Heights: the title, the event, the band of a colour, the space below the rooms."""
MATCH, MATCH_LINE = Type(Face.CONDENSED_BOLD, 10), 4.2
BOARD, BID, SCORE, DIFFERENCE, POINTS = 10.0, 20.0, 14.0, 14.5, 18.0
BOXES = (BID, SCORE, BID, SCORE, DIFFERENCE, POINTS, POINTS)
DEFENDERS = 3
ROOM_GAP = 3.0
ROOM_WIDTH = (WIDTH - ROOM_GAP) / 2
LINE = 3.4
"""Height of a line of a room."""
NAME_LINES = 2
"""Lines of a name of a player or a team, or room to write it by hand."""
HEAD_LINES, HEAD_PADDING = 2, 1.6
SMALL, SMALL_LINE = Type(Face.CONDENSED, 7.5), 3.2
FOOT_ROW, LEAST_SIGNATURES, HIGHEST_SIGNATURES = 7.5, 15.0, 26.0
FOOT_COUNT = 4
"""Rows below the étuis: total, carried points, points so far, winner."""
HIGHEST_ROW = 16.0
SIZES = (10.0, 9.0, 8.0, 7.5, 7.0)
"""Sizes of names in points, the largest first."""
LEADING = 1.17
PADDING = 1.0
EDGE = 0.3
"""Width of a drawing on the right of its last rule."""
BOX_TYPE = Type(Face.CONDENSED, 10)


@dataclass(frozen=True, slots=True)
class QuarterRoom:
    """One room: an attacker against three defenders. Unknown names are ""."""

    title: str
    attack_number: str
    attacker: str
    defence_number: str
    defenders: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuarterTable:
    """Content of the sheet of a quarter in words; "" to write by hand."""

    match: str
    """Both teams."""
    rooms: tuple[QuarterRoom, ...]
    boards: tuple[str, ...]
    boxes: tuple[tuple[str, ...], ...]
    """Texts of the boxes by étui: bid and score of both rooms, difference, match points of both teams."""
    totals: tuple[tuple[str, str], ...]
    """Match points of both teams: in the quarter, carried, so far."""
    winner: str
    has_band: bool


@dataclass(frozen=True, slots=True)
class SetRoom:
    """A room as it is printed: title, attack, attacker, defence, defenders."""

    title: str
    style: str
    """Type of the names, as CSS."""
    attack: str
    attacker: str
    defence: str
    defenders: str


@dataclass(frozen=True, slots=True)
class SetQuarter:
    """A laid out quarter."""

    match: str
    """Lines of both teams."""
    rooms: tuple[SetRoom, ...]
    room_rules: str
    """Drawing behind the rooms, to put into a page without escaping."""
    rules: str
    """Drawing behind the étuis and the rows below them."""
    board_head: str
    boxes_head: str
    row_style: str
    """Height of the lines, as CSS."""
    rows: tuple[tuple[str, str], ...]
    """Étui and texts of its boxes; "" for boxes to write into."""
    foot: str
    signatures: str


def lay_out_quarter(table: QuarterTable) -> SetQuarter:
    """Return the layout of a quarter."""
    room = _rows_room(table)
    row = min(HIGHEST_ROW, (room - LEAST_SIGNATURES) / len(table.boards))
    signatures = min(HIGHEST_SIGNATURES, room - row * len(table.boards))
    letters = _name_type(table)
    return SetQuarter(
        match="\n".join(_match_lines(table)),
        rooms=tuple(_set_room(room, letters) for room in table.rooms),
        room_rules=_room_rules(),
        rules=_rules(len(table.boards), row, signatures),
        board_head=_("Étui"),
        boxes_head=_boxes_head(table),
        row_style=f"line-height: {row:.3f}mm",
        rows=tuple(
            # an empty cell has no height, a space has
            (board or FIGURE_SPACE, _in_boxes(BOX_TYPE, boxes))
            for board, boxes in zip(table.boards, table.boxes, strict=True)
        ),
        foot="\n".join(_foot(table)),
        signatures=_signatures(table),
    )


def _rooms_height() -> float:
    return LINE * (3 + (1 + DEFENDERS) * NAME_LINES)


def _rows_room(table: QuarterTable) -> float:
    heads = HEAD_LINES * SMALL_LINE + HEAD_PADDING
    match = len(_match_lines(table)) * MATCH_LINE
    room = HEIGHT - TITLE_HEIGHT - match - EVENT_HEIGHT - _rooms_height() - ROOMS_MARGIN - heads
    return room - FOOT_COUNT * FOOT_ROW - (BAND if table.has_band else 0)


def _match_lines(table: QuarterTable) -> tuple[str, ...]:
    return MATCH.lines(table.match, WIDTH)


def _name_type(table: QuarterTable) -> Type:
    """Return the largest type in which all names fit on their lines."""
    names = [name for room in table.rooms for name in (room.attacker, *room.defenders)]
    for points in SIZES:
        letters = Type(Face.CONDENSED, points)
        if letters.points * POINT * LEADING <= LINE and all(
            letters.line_count(name, ROOM_WIDTH - 2 * PADDING) <= NAME_LINES for name in names
        ):
            return letters
    return Type(Face.CONDENSED, SIZES[-1])


def _set_room(room: QuarterRoom, letters: Type) -> SetRoom:
    defenders = [*room.defenders, *[""] * DEFENDERS][:DEFENDERS]
    return SetRoom(
        title=room.title,
        style=f"font-size: {letters.points:g}pt",
        attack=_role(_("Attaquant (Sud)"), room.attack_number),
        attacker=_name_lines(letters, room.attacker),
        defence=_role(_("Défenseurs (Nord, Est, Ouest)"), room.defence_number),
        defenders="\n".join(_name_lines(letters, name) for name in defenders),
    )


def _role(word: str, number: str) -> str:
    return f"{word} – {_('équipe')} {number or '…'}"


def _name_lines(letters: Type, name: str) -> str:
    """Return a name on as many lines as there is room for. A short one stands on the lower line."""
    room = ROOM_WIDTH - 2 * PADDING
    lines = letters.lines(name, room)
    if len(lines) > NAME_LINES:
        lines = (*lines[: NAME_LINES - 1], letters.cut(" ".join(lines[NAME_LINES - 1 :]), room))
    return "\n".join([*[" "] * (NAME_LINES - len(lines)), *(line or " " for line in lines)])


def _lefts() -> list[float]:
    return list(accumulate(BOXES[:-1], initial=0.0))


def _in_boxes(letters: Type, texts: Sequence[str]) -> str:
    """Return a line of texts in the middle of their boxes; "" without any."""
    return spaced_line(
        letters,
        tuple(
            PlacedText(left + PADDING / 2, width - PADDING, text, 0.5)
            for left, width, text in zip(_lefts(), BOXES, texts, strict=True)
        ),
    )


def _boxes_head(table: QuarterTable) -> str:
    rooms = table.rooms
    lefts = _lefts()
    team = _("équipe")
    first = [
        *(
            PlacedText(
                lefts[place] + PADDING / 2,
                BID + SCORE - PADDING,
                _("Attaque, %(team)s") % {"team": f"{team} {room.attack_number or '…'}"},
                0.5,
            )
            for place, room in zip((0, 2), rooms, strict=True)
        ),
        *(
            PlacedText(lefts[place] + PADDING / 2, POINTS - PADDING, pgettext("unit", "PM"), 0.5)
            for place in (5, 6)
        ),
    ]
    words = [_("Contrat"), _("Marque")] * 2
    second = [*words, _("Écart"), *(f"{team} {room.attack_number or '…'}" for room in rooms)]
    return "\n".join([spaced_line(SMALL, tuple(first)), _in_boxes(SMALL, second)])


def _foot(table: QuarterTable) -> list[str]:
    words = (_("Total du quart"), _("Report, bonus compris"), _("Total après ce quart"))
    left = BOARD + sum(BOXES[:-2])
    rows = [
        spaced_line(
            BOX_TYPE,
            (
                PlacedText(PADDING, left - 3 * PADDING, word, 1),
                *(
                    PlacedText(left + place * POINTS + PADDING / 2, POINTS - PADDING, text, 0.5)
                    for place, text in enumerate(texts)
                ),
            ),
        )
        for word, texts in zip(words, table.totals, strict=True)
    ]
    word = _("Vainqueur du quart :")
    start = BOX_TYPE.width(word) + 4 * PADDING
    winner = PlacedText(start, WIDTH - start - PADDING, table.winner)
    return [*rows, spaced_line(BOX_TYPE, (PlacedText(PADDING, start - PADDING, word), winner))]


def _signatures(table: QuarterTable) -> str:
    captains = [
        _("Capitaine, équipe %(number)s") % {"number": room.attack_number or "…"} for room in table.rooms
    ]
    third = WIDTH / 3
    return spaced_line(
        SMALL,
        tuple(
            PlacedText(place * third + PADDING, third - 2 * PADDING, word)
            for place, word in enumerate([*captains, _("Arbitre")])
        ),
    )


def _room_rules() -> str:
    """Draw the frames of both rooms, and the lines on which names stand."""
    height = _rooms_height()
    lines: list[Segment] = []
    grounds: list[Rect] = []
    for left in (0.0, ROOM_WIDTH + ROOM_GAP):
        lines += [(left, y, ROOM_WIDTH, 0) for y in (0, height)]
        lines += [(x, 0, 0, height) for x in (left, left + ROOM_WIDTH)]
        grounds.append((left, 0, ROOM_WIDTH, LINE * 1.2))
        ends = [2 + NAME_LINES, *(3 + NAME_LINES * (2 + place) for place in range(DEFENDERS - 1))]
        lines += [(left + PADDING, end * LINE, ROOM_WIDTH - 2 * PADDING, 0) for end in ends]
    return draw_grids(WIDTH + EDGE, height + 1, lines=lines, grounds=grounds)


def _rules(row_count: int, row: float, signatures: float) -> str:
    head = HEAD_LINES * SMALL_LINE + HEAD_PADDING
    bottom = head + row_count * row
    end = bottom + FOOT_COUNT * FOOT_ROW
    points = BOARD + sum(BOXES[:-2])
    lines: list[Segment] = [(0, 0, WIDTH, 0)]
    lines += [(0, head + place * row, WIDTH, 0) for place in range(row_count + 1)]
    lines += [(points, bottom + place * FOOT_ROW, 2 * POINTS, 0) for place in (1, 2)]
    lines += [(0, bottom + place * FOOT_ROW, WIDTH, 0) for place in (3, 4)]
    lines += [(x, 0, 0, end + signatures) for x in (0, WIDTH)]
    lines += [(BOARD, 0, 0, bottom)]
    below_word = HEAD_PADDING / 2 + SMALL_LINE
    for place, left in enumerate(_lefts()):
        x = BOARD + left
        if place in (1, 3):
            lines.append((x, below_word, 0, bottom - below_word))
        elif place in (5, 6):
            lines.append((x, 0, 0, bottom + 3 * FOOT_ROW))
        elif place:
            lines.append((x, 0, 0, bottom))
    lines += [(place * WIDTH / 3, end, 0, signatures) for place in (1, 2)]
    lines += [(0, end + signatures, WIDTH, 0)]
    return draw_grids(WIDTH + EDGE, end + signatures + 1, lines=lines, grounds=[(0, 0, WIDTH, head)])
