"""What somebody who asks for a page sees of a tournament, and why not the rest, in words."""

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
    """What a hidden part waits for, in a sentence; "" when the visitor sees it."""
    return told_waiting(part, visit.waits_for(part))


def told_waiting(part: Part, moment: Moment | None) -> str | Promise:
    """What a hidden part waits for, in a sentence; "" when nothing does."""
    return "" if moment is None else _WAITS[part][moment]


def why_no_marks(visit: Visit, parts: frozenset[Part]) -> str | Promise:
    """What the marks on somebody's page wait for, for who sees these parts; "" when they show."""
    if Part.OWN_MARKS in parts:
        return ""
    return told_waiting(Part.OWN_MARKS, visit.waits_for(Part.OWN_MARKS, Viewer.PLAYER) or Moment.HIDDEN)


def is_kept_back(visit: Visit, part: Part) -> bool:
    """Whether the visitor sees a part that the public does not see yet."""
    return visit.waits_for(part, Viewer.EVERYBODY) is not None and part in visit.parts()


def showing_key(tournament: Tournament, waits: Moment | None) -> str:
    """What keys and marks of rendered rankings hold: none made before a change is found after it."""
    return f"{tournament.showing_version}{waits or ''}"
