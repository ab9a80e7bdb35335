"""The course of somebody's evening as it is drawn."""

from dataclasses import dataclass
from itertools import pairwise

from django import template

from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.rankings.queries.evening_course import EveningCourse, mark_shade
from tournaments.templatetags.rankings import in_measure

register = template.Library()

FIRST, LAST = 8, 88
"""Per cent of the width between which rounds stand; the last place is written beyond."""
TOP, BOTTOM = 14, 104
"""Pixels of the first and of the last place."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place after a round."""

    round: int
    place: int
    x: float
    """Per cent of the width."""
    y: int
    """Pixels from the top."""


@register.simple_tag
def place_curve(course: EveningCourse) -> dict[str, object] | None:
    """What `_place_curve.html` draws; None before two rounds have a place."""
    placed = [(number, place) for number, place in enumerate(course.places, 1) if place is not None]
    if len(placed) < 2:
        return None
    step = (LAST - FIRST) / max(course.round_count - 1, 1)
    height = (BOTTOM - TOP) / max(course.field_size - 1, 1)
    points = [
        Point(number, place, round(FIRST + step * (number - 1), 2), round(TOP + height * (place - 1)))
        for number, place in placed
    ]
    return {"points": points, "segments": list(pairwise(points)), "last": points[-1]}


@register.filter
def rounded_in(mark: Value, measure: Measure) -> str:
    """A mark where there is little room: whole per cents, else as anywhere."""
    return str(rounded_value(mark, 0)) if measure is Measure.PERCENT else in_measure(mark, measure)


@register.filter
def shade_in(mark: Value | None, measure: Measure) -> str:
    """The class of an étui tinted by this mark; empty without one."""
    shade = mark_shade(mark, measure)
    return "" if shade is None else f"shade-{shade}"
