"""How values, criteria and methods of rankings are written on pages and paper."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.core.play import Points
from tournaments.base.words.wording import CRITERION_NAMES, MINUS
from tournaments.core.formats.ranking_plan import Measure, Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.shown_values import as_shown, decimals_of
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.seat_scores import Method
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.models import ResultSlip, Tournament
from tournaments.rankings.queries.ranking_tables import RankingTable
from tournaments.seating.words.seat_names import SIDES_OF_TWO_LINES, seat_name, seats_name
from tournaments.templatetags.etui import with_decimals

register = template.Library()


@register.filter
def place_among(place: int | None, rows: Sequence[Any]) -> str:
    """A place as papers write it, a shared one with "ex"; a dash for none."""
    if place is None:
        return "–"
    is_shared = sum(row.place == place for row in rows) > 1
    return f"{place} {_('ex')}" if is_shared else str(place)


@register.filter
def in_measure(value: Value | int | None, measure: Measure) -> str:
    """A value of a ranking rounded for people: "57,64", "−446" or "12,838" in French; a dash for none.

    Points have decimals only where they are no whole number; match points always have three.
    """
    if value is None:
        return "–"
    shown = as_shown(value, measure)
    exact = Fraction(shown) if isinstance(shown, int) else shown
    places = decimals_of(value, measure)
    return with_decimals(rounded_value(exact, places)).replace("-", MINUS)


@register.filter
def signed_in(value: Value, measure: Measure) -> str:
    """A value that was added or taken away, with its sign: "+2,31", "−12" or "+4,000" in French."""
    written = in_measure(value, measure)
    return written if rounded_value(value, decimals_of(value, measure)) <= 0 else f"+{written}"


@register.filter
def taken_off(penalty: Fraction, measure: Measure) -> str:
    """A penalty with the sign of what it does: "−0,50", or "+5" where the fewest points win."""
    written = in_measure(-penalty, measure)
    return f"+{written}" if measure is Measure.LOW_POINTS else written


@register.filter
def with_unit(written: str, measure: Measure) -> str:
    """A written value with its unit: "57,64 %", "1346 points", "−1 point", "12,838 PM" in French."""
    points = ngettext("%(number)s point", "%(number)s points", _counted(written))
    return {
        Measure.PERCENT: _("%(number)s %%"),
        Measure.POINTS: points,
        Measure.MATCH_POINTS: _("%(number)s PM"),
        Measure.LOW_POINTS: points,
    }[measure] % {"number": written}


def _counted(written: str) -> int:
    """The whole number whose plural a value has: "1,50" goes with 0, one in French and not in English."""
    found = re.search(r"(\d+)([,.]\d)?", written)
    if found is None:
        return 0
    whole = int(found[1])
    return 0 if found[2] and whole < 2 else whole


@register.filter
def measure_unit(measure: Measure) -> str:
    """The unit of a column: %, points or PM in French."""
    return {
        Measure.PERCENT: "%",
        Measure.POINTS: _("points"),
        Measure.MATCH_POINTS: pgettext("unit", "PM"),
        Measure.LOW_POINTS: _("points"),
    }[measure]


@register.filter
def criterion_name(criterion: Criterion) -> str:
    """A criterion of a ranking as people call it."""
    return str(CRITERION_NAMES[criterion])


@register.filter
def criterion_of(row: object, criterion: Criterion) -> Value | int | None:
    """The value of a criterion on a line of a ranking."""
    criteria: dict[Criterion, Value | int | None] = getattr(row, "criteria", {})
    return criteria.get(criterion)


@register.filter
def score_at(slip: ResultSlip | None, seat: int) -> Points | None:
    """The score of a seat on a stored line; None without one."""
    scores = slip.seat_scores if slip else None
    return scores[seat] if scores and seat < len(scores) else None


@register.filter
def value_at(by_seat: Sequence[Points | None], seat: int) -> Points | None:
    """The value of a seat."""
    return by_seat[seat]


@register.filter
def boards_label(tournament: Tournament) -> str:
    """What the deals of a tournament are read on: étuis that several tables play, else sheets."""
    return _("Étuis") if find_format(tournament.format).needs_dealt_boards else _("Feuilles")


@register.filter
def line_name(line: int | None, line_count: int) -> str:
    """A line of a ranking as words: Nord, Ouest, Sud, Est, of two lines Nord-Sud and Est-Ouest in French."""
    if line is None:
        return "–"
    return seats_name(SIDES_OF_TWO_LINES[line]) if line_count == len(SIDES_OF_TWO_LINES) else seat_name(line)


@register.filter
def ranking_rule(table: RankingTable) -> str:
    """How the values of a ranking come about, as its caption says it."""
    scoring = table.plan.scoring
    if scoring is Scoring.SHARES:
        return _rule_of_shares(table)
    if scoring is Scoring.DUELS:
        return _("points de match (PM) de tous les duels, à domicile et à l’extérieur")
    if scoring is Scoring.MATCHES:
        return _("victoires, puis différence de points de match (PM), bonus, points de match marqués")
    if table.measure is Measure.LOW_POINTS:
        return _("somme des points, le plus petit total gagne")
    method = table.options.comparison.method if scoring is Scoring.SEATS else Method.TOTAL
    return {
        Method.TOPAGE: _("moyenne des notes, place contre même place"),
        Method.DIFFERENCE: _("somme des écarts à la moyenne de chaque place"),
        Method.TOTAL: _("somme des points"),
    }[method]


def _rule_of_shares(table: RankingTable) -> str:
    weights = table.options.weights
    if (weights.attack, weights.defence) == (1, 3):
        return _("un quart de l’attaque, trois quarts de la défense")
    if weights.attack == weights.defence:
        return _("moitié attaque, moitié défense")
    sides = {"attack": f"{weights.attack}/{weights.sum}", "defence": f"{weights.defence}/{weights.sum}"}
    return _("%(attack)s de l’attaque, %(defence)s de la défense") % sides
