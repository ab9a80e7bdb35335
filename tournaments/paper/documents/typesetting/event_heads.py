"""Text of the line below the title of a list, to measure it before it is set."""

from django.utils.translation import gettext as _

from tournaments.base.words.dates import date_format
from tournaments.models import Tournament


def event_line(tournament: Tournament, session_number: int | None = None) -> str:
    """Return event, session, day and club.

    Args:
        session_number: number of the session, if the event has several.
    """
    name = tournament.name
    if tournament.is_practice:
        name = _("ENTRAÎNEMENT – %(name)s") % {"name": name}
    session = [] if session_number is None else [_("Séance %(number)s") % {"number": session_number}]
    return " · ".join([name, *session, date_format(tournament.starts_on, "l j F Y"), tournament.club.name])
