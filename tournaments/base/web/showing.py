"""Sentences about the parts of a tournament that a visitor does not see yet."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.base.web.visits import Visit
from tournaments.core.showing import Moment, Part, Viewer
from tournaments.models import Tournament

_WAITS: dict[Part, dict[Moment, str | Promise]] = {
    Part.OWN_MARKS: {
        Moment.HIDDEN: gettext_lazy("Ce tournoi n’affiche pas les notes."),
        Moment.SESSION: gettext_lazy("Les notes apparaîtront à la fin de la séance."),
        Moment.END: gettext_lazy("Les notes apparaîtront à la fin du tournoi."),
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


def why_hidden(visit: Visit, part: Part) -> str | Promise:
    """Return a sentence with the moment for which a hidden part waits; "" if the visitor sees it."""
    return describe_waiting(part, visit.waits_for(part))


def describe_waiting(part: Part, moment: Moment | None) -> str | Promise:
    """Return a sentence with the moment for which a hidden part waits; "" for none."""
    return "" if moment is None else _WAITS[part][moment]


def why_no_marks(visit: Visit, parts: frozenset[Part]) -> str | Promise:
    """Return a sentence with the moment for which the marks on a player's page wait.

    It is "" if the marks are among the visible parts.
    """
    if Part.OWN_MARKS in parts:
        return ""
    return describe_waiting(Part.OWN_MARKS, visit.waits_for(Part.OWN_MARKS, Viewer.PLAYER) or Moment.HIDDEN)


def is_hidden_from_public(visit: Visit, part: Part) -> bool:
    """Return whether the visitor sees a part that the public does not see yet."""
    return visit.waits_for(part, Viewer.EVERYBODY) is not None and part in visit.parts()


def showing_key(tournament: Tournament, waits: Moment | None) -> str:
    """Return the part of cache keys of rendered rankings that changes with the organiser's choice.

    A ranking rendered before a change is not found after it.
    """
    return f"{tournament.showing_version}{waits or ''}"
