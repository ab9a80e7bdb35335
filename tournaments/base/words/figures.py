"""Percentages, scores, places and values of rankings as text."""

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.core.play import Points
from tournaments.base.words.wording import MINUS, write_signed_score
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.shown_values import as_shown, decimals_of
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.enums import SlipKind


def percent(value: Value | int | None, places: int = 2) -> str:
    """Return an exact percentage, rounded: "57,64" in French; a dash for None."""
    if value is None:
        return "–"
    return with_decimals(rounded_value(Fraction(value) if isinstance(value, int) else value, places))


def with_decimals(number: Decimal) -> str:
    """Return a rounded number in the reader's language, "57,64" in French."""
    return str(number).replace(".", get_format("DECIMAL_SEPARATOR"))


def percent_sign(number: str) -> str:
    """Return a formatted percentage with its sign: after a no-break space in French, directly in English.

    The dash of an unknown percentage stays without a sign.
    """
    return number if number == "–" else _("%(number)s %%") % {"number": number}


def signed(score: Points | None) -> str:
    """Return a score with its sign, "+56", "−52" or "+2,3"; "" for None."""
    if score is None:
        return ""
    return write_signed_score(score) if score else "0"


def place_among(place: int | None, rows: Sequence[Any]) -> str:
    """Return a place as printed, a shared one with "ex"; a dash for None."""
    if place is None:
        return "–"
    is_shared = sum(row.place == place for row in rows) > 1
    return f"{place} {_('ex')}" if is_shared else str(place)


def in_measure(value: Value | int | None, measure: Measure) -> str:
    """Return a value of a ranking, rounded: "57,64", "−446" or "12,838" in French; a dash for None.

    Points have decimals only if they are not whole; match points always have three.
    """
    if value is None:
        return "–"
    displayed_value = as_shown(value, measure)
    exact = Fraction(displayed_value) if isinstance(displayed_value, int) else displayed_value
    places = decimals_of(value, measure)
    return with_decimals(rounded_value(exact, places)).replace("-", MINUS)


def taken_off(penalty: Fraction, measure: Measure) -> str:
    """Return a penalty with the sign of its effect: "−0,50", or "+5" where the fewest points win."""
    text = in_measure(-penalty, measure)
    return f"+{text}" if measure is Measure.LOW_POINTS else text


def with_unit(text: str, measure: Measure) -> str:
    """Return a formatted value with its unit: "57,64 %", "1346 points", "−1 point", "12,838 PM" in French."""
    points = ngettext("%(number)s point", "%(number)s points", _plural_number(text))
    return {
        Measure.PERCENT: _("%(number)s %%"),
        Measure.POINTS: points,
        Measure.MATCH_POINTS: _("%(number)s PM"),
        Measure.LOW_POINTS: points,
    }[measure] % {"number": text}


def _plural_number(text: str) -> int:
    """Return the number that decides the plural of a value.

    "1,50" goes with 0, which is singular in French but plural in English.
    """
    match = re.search(r"(\d+)([,.]\d)?", text)
    if match is None:
        return 0
    integer_part = int(match[1])
    return 0 if match[2] and integer_part < 2 else integer_part


def measure_unit(measure: Measure) -> str:
    """Return the unit of a column: %, points or PM in French."""
    return {
        Measure.PERCENT: "%",
        Measure.POINTS: _("points"),
        Measure.MATCH_POINTS: pgettext("unit", "PM"),
        Measure.LOW_POINTS: _("points"),
    }[measure]


def result_words(kind: SlipKind | None, score: Points | None) -> str:
    """Return the score of a play with its sign, or its kind; a dash without a result."""
    return {
        SlipKind.PLAYED: signed(score),
        SlipKind.NEUTRALISED: _("neutralisée"),
        SlipKind.NOT_PLAYED: _("non jouée"),
        None: "–",
    }[kind]


def allowance_words(allowance: int, measure: Measure) -> str:
    """Return the points of a handicap with the sign of their effect: "+40", or "−40" where the fewest win."""
    return signed(-allowance if measure is Measure.LOW_POINTS else allowance)
