"""Messages for organisers about the state of the site: stopped work, and the age of the last backup."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.words.dates import date_format
from tournaments.evening.queries.standstill import Standstill, standstills
from tournaments.installation.backup_notes import COPY_REFUSED, COPY_WANTED
from tournaments.installation.backup_plan import NIGHT
from tournaments.installation.backups import backup_state, copy_state, current_plan, is_wanted, requested_copy
from tournaments.installation.vital_signs import room

FOLLOWING = {
    Standstill.WORKER: {Standstill.SWEEP, Standstill.RANKINGS},
    Standstill.SWEEP: {Standstill.RANKINGS},
}
"""Other stops that follow from a stop, by cause. The page shows the cause alone."""


@dataclass(frozen=True)
class BackupTold:
    """State of the backups in words."""

    last: str
    """Sentence about the last backup; "" if there is none and a warning covers it."""
    following: str
    """Sentence about the next automatic backup."""
    warnings: list[str]
    """Problems, and what to do."""


def describe_backups(*, now: datetime) -> BackupTold | None:
    """Return the state of the backups in words; None if the site makes no automatic backups."""
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
    """Return the sentence about the next automatic backup."""
    if is_wanted():
        return _("Une sauvegarde est en route.")
    hours = current_plan().every_hours
    if hours != NIGHT:
        return ngettext(
            "La prochaine sera faite à la fin d’un tournoi, ou %(hours)s heure après la dernière.",
            "La prochaine sera faite à la fin d’un tournoi, ou %(hours)s heures après la dernière.",
            hours,
        ) % {"hours": hours}
    if settings.ETUI_BACKS_UP_AT_STOP:
        return _(
            "La prochaine sera faite à la fin d’un tournoi, à l’arrêt d’Étui si quelque chose a changé, ou "
            "cette nuit à partir de 3 h si l’ordinateur reste allumé."
        )
    return _("La prochaine sera faite à la fin d’un tournoi, ou cette nuit à partir de 3 h.")


def describe_requested_copy() -> tuple[str, str]:
    """Return (class of the notice, sentence) of the copy that a person requested; ("", "") without one."""
    requested = requested_copy()
    if requested is None:
        return "", ""
    step, copies = requested
    if step == COPY_REFUSED:
        return "warning", _("La copie dans %(folder)s n’a pas pu être faite : %(why)s.") % {
            "folder": copies.folder,
            "why": copies.failure,
        }
    if step == COPY_WANTED:
        return "", _(
            "La copie vers %(folder)s est en route : ne débranchez pas la clé, et rechargez cette page dans "
            "un instant."
        ) % {"folder": copies.folder}
    assert copies.last is not None  # the time at which the copy was made
    local_time = timezone.localtime(copies.last)
    return "success", _(
        "Copie faite et relue dans %(folder)s, le %(date)s à %(time)s : vous pouvez débrancher la clé."
    ) % {
        "folder": copies.folder,
        "date": date_format(local_time, "DATE_FORMAT"),
        "time": date_format(local_time, "TIME_FORMAT"),
    }


def _last(made_at: datetime | None, moment: datetime) -> str:
    """Return the sentence about the last backup."""
    if made_at is None:
        return _("Pas encore de sauvegarde.")
    local_time, today = timezone.localtime(made_at), timezone.localtime(moment).date()
    time = date_format(local_time, "TIME_FORMAT")
    if local_time.date() == today:
        return _("Dernière sauvegarde : aujourd’hui à %(time)s.") % {"time": time}
    if local_time.date() == today - timedelta(days=1):
        return _("Dernière sauvegarde : hier à %(time)s.") % {"time": time}
    date = date_format(local_time, "DATE_FORMAT")
    return _("Dernière sauvegarde : le %(date)s à %(time)s.") % {"date": date, "time": time}


def standing_still() -> list[str]:
    """Return one or two sentences for each kind of work that has stopped. Two queries."""
    return list(in_words(standstills()))


def in_words(standstills: Iterable[Standstill]) -> Iterator[str]:
    """Yield the sentences for these kinds of stopped work, without mere consequences."""
    stopped_kinds = set(standstills)
    consequences = set().union(*(FOLLOWING.get(standstill, set()) for standstill in stopped_kinds))
    # in the order of the enumeration, for any order of the argument
    for standstill in Standstill:
        if standstill in stopped_kinds - consequences:
            yield _words_of(standstill)


def _words_of(standstill: Standstill) -> str:
    """Return the sentences for a kind of stopped work, and what to do."""
    match standstill:
        case Standstill.WORKER:
            text = _(
                "Les classements n’avancent plus : le programme qui les calcule ne répond pas. Les résultats"
                " que vous saisissez sont bien enregistrés."
            )
            return f"{text} {_start_again()}"
        case Standstill.PRINTER:
            text = _(
                "Les documents et les courriels n’avancent plus : le programme qui les prépare ne répond"
                " pas. Les résultats et les classements continuent."
            )
            return f"{text} {_start_again()}"
        case Standstill.SWEEP:
            text = _(
                "Les classements et les documents prennent du retard. Les résultats que vous saisissez sont"
                " bien enregistrés. Attendez une minute et rechargez cette page."
            )
            return f"{text} {_if_it_stays()}"
        case Standstill.RANKINGS:
            text = _(
                "Un classement attend plus longtemps que d’habitude ; les derniers résultats n’y sont pas"
                " encore. Ils sont bien enregistrés. Attendez une minute et rechargez cette page avant"
                " d’annoncer un classement."
            )
            return f"{text} {_if_it_stays()}"
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
