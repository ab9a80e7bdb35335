"""Texts of seasons: what is added up, and its figures."""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.base.words.wording import MINUS
from tournaments.core.ranking.values import rounded_value
from tournaments.enums import SeasonMeasure
from tournaments.models import Season

_ADDED = {
    SeasonMeasure.POINTS: gettext_lazy("Points de classement"),
    SeasonMeasure.PERCENT: gettext_lazy("Cumul des moyennes en duplicate (pour cent)"),
    SeasonMeasure.SUMS: gettext_lazy("Cumul des points marqués"),
    SeasonMeasure.HANDICAP: gettext_lazy("Cumul des points marqués, handicap compris"),
}


def season_rule(season: Season) -> str:
    """Return what a season adds up, and how many events count."""
    counted = _("tous les tournois comptent")
    if season.best_events:
        counted = ngettext(
            "le meilleur tournoi compte", "les %(count)d meilleurs tournois comptent", season.best_events
        ) % {"count": season.best_events}
    return _("%(added)s ; %(counted)s") % {"added": _ADDED[SeasonMeasure(season.measure)], "counted": counted}


def season_figure(points: Fraction, season: Season) -> str:
    """Return points of a season as text: with two decimals, or none if they are whole and no percentage."""
    places = 0 if points.denominator == 1 and not season.adds_percent else 2
    return number_format(rounded_value(points, places), decimal_pos=places).replace("-", MINUS)
