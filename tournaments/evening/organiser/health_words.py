"""What organisers are told of the site: what stands still, how old its backup is, and what to do."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.base.words.dates import date_format
from tournaments.evening.queries.standstill import Standstill, standstills
from tournaments.installation.backups import backup_state, copy_state, is_wanted
from tournaments.installation.vital_signs import room

FOLLOWING = {
    Standstill.WORKER: {Standstill.SWEEP, Standstill.RANKINGS},
    Standstill.SWEEP: {Standstill.RANKINGS},
}
"""What stands still because something else does: only the cause is told."""


@dataclass(frozen=True)
class BackupTold:
    """What a page says about backups."""

    last: str
    """When the last one was made; "" when there is none, and the warnings say so."""
    following: str
    """When the next one is made by itself."""
    warnings: list[str]
    """What is wrong, and what to do."""


def backup_told(*, now: datetime) -> BackupTold | None:
    """None where nothing is saved by itself."""
    state = backup_state(now=now)
    if not state.is_told:
        return None
    warnings = []
    if state.failure:
        warnings.append(_("La dernière sauvegarde n’a pas pu être faite. %(why)s") % {"why": state.failure})
    copies = copy_state()
    if copies is not None and copies.failure:
        warnings.append(
            _("La dernière sauvegarde n’a pas été copiée dans %(folder)s : %(why)s.")
            % {"folder": copies.folder, "why": copies.failure}
        )
    if state.is_too_old(now):
        warnings.append(
            _(
                "Il n’y a pas de sauvegarde récente : si l’ordinateur tombe en panne, les derniers résultats "
                "seront perdus. Faites-en une sur la page « Sauvegardes », ou prévenez la personne qui "
                "s’en occupe."
            )
        )
    last = "" if warnings and state.last is None else _last(state.last, now)
    return BackupTold(last, _following(), warnings)


def _following() -> str:
    if is_wanted():
        return _("Une sauvegarde est en route.")
    if settings.ETUI_BACKS_UP_AT_STOP:
        return _(
            "La prochaine sera faite à la fin d’un tournoi, à l’arrêt d’Étui si quelque chose a changé, ou "
            "cette nuit à partir de 3 h si l’ordinateur reste allumé."
        )
    return _("La prochaine sera faite à la fin d’un tournoi, ou cette nuit à partir de 3 h.")


def _last(last: datetime | None, now: datetime) -> str:
    if last is None:
        return _("Pas encore de sauvegarde.")
    when, today = timezone.localtime(last), timezone.localtime(now).date()
    time = date_format(when, "TIME_FORMAT")
    if when.date() == today:
        return _("Dernière sauvegarde : aujourd’hui à %(time)s.") % {"time": time}
    if when.date() == today - timedelta(days=1):
        return _("Dernière sauvegarde : hier à %(time)s.") % {"time": time}
    date = date_format(when, "DATE_FORMAT")
    return _("Dernière sauvegarde : le %(date)s à %(time)s.") % {"date": date, "time": time}


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
                "Les documents et les courriels n’avancent plus : le programme qui les prépare ne répond"
                " pas. Les résultats et les classements continuent."
            )
            return f"{told} {_start_again()}"
        case Standstill.SWEEP:
            told = _(
                "Les classements et les documents prennent du retard. Les résultats que vous saisissez sont"
                " bien enregistrés. Attendez une minute et rechargez cette page."
            )
            return f"{told} {_if_it_stays()}"
        case Standstill.RANKINGS:
            told = _(
                "Un classement attend plus longtemps que d’habitude ; les derniers résultats n’y sont pas"
                " encore. Ils sont bien enregistrés. Attendez une minute et rechargez cette page avant"
                " d’annoncer un classement."
            )
            return f"{told} {_if_it_stays()}"
        case Standstill.ROOM:
            return _(
                "Le disque est presque plein : il reste %(room)s. Libérez de la place maintenant : sur un"
                " disque plein, Étui ne peut plus enregistrer de résultat."
            ) % {"room": filesizeformat(room().free)}
        case Standstill.CLOCK:
            return _(
                "L’heure de l’ordinateur vient de changer, ou elle n’est pas juste. Vérifiez la date et"
                " l’heure dans ses réglages : l’horloge des positions et la durée des invitations en"
                " dépendent."
            )


def _if_it_stays() -> str:
    return _(
        "Si ce message reste : sur l’ordinateur de la salle, arrêtez Étui puis relancez-le ; sur un serveur,"
        " prévenez la personne qui s’en occupe."
    )


def _start_again() -> str:
    return _(
        "Sur l’ordinateur de la salle, arrêtez Étui puis relancez-le ; sur un serveur, prévenez la personne"
        " qui s’en occupe."
    )
