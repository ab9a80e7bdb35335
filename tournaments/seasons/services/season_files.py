"""The ranking of a season as a sheet for spreadsheets, with full names."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.base.words.dates import date_format
from tournaments.core.exchange.sheet_files import Cell, WrittenSheet
from tournaments.core.ranking.values import rounded_percent
from tournaments.models import Season
from tournaments.seasons.queries.seasons import Ladder, LadderRow

PERCENT_PLACES, POINT_PLACES = 2, 3
"""Number of decimals of percentages, and at most of points."""


def season_sheet(season: Season, ladder: Ladder) -> WrittenSheet:
    """Return a line for each person by place, with the value of each event; blank where they did not play.

    In a season that counts the best events alone, a column lists the days of the others.
    """
    total = _("cumul") if season.adds_percent else _("points")
    titles = (_("place"), _("nom"), _("prénom"), _("licence"), total, _("tournois"), _("régularité en %"))
    days = [date_format(event.starts_on, "Y-m-d") for event in ladder.events]
    events = [f"{day} {event.name}" for day, event in zip(days, ladder.events, strict=True)]
    left_out = () if season.best_events is None else (_("ne comptent pas"),)
    rows: list[tuple[Cell, ...]] = [(*titles, *left_out, *events)]
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
                *([", ".join(_left_out(days, row))] if left_out else []),
                *(_value(season, points) for points in row.by_event),
            )
        )
    return WrittenSheet(_("Classement"), rows)


def _left_out(days: list[str], row: LadderRow) -> list[str]:
    results = zip(days, row.results, strict=True)
    return [day for day, (points, counts) in results if points is not None and not counts]


def _value(season: Season, points: Fraction | None) -> Cell:
    if points is None:
        return ""
    if season.adds_percent:
        return rounded_percent(points, PERCENT_PLACES)
    exact_points: Decimal = rounded_percent(points, POINT_PLACES).normalize()
    return int(exact_points) if points.denominator == 1 else exact_points
