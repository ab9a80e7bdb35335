"""State of the installation in plain words: one line for each subject, with what to do."""

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mail_notes import FAILED, SENT, MailNote, last_mail
from accounts.mails import can_send
from etui.version import program_version
from tournaments.base.words.dates import date_format
from tournaments.evening.queries.standstill import Standstill
from tournaments.installation.backups import BackupState, backup_state
from tournaments.installation.vital_signs import PRINTER, SWEEP, WORKER
from tournaments.paper.pdf.libraries import has_text_libraries, text_libraries_advice
from tournaments.site.queries.site_state import DiskUse, WorkState, disk_use, present_faults, work_state

LONG_WAIT = 120.0
"""Seconds after which the oldest waiting work is reported."""


class StateLevel(StrEnum):
    """StateLevel of a line."""

    GOOD = "good"
    WATCH = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class StateLine:
    """One subject of the state of the installation."""

    name: str
    level: StateLevel
    text: str
    advice: str = ""
    """What to do; "" if nothing is to be done."""

    @property
    def level_name(self) -> str:
        match self.level:
            case StateLevel.GOOD:
                return _("en ordre")
            case StateLevel.WATCH:
                return _("à voir")
            case StateLevel.BAD:
                return _("à régler")


def site_state_lines(moment: datetime) -> list[StateLine]:
    """Return the state of the installation, line by line."""
    faults = present_faults()
    return [
        _disk_line(disk_use(), faults),
        _backup_line(backup_state(now=moment), moment),
        *_work_lines(work_state(moment), faults),
        _mail_line(last_mail(SENT), last_mail(FAILED)),
        _clock_line(faults),
        _paper_line(),
        _version_line(),
    ]


def _disk_line(use: DiskUse, faults: frozenset[Standstill]) -> StateLine:
    parts = [_("base de données %(size)s") % {"size": filesizeformat(use.database)}]
    if use.documents is not None:
        parts.append(_("documents %(size)s") % {"size": filesizeformat(use.documents)})
    if use.backups is not None:
        parts.append(_("sauvegardes %(size)s") % {"size": filesizeformat(use.backups)})
    text = _("%(free)s libres sur %(total)s. Étui utilise : %(parts)s. Données : %(folder)s") % {
        "free": filesizeformat(use.space.free),
        "total": filesizeformat(use.space.total),
        "parts": ", ".join(parts),
        "folder": settings.VAR_DIR,
    }
    if Standstill.ROOM not in faults:
        return StateLine(_("Disque"), StateLevel.GOOD, text)
    advice = _(
        "Libérez de la place maintenant : sur un disque plein, aucun résultat ne s’enregistre. Videz la "
        "corbeille, déplacez des photos ou des vidéos, ou gardez moins de sauvegardes."
    )
    return StateLine(_("Disque"), StateLevel.WATCH if use.space.is_there else StateLevel.BAD, text, advice)


def _backup_line(state: BackupState, moment: datetime) -> StateLine:
    name = _("Sauvegarde")
    if not state.is_told:
        return StateLine(
            name,
            StateLevel.WATCH,
            _("Ce site ne fait pas de sauvegarde lui-même."),
            _("Faites-en par la commande « backup », ou démarrez Étui par « serve »."),
        )
    text = (
        _("La dernière est du %(moment)s.") % {"moment": _moment(state.last)}
        if state.last
        else _("Aucune encore.")
    )
    if state.failure:
        return StateLine(
            name, StateLevel.BAD, text, _("La dernière a échoué : %(why)s") % {"why": state.failure}
        )
    if state.is_too_old(moment):
        return StateLine(
            name, StateLevel.BAD, text, _("Faites-en une maintenant, sur la page « Sauvegardes ».")
        )
    return StateLine(name, StateLevel.GOOD, text)


