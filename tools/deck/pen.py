"""Notation of the drawings of the deck: marks and colours.

A drawing is text with one mark per line: a style, then a shape. A capital letter fills with that colour and
draws the outline in ink; a small letter only fills; `=K1.2` draws a line of that colour and width. A shape is
the data of an SVG path, or the numbers of a circle (x y r) or of an ellipse (x y rx ry).
"""

import re
from itertools import groupby

INK = "#122"
COLOURS = {
    "K": INK,
    "W": "#fff",
    "I": "#fed",  # ivory in the shade
    "P": "#fcf3df",  # the ground of the figures
    "R": "#b32",  # madder
    "D": "#721",  # madder in the shade
    "B": "#247",  # deep blue
    "A": "#8bd",  # air
    "C": "#cef",  # clear sky
    "G": "#164",  # felt
    "V": "#7a5",  # leaves in the sun
    "Y": "#da4",  # brass
    "L": "#fd8",  # light
    "O": "#e83",  # embers
    "S": "#fcb",  # skin
    "E": "#e97",  # skin in the shade, a cheek
    "H": "#853",  # wood, brown hair
    "T": "#c95",  # fair hair, straw
    "N": "#9ab",  # steel, stone
    "M": "#134",  # night
    "X": "currentColor",  # the colour of the suit
}
"""Colours by the letters of the marks."""

INKED = f'fill="none" stroke="{INK}" stroke-width=".8" stroke-linejoin="round" stroke-linecap="round"'
_ROUND = re.compile(r"^-?[\d.]")


def paint(drawing: str) -> str:
    """Return the SVG elements of a drawing, for a group with `INKED`. Neighbours of one style become one
    path.
    """
    marks = [line.strip().split(" ", 1) for line in drawing.splitlines() if line.strip()]
    return "".join(
        _element(style, [data for _, data in group])
        for (style, _), group in groupby(marks, key=lambda mark: (mark[0], bool(_ROUND.match(mark[1]))))
    )


def _element(style: str, shapes: list[str]) -> str:
    look = _look(style)
    if not _ROUND.match(shapes[0]):
        return f'<path {look} d="{shorten("".join(shapes))}"/>'
    return "".join(_round(look, data.split()) for data in shapes)


def _round(look: str, numbers: list[str]) -> str:
    numbers = [shorten(number) for number in numbers]
    if len(numbers) == len(("x", "y", "r")):
        return '<circle {} cx="{}" cy="{}" r="{}"/>'.format(look, *numbers)
    return '<ellipse {} cx="{}" cy="{}" rx="{}" ry="{}"/>'.format(look, *numbers)


def shorten(data: str) -> str:
    """Return path data without zeros at the ends of numbers, and without spaces before signs and letters."""
    data = re.sub(r"(\.\d*?)0+(?=\D|$)", r"\1", data)
    data = re.sub(r"\.(?=\D|$)", "", data)
    data = re.sub(r"(?<!\d)0\.(?=\d)", ".", data)
    return re.sub(r" ?([A-Za-z]) ?", r"\1", data).replace(" -", "-")


def _look(style: str) -> str:
    if style[0] == "=":
        colour = "" if style[1] == "K" else f'stroke="{COLOURS[style[1]]}" '
        return f'{colour}stroke-width="{style[2:]}"'
    fill = f'fill="{COLOURS[style.upper()]}"'
    return fill if style.isupper() else f'{fill} stroke="none"'
