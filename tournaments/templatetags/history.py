"""Curves and merits of a person's evenings."""

from collections.abc import Sequence
from fractions import Fraction

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.core.curves import HEIGHT, WIDTH, draw_curve
from tournaments.core.merits import (
    FAITHFUL_EVENINGS,
    HIGH_PERCENT,
    LEAST_DEALS,
    LEAST_FIELD,
    PODIUMS,
    STEADY_RUN,
    EarnedMerit,
    Merit,
)
from tournaments.seasons.queries.person_history import PastEvening
from tournaments.templatetags.sessions import plain_points

register = template.Library()

PERCENT_STEP, RATING_STEP = 5, 50
MERIT_WORDS: dict[Merit, tuple[str | Promise, str | Promise]] = {
    Merit.WINNER: (
        gettext_lazy("Victoire"),
        gettext_lazy("premier d’au moins %(field)d classés"),
    ),
    Merit.PODIUMS: (
        gettext_lazy("Podiums"),
        gettext_lazy("%(podiums)d fois parmi les trois premiers d’au moins %(field)d classés"),
    ),
    Merit.SIXTY: (
        gettext_lazy("Grande soirée"),
        gettext_lazy("%(percent)d %% de moyenne sur au moins %(deals)d donnes"),
    ),
    Merit.STEADY: (
        gettext_lazy("Régularité"),
        gettext_lazy("%(run)d soirées de suite à 50 %% ou plus"),
    ),
    Merit.FAITHFUL: (
        gettext_lazy("Fidélité"),
        gettext_lazy("%(evenings)d soirées en un an"),
    ),
}
"""Name and rule of every merit."""
_NUMBERS = {
    "field": LEAST_FIELD,
    "podiums": PODIUMS,
    "percent": HIGH_PERCENT,
    "deals": LEAST_DEALS,
    "run": STEADY_RUN,
    "evenings": FAITHFUL_EVENINGS,
}


@register.filter
def merit_name(earned_merit: EarnedMerit) -> str:
    return str(MERIT_WORDS[earned_merit.merit][0])


@register.filter
def merit_rule(earned_merit: EarnedMerit) -> str:
    """Return the rule by which a merit is earned."""
    return str(MERIT_WORDS[earned_merit.merit][1]) % _NUMBERS


@register.filter
def season_sum(points: str) -> str:
    """Return the points of a record from their exact text; a dash if no table of points was in force."""
    return plain_points(Fraction(points)) if points else "–"


@register.inclusion_tag("tournaments/seasons/public/_curve.html")
def percent_curve(evenings: Sequence[PastEvening], title: str) -> dict[str, object]:
    """Return the curve of the percentages of evenings, in order of time."""
    return _curve([evening.percent or Fraction(0) for evening in evenings], PERCENT_STEP, title)


@register.inclusion_tag("tournaments/seasons/public/_curve.html")
def rating_curve(evenings: Sequence[PastEvening], title: str) -> dict[str, object]:
    """Return the curve of the ratings after evenings, in order of time."""
    return _curve(
        [Fraction(round(evening.record.rating_value or 0)) for evening in evenings], RATING_STEP, title
    )


@register.inclusion_tag("tournaments/seasons/public/_curve.html")
def curve_of_percents(values: Sequence[Fraction], title: str) -> dict[str, object]:
    """Return the curve of percentages, in order of time."""
    return _curve(values, PERCENT_STEP, title)


@register.inclusion_tag("tournaments/seasons/public/_curve.html")
def curve_of_ratings(values: Sequence[Fraction], title: str) -> dict[str, object]:
    """Return the curve of ratings, in order of time."""
    return _curve(values, RATING_STEP, title)


def _curve(values: Sequence[Fraction], step: int, title: str) -> dict[str, object]:
    return {"curve": draw_curve(values, step), "title": title, "width": WIDTH, "height": HEIGHT}