def _work_lines(work: WorkState, faults: frozenset[Standstill]) -> Iterator[StateLine]:
    """Yield the lines about the processes and their work."""
    names = {
        WORKER: (Standstill.WORKER, _("Classements")),
        PRINTER: (Standstill.PRINTER, _("Documents et courriels")),
        SWEEP: (Standstill.SWEEP, _("Ronde des travaux perdus")),
    }
    for process, silence in work.silences.items():
        fault, name = names[process]
        text = (
            _("Le programme a donné signe de vie il y a %(seconds)s s.") % {"seconds": round(silence)}
            if silence is not None
            else _("Le programme n’a pas encore donné signe de vie.")
        )
        if fault in faults:
            yield StateLine(name, StateLevel.BAD, text, _start_again())
        else:
            yield StateLine(name, StateLevel.GOOD, text)
    text = _("En attente : %(waiting)s ; en cours : %(running)s ; en échec : %(failed)s.") % {
        "waiting": work.waiting,
        "running": work.running,
        "failed": work.failed,
    }
    if work.waiting:
        text += " " + _("Le plus ancien attend depuis %(wait)s.") % {"wait": _span(work.oldest_seconds)}
    if Standstill.RANKINGS in faults or (work.waiting and work.oldest_seconds > LONG_WAIT):
        yield StateLine(
            _("Travaux"),
            StateLevel.WATCH,
            text,
            _("Attendez une minute. %(again)s") % {"again": _start_again()},
        )
    elif work.failed:
        advice = _(
            "La page du document, de la recherche ou de l’envoi en dit la raison et permet de recommencer."
        )
        yield StateLine(_("Travaux"), StateLevel.WATCH, text, advice)
    else:
        yield StateLine(_("Travaux"), StateLevel.GOOD, text)


def _mail_line(sent: MailNote | None, failed: MailNote | None) -> StateLine:
    name = _("Courriel")
    if not can_send():
        return StateLine(
            name,
            StateLevel.WATCH,
            _("Ce site n’envoie pas de courriel : aucun serveur n’est réglé."),
            _(
                "Si vous en avez besoin, démarrez Étui avec EMAIL_URL et ETUI_MAIL_FROM. Sans courriel, tout "
                "le reste marche ; les organisateurs font des comptes par « Changer qui organise »."
            ),
        )
    text = (
        _("Dernier envoyé : le %(moment)s.") % {"moment": _moment(sent.at)}
        if sent
        else _("Aucun envoyé encore.")
    )
    if failed is not None and (sent is None or failed.at > sent.at):
        return StateLine(
            name,
            StateLevel.BAD,
            text
            + " "
            + _("Dernier échec : le %(moment)s (%(why)s).")
            % {"moment": _moment(failed.at), "why": failed.why},
            _("Vérifiez le réseau, puis EMAIL_URL. Envoyez-vous un essai ci-dessous."),
        )
    return StateLine(name, StateLevel.GOOD, text)


def _clock_line(faults: frozenset[Standstill]) -> StateLine:
    text = _("Il est %(moment)s pour Étui (%(zone)s).") % {
        "moment": date_format(timezone.localtime(), "TIME_FORMAT"),
        "zone": settings.TIME_ZONE,
    }
    if Standstill.CLOCK not in faults:
        return StateLine(_("Heure"), StateLevel.GOOD, text, _("Comparez avec votre montre."))
    advice = _(
        "Elle vient de changer, ou elle n’est pas juste : vérifiez la date et l’heure dans les réglages de "
        "l’ordinateur."
    )
    return StateLine(_("Heure"), StateLevel.BAD, text, advice)


def _paper_line() -> StateLine:
    if has_text_libraries():
        return StateLine(_("PDF"), StateLevel.GOOD, _("Ils peuvent être dessinés ici."))
    return StateLine(
        _("PDF"),
        StateLevel.WATCH,
        _("La bibliothèque Pango manque."),
        _("Pour l’avoir, %(advice)s.") % {"advice": text_libraries_advice()},
    )


def _version_line() -> StateLine:
    text = _("Version %(version)s, Python %(python)s, %(system)s") % {
        "version": program_version(),
        "python": platform.python_version(),
        "system": platform.platform(terse=True),
    }
    return StateLine(_("Version"), StateLevel.GOOD, text)


def _start_again() -> str:
    if settings.ETUI_IS_IN_HALL:
        return _("Si cela dure, arrêtez Étui puis relancez-le.")
    return _("Si cela dure, relancez les services du site ; le journal dit pourquoi.")


def _moment(moment: datetime) -> str:
    local_time = timezone.localtime(moment)
    return _("%(date)s à %(time)s") % {
        "date": date_format(local_time, "SHORT_DATE_FORMAT"),
        "time": date_format(local_time, "TIME_FORMAT"),
    }


def _span(seconds: float) -> str:
    if seconds < timedelta(minutes=2).total_seconds():
        return _("%(count)s s") % {"count": round(seconds)}
    minutes = round(seconds / 60)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
