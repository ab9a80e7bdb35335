"""The ranking of a season as a sheet for spreadsheets, with full names."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.base.words.dates import date_format
from tournaments.core.exchange.sheet_files import Cell, WrittenSheet
from tournaments.core.ranking.values import rounded_percent
from tournaments.models import Season
from tournaments.seasons.queries.seasons import Ladder

PERCENT_PLACES, POINT_PLACES = 2, 3
"""Number of decimals of percentages, and at most of points."""


def season_sheet(season: Season, ladder: Ladder) -> WrittenSheet:
    """Return a line for each person by place, with the value of each event; blank where they did not play."""
    total = _("cumul") if season.adds_percent else _("points")
    titles = (_("place"), _("nom"), _("prénom"), _("licence"), total, _("tournois"), _("régularité en %"))
    days = [f"{date_format(event.starts_on, 'Y-m-d')} {event.name}" for event in ladder.events]
    rows: list[tuple[Cell, ...]] = [(*titles, *days)]
    for row in ladder.rows:
        person = row.person
        rows.append(
            (
                "" if row.place is None else row.place,
                person.last_name,
                person.first_name,
                person.federation_number,
                _value(season, row.points),
                row.event_count,
                "" if row.regularity is None else rounded_percent(row.regularity.share, PERCENT_PLACES),
                *(_value(season, points) for points in row.by_event),
            )
        )
    return WrittenSheet(_("Classement"), rows)


def _value(season: Season, points: Fraction | None) -> Cell:
    if points is None:
        return ""
    if season.adds_percent:
        return rounded_percent(points, PERCENT_PLACES)
    exact_points: Decimal = rounded_percent(points, POINT_PLACES).normalize()
    return int(exact_points) if points.denominator == 1 else exact_points
