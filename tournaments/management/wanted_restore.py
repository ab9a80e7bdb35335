"""Restore that a page requested, at the start of `manage.py serve`, before anything reads the data."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.installation.staged_restore import (
    ARCHIVE,
    RestoreStep,
    StagedRestore,
    restore_folder,
    staged_restore,
    write_staged,
)
from tournaments.management.installation import describe_archive, tighten_installation
from tournaments.management.replacing import ReplacedInstallation, finish_interrupted, replace_installation
from tournaments.models import Club
from tournaments.site.services.lost_codes import note_restored_keys
from tournaments.trace.services.trace import record_event


def carry_out_restore(report: Callable[[str], None]) -> None:
    """Restore the archive that a page requested, if any. The result is stored for the page.

    A refusal changes nothing, and the start goes on with the present data.
    """
    staged = staged_restore(now=timezone.now())
    if staged is None or staged.step not in (RestoreStep.WANTED, RestoreStep.BEGUN):
        return
    try:
        if staged.step == RestoreStep.BEGUN:
            # a second try would end as the first one did
            finish_interrupted()
            raise AppError("restore_ended", _("La remise en place a été interrompue. Rien n’a été changé."))
        begun = replace(staged, step=RestoreStep.BEGUN, at=timezone.now())
        write_staged(begun)
        report(_("Remise en place de la sauvegarde demandée…"))
        result = replace_installation(restore_folder() / ARCHIVE, now=timezone.now())
        tighten_installation()
        lines = (describe_archive(result.archive), *describe_result(result))
        for club in Club.objects.all():
            record_event(club=club, actor=None, action="backup.restored", subject=staged.name)
    except AppError as error:
        message = str(error.message)
        report(message)
        _end(replace(staged, step=RestoreStep.FAILED, why=message))
    else:
        for line in lines:
            report(line)
        _end(replace(staged, step=RestoreStep.DONE, lines=lines))


def describe_result(installation: ReplacedInstallation) -> Iterator[str]:
    """Yield the sentences about a restore that was carried out. Codes that it ended are noted."""
    yield _("Sauvegarde remise en place.")
    if installation.kept is not None:
        yield _("Les données d’avant sont dans %(path)s") % {"path": installation.kept}
    if installation.kept_schema is not None:
        yield _("Les tables d’avant sont dans le schéma « %(schema)s » de la base de données.") % {
            "schema": installation.kept_schema
        }
    if installation.kept is None and installation.kept_schema is None:
        yield _("Il n’y avait pas de données avant.")
    clubs = note_restored_keys(installation.archive, now=timezone.now())
    if clubs:
        yield _(
            "Cette sauvegarde n’emportait pas la clé des codes imprimés et des liens privés : ceux des "
            "tables, des cartons, des résultats et des préinscriptions ne marchent plus. Chaque club "
            "a une page qui dit quoi refaire :"
        )
    for club in clubs:
        yield f"  {reverse('organiser-lost-codes', args=[club.slug])}"


def _end(staged: StagedRestore) -> None:
    """Store the result and remove the archive."""
    (restore_folder() / ARCHIVE).unlink(missing_ok=True)
    with suppress(AppError):  # on a full disk the result is on the console alone
        write_staged(replace(staged, at=timezone.now()))
