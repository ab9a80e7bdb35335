"""What organisers are told when something stands still: what it means for the evening, what to do."""

from collections.abc import Iterable, Iterator

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from common.vital_signs import room
from tournaments.evening.queries.standstill import Standstill, standstills

FOLLOWING = {
    Standstill.WORKER: {Standstill.SWEEP, Standstill.RANKINGS},
    Standstill.SWEEP: {Standstill.RANKINGS},
}
"""What stands still because something else does: only the cause is told."""


def standing_still() -> list[str]:
    """A sentence or two for each thing that stands still; none when all is well. Two queries."""
    return list(in_words(standstills()))


def in_words(found: Iterable[Standstill]) -> Iterator[str]:
    """The same, for what was found."""
    all_found = set(found)
    caused = set().union(*(FOLLOWING.get(each, set()) for each in all_found))
    for each in Standstill:
        if each in all_found - caused:
            yield _words_of(each)


def _words_of(standstill: Standstill) -> str:
    match standstill:
        case Standstill.WORKER:
            told = _(
                "Les classements n’avancent plus : le programme qui les calcule ne répond pas. Les résultats"
                " que vous saisissez sont bien enregistrés."
            )
            return f"{told} {_start_again()}"
        case Standstill.PRINTER:
            told = _(
                "Les documents et les e-mails n’avancent plus : le programme qui les prépare ne répond pas."
                " Les résultats et les classements continuent."
            )
            return f"{told} {_start_again()}"
        case Standstill.SWEEP:
            told = _(
                "Les classements et les documents prennent du retard. Les résultats que vous saisissez sont"
                " bien enregistrés. Attendez une minute et rechargez cette page."
            )
            return f"{told} {_if_it_stays()} {_start_again()}"
        case Standstill.RANKINGS:
            told = _(
                "Un classement attend plus longtemps que d’habitude ; les derniers résultats n’y sont pas"
                " encore. Ils sont bien enregistrés. Attendez une minute et rechargez cette page avant"
                " d’annoncer un classement."
            )
            return f"{told} {_if_it_stays()} {_start_again()}"
        case Standstill.ROOM:
            return _(
                "Le disque est presque plein : il reste %(room)s. Libérez de la place maintenant : sur un"
                " disque plein, plus aucun résultat ne s’enregistre."
            ) % {"room": filesizeformat(room().free)}
        case Standstill.CLOCK:
            return _(
                "L’heure de l’ordinateur vient de changer, ou elle n’est pas juste. Vérifiez la date et"
                " l’heure dans ses réglages : l’horloge des positions et la durée des invitations en"
                " dépendent."
            )


def _if_it_stays() -> str:
    return _("Si ce message reste :")


def _start_again() -> str:
    return _(
        "Sur l’ordinateur de la salle, arrêtez Étui puis relancez-le ; sur un serveur, prévenez la personne"
        " qui s’en occupe."
    )
