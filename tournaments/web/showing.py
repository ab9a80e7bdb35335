"""What somebody who asks for a page sees of a tournament, and why not the rest, in words."""

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.access import viewer_in
from tournaments.core.showing import Moment, Part, Viewer
from tournaments.models import Entry, Session, Tournament
from tournaments.queries.showing import shown_of, waiting_for

_WAITS: dict[Part, dict[Moment, str | Promise]] = {
    Part.OWN_MARKS: {
        Moment.HIDDEN: gettext_lazy("Les notes ne se montrent pas ici."),
        Moment.SESSION: gettext_lazy("Les notes paraîtront à la fin de la séance."),
        Moment.END: gettext_lazy("Les notes paraîtront à la fin du tournoi."),
    },
    Part.RANKING: {
        Moment.HIDDEN: gettext_lazy(
            "Le classement est caché. L’organisateur le montrera quand il le décidera."
        ),
        Moment.SESSION: gettext_lazy("Le classement est caché jusqu’à la fin de la séance."),
        Moment.END: gettext_lazy("Le classement est caché jusqu’à la fin du tournoi."),
    },
    Part.BOARDS: {
        Moment.HIDDEN: gettext_lazy(
            "Les résultats des autres tables sont cachés. L’organisateur les montrera quand il le décidera."
        ),
        Moment.SESSION: gettext_lazy(
            "Les résultats des autres tables sont cachés jusqu’à la fin de la séance."
        ),
        Moment.END: gettext_lazy("Les résultats des autres tables sont cachés jusqu’à la fin du tournoi."),
    },
}


def seen_parts(request: HttpRequest, session: Session, entry: Entry | None = None) -> frozenset[Part]:
    """What this person sees of a session now; at the page of an `entry` of theirs, as its player."""
    return shown_of(session, viewer_in(request.user, session.tournament, entry))


def sees(request: HttpRequest, session: Session, part: Part) -> bool:
    """Whether this person sees a part of a session now."""
    return part in seen_parts(request, session)


def why_hidden(request: HttpRequest, session: Session, part: Part) -> str | Promise:
    """What a hidden part waits for, in a sentence; "" when this person sees it."""
    moment = waiting_for(session, part, viewer_in(request.user, session.tournament))
    return told_waiting(part, moment)


def told_waiting(part: Part, moment: Moment | None) -> str | Promise:
    """What a hidden part waits for, in a sentence; "" when nothing does."""
    return "" if moment is None else _WAITS[part][moment]


def why_no_marks(session: Session, parts: frozenset[Part]) -> str | Promise:
    """What the marks on somebody's page wait for, for who sees these parts; "" when they show."""
    if Part.OWN_MARKS in parts:
        return ""
    moment = waiting_for(session, Part.OWN_MARKS, Viewer.PLAYER)
    return told_waiting(Part.OWN_MARKS, moment or Moment.HIDDEN)


def is_kept_back(request: HttpRequest, session: Session, part: Part) -> bool:
    """Whether this person sees a part that the public does not see yet."""
    is_public = waiting_for(session, part, Viewer.EVERYBODY) is None
    return not is_public and sees(request, session, part)


def showing_key(tournament: Tournament, waits: Moment | None) -> str:
    """What keys and marks of rendered rankings hold: none made before a change is found after it."""
    return f"{tournament.showing_version}{waits or ''}"
