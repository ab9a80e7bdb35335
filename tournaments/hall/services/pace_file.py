"""The pace of the tables as a file for spreadsheets."""

from datetime import timedelta

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.core.exchange.csv_text import encode_lines
from tournaments.core.hall.pace import HallPace
from tournaments.hall.queries.pace import SessionPace

MINUTE = timedelta(minutes=1)
PLACES = 2
"""Decimals of minutes: a hundredth is less than a second."""


def pace_csv(pace: SessionPace) -> bytes:
    """Return a line for each table in each round, then for each table over the session, in minutes."""
    titles: tuple[str, ...] = (
        _("position"),
        _("table"),
        _("donnes"),
        _("donnes avec durée"),
        _("minutes par donne"),
        _("minutes par donne dans la salle"),
        _("retard en minutes"),
    )
    lines = [titles]
    for number, hall in pace.rounds.items():
        lines += _lines(str(number), hall)
    return encode_lines([*lines, *_lines(_("séance"), pace.whole)])


def _lines(round_name: str, hall: HallPace) -> list[tuple[str, ...]]:
    return [
        (
            round_name,
            str(table.table_number),
            str(table.deal_count),
            str(table.timed_count),
            _minutes(table.per_deal),
            _minutes(hall.per_deal),
            _minutes(table.behind),
        )
        for table in hall.tables
    ]


def _minutes(length: timedelta | None) -> str:
    if length is None:
        return ""
    return number_format(round(length / MINUTE, PLACES), decimal_pos=PLACES, use_l10n=True)
