"""The course of a player's evening as a curve."""

from dataclasses import dataclass
from itertools import pairwise

from django import template

from tournaments.base.words.figures import in_measure
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.rankings.queries.evening_course import EveningCourse, mark_shade

register = template.Library()

FIRST, LAST = 8, 88
"""Percent of the width for the first and the last round. The last place is written to the right of it."""
TOP, BOTTOM = 14, 104
"""Pixels of the first and of the last place."""


@dataclass(frozen=True, slots=True)
class Point:
    """The place after a round, as a point of the curve."""

    round: int
    place: int
    x: float
    """Percent of the width."""
    y: int
    """Pixels from the top."""


@register.simple_tag
def place_curve(course: EveningCourse) -> dict[str, object] | None:
    """Return the data of `_place_curve.html`; None until two rounds have a place."""
    numbered_places = [(number, place) for number, place in enumerate(course.places, 1) if place is not None]
    if len(numbered_places) < 2:
        return None
    # a single round, or a field of one, must not divide by zero
    step = (LAST - FIRST) / max(course.round_count - 1, 1)
    height = (BOTTOM - TOP) / max(course.field_size - 1, 1)
    points = [
        Point(number, place, round(FIRST + step * (number - 1), 2), round(TOP + height * (place - 1)))
        for number, place in numbered_places
    ]
    return {"points": points, "segments": list(pairwise(points)), "last": points[-1]}


@register.filter
def rounded_in(mark: Value, measure: Measure) -> str:
    """Return a mark for little room: whole percent, other measures as everywhere."""
    return str(rounded_value(mark, 0)) if measure is Measure.PERCENT else in_measure(mark, measure)


@register.filter
def shade_in(mark: Value | None, measure: Measure) -> str:
    """Return the CSS class of an étui tinted by this mark; "" without one."""
    shade = mark_shade(mark, measure)
    return "" if shade is None else f"shade-{shade}"
