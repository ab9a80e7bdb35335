"""Words about the halls of an event."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.core.hall.halls import EventHall, find_hall, read_halls
from tournaments.models import Tournament


def name_hall(tournament: Tournament, table: int | None) -> str:
    """Return the name of the hall of a table; "" in an event without halls."""
    hall = find_hall(read_halls(tournament.halls), table)
    return hall.name if hall else ""


def describe_halls(halls: Iterable[EventHall]) -> str:
    """Return the halls with their tables: "Grande salle, tables 1 à 60 · Véranda, tables 61 à 90"."""
    return " · ".join(
        _("%(hall)s, tables %(first)d à %(last)d")
        % {"hall": hall.name, "first": hall.first_table, "last": hall.last_table}
        if hall.first_table < hall.last_table
        else _("%(hall)s, table %(table)d") % {"hall": hall.name, "table": hall.first_table}
        for hall in halls
    )
