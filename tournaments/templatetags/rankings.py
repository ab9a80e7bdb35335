"""Values, criteria and methods of rankings as text on pages and paper."""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.play import Points
from tournaments.base.words.figures import (
    allowance_words,
    in_measure,
    measure_unit,
    place_among,
    signed,
    taken_off,
    with_unit,
)
from tournaments.base.words.wording import CRITERION_NAMES
from tournaments.core.formats.ranking_plan import Measure, Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.shown_values import decimals_of
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.handicap import HandicapBy, HandicapPer, HandicapScale
from tournaments.core.ranking.seat_scores import Method
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.enums import Series
from tournaments.models import ResultSlip, Tournament
from tournaments.rankings.queries.points_tables import PointsRow, PointsTable
from tournaments.rankings.queries.ranking_tables import RankingTable
from tournaments.seating.words.seat_names import line_name

register = template.Library()
for words in (allowance_words, in_measure, line_name, measure_unit, place_among, taken_off, with_unit):
    register.filter(words)


@register.filter
def signed_in(value: Value, measure: Measure) -> str:
    """Return a difference of values with its sign: "+2,31", "−12" or "+4,000" in French."""
    text = in_measure(value, measure)
    # the sign of the rounded value: a difference that rounds to 0 has none
    return text if rounded_value(value, decimals_of(value, measure)) <= 0 else f"+{text}"


@register.filter
def criterion_name(criterion: Criterion) -> str:
    return str(CRITERION_NAMES[criterion])


@register.filter
def criterion_of(row: object, criterion: Criterion) -> Value | int | None:
    """Return the value of a criterion on a line of a ranking."""
    criteria: dict[Criterion, Value | int | None] = getattr(row, "criteria", {})
    return criteria.get(criterion)


@register.filter
def score_at(slip: ResultSlip | None, seat: int) -> Points | None:
    """Return the score of a seat on a stored line; None without one."""
    scores = slip.seat_scores if slip else None
    return scores[seat] if scores and seat < len(scores) else None


@register.filter
def value_at(by_seat: Sequence[Points | None], seat: int) -> Points | None:
    return by_seat[seat]


@register.filter
def boards_label(tournament: Tournament) -> str:
    """Return the name of the papers of a tournament: étuis that several tables play, otherwise sheets."""
    return _("Étuis") if find_format(tournament.format).needs_dealt_boards else _("Feuilles")


@register.filter
def ranking_rule(table: RankingTable) -> str:
    """Return the rule of a ranking for its caption."""
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


@register.filter
def points_facts(row: PointsRow, table: PointsTable) -> str:
    """Return number of deals, average and sides of a player on one line, for a narrow page."""
    facts = [
        ngettext("%(count)d donne", "%(count)d donnes", row.deal_count) % {"count": row.deal_count},
        _("moy. %(average)s") % {"average": in_measure(row.average, table.measure)},
    ]
    if row.sides is not None:
        facts += [
            _("att. %(points)s") % {"points": signed(row.sides.attack_points)},
            _("déf. %(points)s") % {"points": signed(row.sides.defence_points)},
        ]
    return " · ".join(facts)


@register.filter
def scale_words(scale: HandicapScale) -> str:
    """Return the scale of a handicap: "4e série +60, non classé +100, pour toute l’épreuve"."""
    groups = [
        f"{Series(group).label if scale.by is HandicapBy.SERIES else group} {signed(points)}"
        for group, points in sorted(scale.points.items())
        if points
    ]
    unit = _("par donne jouée") if scale.per is HandicapPer.DEAL else _("pour tout le tournoi")
    return _("Handicap : %(groups)s, %(unit)s.") % {"groups": ", ".join(groups), "unit": unit}
