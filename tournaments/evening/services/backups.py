"""Requests for backups. A process of its own makes them; the request returns at once."""

from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.workers.queueing import after_commit
from tournaments.installation.backup_plan import BackupPlan
from tournaments.installation.backups import current_plan, store_plan, want_backup, want_copy
from tournaments.installation.copy_places import check_copy_folder
from tournaments.installation.staged_restore import want_restore
from tournaments.models import AuditEvent, Club
from tournaments.trace.services.trace import record_event


def request_backup(kind: str) -> None:
    """Request a backup after the commit.

    A lost message does no harm: the watch and beat look for the request again.
    """
    want_backup(kind, now=timezone.now())
    after_commit("tournaments.back_up")


def request_copy(*, folder: str, requested_by: User) -> Path:
    """Request a backup with a copy in a folder of this machine, such as a USB stick. Return the folder.

    Raises:
        AppError: `folder_missing`, or as `check_copy_folder`.
    """
    if not folder:
        message = _("Choisissez une clé, ou donnez un dossier.")
        raise AppError("folder_missing", message, fields={"place": message})
    path = check_copy_folder(folder)
    want_copy(path, now=timezone.now())
    _note_everywhere("backup.copied", str(path), requested_by)
    after_commit("tournaments.back_up")
    return path


def change_backup_plan(plan: BackupPlan, *, changed_by: User) -> None:
    """Replace the plan of the backups.

    Raises:
        AppError: `not_writable`, or as `check_copy_folder`. A folder that stays may be away, as a stick is.
    """
    previous_plan = current_plan()
    if plan.folder and plan.folder != previous_plan.folder:
        check_copy_folder(plan.folder)
    if plan != previous_plan:
        store_plan(plan)
        _note_everywhere("backup.planned", plan.folder, changed_by)


def request_restore_of(*, mark: str, requested_by: User) -> None:
    """Request the restore of the archive whose check has this mark. The trace of the data before it says so.

    Raises:
        AppError: as `want_restore`.
    """
    staged = want_restore(mark, now=timezone.now())
    _note_everywhere("backup.restore_requested", staged.name, requested_by)


def takes_copies() -> bool:
    """Return whether a page may choose a folder for copies.

    Only a laptop has its pages and its backups on one machine. The operator of a server sets the folder.
    """
    return bool(settings.ETUI_IS_IN_HALL) and not settings.ETUI_BACKUP_COPY


def note_download(*, name: str, downloaded_by: User) -> list[AuditEvent]:
    """Write into the trace of every club that an archive with its data was downloaded."""
    return _note_everywhere("backup.downloaded", name, downloaded_by)


def _note_everywhere(action: str, subject: str, actor: User) -> list[AuditEvent]:
    """Write an act into the trace of every club, because a backup holds the data of all of them."""
    return [
        record_event(club=club, actor=actor, action=action, subject=subject) for club in Club.objects.all()
    ]
