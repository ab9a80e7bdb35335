"""Drawings behind the lines of a card: rules, grids, grounds of cells. Each kind of line is one path.

A grid of borders costs a box for each cell, and a path costs as much as thirty of its rules.
"""

from collections.abc import Iterable
from typing import NamedTuple

GUTTER = 0.3
"""Millimetres between tinted cells."""
ROUND = ' stroke-linecap="round"'

Rect = tuple[float, float, float, float]
"""Left, top, width and height in millimetres."""
Segment = tuple[float, float, float, float]
"""Left and top of a straight line, then its width and height: one of them is 0."""


def draw_grids(
    width: float,
    height: float,
    *,
    lines: Iterable[Segment] = (),
    grounds: Iterable[Rect] = (),
) -> str:
    """Return one drawing of several grids behind a card, as SVG to put into a page without escaping.

    Args:
        width, height: size of the card in millimetres.
        lines: rules of one thickness: a second path costs as much as thirty rules.
        grounds: grey areas.
    """
    rules = "".join(f"M{x:.2f} {y:.2f}h{w:.2f}" if w else f"M{x:.2f} {y:.2f}v{h:.2f}" for x, y, w, h in lines)
    shapes = [
        _shape(_boxes(grounds), 'fill="#eee"'),
        _shape(rules, 'fill="none" stroke="#000" stroke-width=".25"'),
    ]
    return _drawing(width, height, shapes)


def draw_rules(
    width: float,
    height: float,
    *,
    rows: Iterable[float] = (),
    fine_rows: Iterable[float] = (),
    columns: Iterable[float] = (),
    grounds: Iterable[Rect] = (),
    frame: float = 0.4,
) -> str:
    """Return a drawing of rules behind lines, as SVG to put into a page without escaping.

    Args:
        width, height: size in millimetres.
        rows, columns: distances of the rules from the top and from the left.
        fine_rows: distances from the top of fine grey rules, which only lead the eye.
        grounds: grey areas, such as the boxes of an attack.
        frame: thickness of the frame; 0 for none.
    """
    lines = "".join(f"M0 {y:.2f}H{width:g}" for y in rows) + "".join(
        f"M{x:.2f} 0V{height:g}" for x in columns
    )
    fine_lines = "".join(f"M0 {y:.2f}H{width:g}" for y in fine_rows)
    shapes = [
        _shape(_boxes(grounds), 'fill="#eee"'),
        _shape(fine_lines, 'fill="none" stroke="#777" stroke-width=".12"'),
        _shape(lines, 'fill="none" stroke="#000" stroke-width=".2"'),
        _shape(
            f"M0 0H{width:g}V{height:g}H0z" if frame else "",
            f'fill="none" stroke="#000" stroke-width="{frame}"',
        ),
    ]
    return _drawing(width, height, shapes)


def _boxes(rects: Iterable[Rect]) -> str:
    return "".join(f"M{x:.2f} {y:.2f}h{w:.2f}v{h:.2f}h{-w:.2f}z" for x, y, w, h in rects)


def _shape(path: str, paint: str) -> str:
    return f'<path d="{path}" {paint}/>' if path else ""


class Stroke(NamedTuple):
    """A straight line of a drawing. A thick one is a cell, a round one without length is a disc."""

    colour: str
    thickness: float
    x: float
    y: float
    across: float = 0.01
    down: float = 0
    is_round: bool = False


def cell_stroke(colour: str, area: Rect) -> Stroke:
    """Return the ground of a cell, a gutter apart from its neighbours: two commands of a path, not five."""
    left, top, width, height = area
    return Stroke(
        colour, round(height - GUTTER, 2), left + GUTTER / 2, top + height / 2, across=width - GUTTER
    )


def draw_strokes(width: float, height: float, strokes: Iterable[Stroke]) -> str:
    """Return a drawing behind lines, as SVG to put into a page without escaping.

    Strokes of one kind are one path. Kinds lie on each other in the order of their first strokes.

    Args:
        width, height: size in millimetres.
    """
    paths: dict[tuple[str, float, bool], str] = {}
    for stroke in strokes:
        kind = stroke.colour, stroke.thickness, stroke.is_round
        end = f"h{stroke.across:.2f}" if stroke.across else ""
        end += f"v{stroke.down:.2f}" if stroke.down else ""
        paths[kind] = f"{paths.get(kind, '')}M{stroke.x:.2f} {stroke.y:.2f}{end}"
    shapes = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thickness:g}"'
        f"{ROUND if is_round else ''}/>"
        for (colour, thickness, is_round), path in paths.items()
    )
    return _drawing(width, height, [shapes])


def _drawing(width: float, height: float, shapes: Iterable[str]) -> str:
    return (
        f'<svg class="rules" aria-hidden="true" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}mm" height="{height:g}mm">{"".join(shapes)}</svg>'
    )
