"""The age of the last backup, in words for who organises."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from common.backups import backup_state


@dataclass(frozen=True)
class BackupTold:
    """What a page says about backups."""

    last: str
    """When the last one was made; "" when there is none, and the warnings say so."""
    warnings: list[str]
    """What is wrong, and what to do."""


def backup_told(*, now: datetime) -> BackupTold | None:
    """None where nothing is saved by itself."""
    state = backup_state(now=now)
    if state.expected_since is None:
        return None
    warnings = []
    if state.failure:
        warnings.append(_("La sauvegarde de la nuit n’a pas pu être faite. %(why)s") % {"why": state.failure})
    if state.is_too_old(now):
        warnings.append(
            _(
                "Il n’y a pas de sauvegarde récente : si l’ordinateur tombe en panne, les derniers résultats "
                "seront perdus. Lancez « script/backup » dans le dossier d’Étui, ou prévenez la "
                "personne qui s’en occupe."
            )
        )
    last = "" if warnings and state.last is None else _last(state.last, now)
    return BackupTold(last, warnings)


def _last(last: datetime | None, now: datetime) -> str:
    if last is None:
        return _("Pas encore de sauvegarde : la première sera faite cette nuit, ou au prochain démarrage.")
    when, today = timezone.localtime(last), timezone.localtime(now).date()
    time = formats.date_format(when, "TIME_FORMAT")
    if when.date() == today:
        return _("Dernière sauvegarde : aujourd’hui à %(time)s.") % {"time": time}
    if when.date() == today - timedelta(days=1):
        return _("Dernière sauvegarde : hier à %(time)s.") % {"time": time}
    date = formats.date_format(when, "DATE_FORMAT")
    return _("Dernière sauvegarde : le %(date)s à %(time)s.") % {"date": date, "time": time}
