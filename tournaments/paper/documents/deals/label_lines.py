"""Lines and drawing of étui labels: five lines of one type, and all frames of a sheet as one drawing.

Everything is measured in millimetres from the corner of a label, which has 70 × 37 mm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.base.words.section_colours import colour_name
from tournaments.paper.documents.deals.hand_diagrams import BLACK, COLOURS, CUT
from tournaments.paper.documents.typesetting.rule_drawings import Stroke, draw_strokes
from tournaments.paper.documents.typesetting.ruled_lines import TextPlace, place_texts
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.seating.words.seat_names import printed_seat_letter, seat_name

COLUMNS, WIDTH, HEIGHT, MARGIN = 3, 70, 37, 0.5
"""Columns of a sheet, size of a label, and the edge of the paper above the first and below the last."""
PAPER_WIDTH, PAPER_HEIGHT = 210, 297
LETTERS, NUMBER = Type(Face.CONDENSED_BOLD, 11.5), Type(Face.CONDENSED_BOLD, 27)
COMPASS = 5.4, 4.9, 27.0, 27.2
"""Left, top, width and height of the frame with the number."""
SIDE = 5.0
"""Width of the strips along the frame, in which the letters of the seats stand."""
MIDDLE, LEFT, RIGHT = 18.9, 7.9, 29.9
"""Centres of the letters, of which the number has the first."""
LETTER_PLACES = ((0, MIDDLE), (2, LEFT), (4, MIDDLE), (2, RIGHT), (0, RIGHT))
"""Line and centre of the letter of each seat from north. Larger tables show the first five."""
TAKER = 35.4, 4.9, 29.2, 10.6
"""Frame of the imposed taker's role, whose left edge has the colour of the seat."""
TAKER_EDGE = 3.0
ROLE_IN_FRAME, ROLE, ROLE_NAME = 39.9, 35.4, 51.4
SWATCH, COLOUR = 35.4, 40.9
"""Distances of the swatch of a section and of its word from the left."""
SECTION_COLOURS = COLOURS[3], COLOURS[1], COLOURS[2], COLOURS[0], "#ffffff"
"""Colours of the sections in the federation's order."""
SHADE = "#c8c8c8"
"""Ground of the taker's side."""


@dataclass(frozen=True, slots=True)
class BoardLabel:
    """The label of one étui."""

    number: int
    dealer: int
    taker: int | None
    """Seat of the imposed taker; None where the players bid."""
    leader: int
    section: int | None
    """Number of the section; None for the only section."""
    seats: tuple[int, ...]
    """All seats of the table."""


@dataclass(frozen=True, slots=True)
class LabelText:
    """Preformatted text of a label around its number, which stands in larger type."""

    before: str
    number: str
    after: str


def set_label(label: BoardLabel) -> LabelText:
    """Return the text of a label: the letters of the seats around the number, the roles beside them."""
    number = str(label.number)
    lines: list[list[TextPlace]] = [[] for _line in range(5)]
    for seat, (line, centre) in zip(label.seats, LETTER_PLACES, strict=False):
        letter = printed_seat_letter(seat)
        lines[line].append((centre - LETTERS.width(letter) / 2, letter))
    dealer_line, leader_line = (1, 3) if label.taker is None else (3, 4)
    lines[dealer_line] += [(ROLE, _("Donneur")), (ROLE_NAME, seat_name(label.dealer))]
    lines[leader_line] += [(ROLE, _("Entame")), (ROLE_NAME, seat_name(label.leader))]
    if label.taker is not None:
        lines[0].append((ROLE_IN_FRAME, _("Preneur")))
        lines[1].append((ROLE_IN_FRAME, seat_name(label.taker)))
    if label.section is not None:
        lines[2].append((COLOUR, colour_name(label.section)))
    left = MIDDLE - NUMBER.width(number) / 2
    before = [place for place in sorted(lines[2]) if place[0] < left]
    # the blanks behind the number are counted as if it took no room
    after = [(start - NUMBER.width(number), text) for start, text in sorted(lines[2])[len(before) :]]
    pieces = list(place_texts(LETTERS, [*before, (left, ""), *after]))
    set_lines = ["".join(place_texts(LETTERS, sorted(line))) for line in lines]
    split = len(before) + 1
    return LabelText(
        before="\n".join([*set_lines[:2], "".join(pieces[:split])]),
        number=number,
        after="\n".join(["".join(pieces[split:]), *set_lines[3:]]),
    )


def draw_labels(labels: Sequence[BoardLabel]) -> str:
    """Return what lies behind the labels of a sheet: cuts, compasses, frames of takers, swatches."""
    strokes = list(_cuts(len(labels)))
    for place, label in enumerate(labels):
        left, top = place % COLUMNS * WIDTH, MARGIN + place // COLUMNS * HEIGHT
        strokes += [stroke._replace(x=stroke.x + left, y=stroke.y + top) for stroke in _frames(label)]
    return draw_strokes(PAPER_WIDTH, PAPER_HEIGHT, strokes)


def _cuts(count: int) -> Iterator[Stroke]:
    rows = -(-count // COLUMNS)
    for row in range(rows + 1):
        yield Stroke(CUT, 0.15, 0, MARGIN + row * HEIGHT, across=PAPER_WIDTH)
    for column in range(1, COLUMNS):
        yield Stroke(CUT, 0.15, column * WIDTH, MARGIN, across=0, down=rows * HEIGHT)


def _frames(label: BoardLabel) -> Iterator[Stroke]:
    """Yield the strokes of one label."""
    left, top, width, height = COMPASS
    if label.taker is not None:
        strips = (
            (left, top, width, SIDE),
            (left, top, SIDE, height),
            (left, top + height - SIDE, width, SIDE),
            (left + width - SIDE, top, SIDE, height),
            (left + width - SIDE, top, SIDE, SIDE),
        )
        if label.taker < len(strips):
            x, y, across, down = strips[label.taker]
            yield Stroke(SHADE, down, x, y + down / 2, across=across)
        x, y, across, down = TAKER
        yield Stroke(COLOURS.get(label.taker, BLACK), TAKER_EDGE, x + TAKER_EDGE / 2, y, across=0, down=down)
        yield from _frame(*TAKER)
    if label.section is not None:
        middle = COMPASS[1] + COMPASS[3] / 2
        yield Stroke(BLACK, 3.8, SWATCH, middle, across=4.2)
        yield Stroke(SECTION_COLOURS[label.section - 1], 3.4, SWATCH + 0.2, middle, across=3.8)
    yield from _frame(*COMPASS)


def _frame(left: float, top: float, width: float, height: float) -> Iterator[Stroke]:
    for y in (top, top + height):
        yield Stroke(BLACK, 0.3, left - 0.15, y, across=width + 0.3)
    for x in (left, left + width):
        yield Stroke(BLACK, 0.3, x, top, across=0, down=height)
