"""Making of the backups that are due: write, copy away, and delete those that the plan no longer needs."""

import errno
import filecmp
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.files.storage import storages
from django.db import connection
from django.utils import timezone

from common.errors import AppError
from common.installation.private_files import make_private_folder, open_privately
from common.system.file_locks import has_locked
from etui.places import own_command
from tournaments.installation.archive import backups_folder, dated_path, keep_archive, write_archive
from tournaments.installation.backup_notes import (
    COPIED,
    COPY_FAILURE,
    COPY_REFUSED,
    COPY_WANTED,
    FAILURE,
    STAMP_LENGTH,
    WANTED,
    archive_time,
    forget_listing,
    list_storage,
    remove_note,
    write_note,
)
from tournaments.installation.backup_plan import LATEST_HOURS, USUAL_PLAN, BackupPlan
from tournaments.installation.backups import (
    ASKED,
    BEFORE_MIGRATION,
    EVENING,
    NIGHTLY,
    THINNED,
    backup_state,
    copy_folder,
    current_plan,
    is_due,
    is_planned_due,
    requested_backup,
)
from tournaments.installation.file_storages import is_on_disk
from tournaments.installation.stored_database import overwrite_log

KEPT_BEFORE_MIGRATIONS = 5
LEFT_BEHIND = timedelta(days=1)
"""Age of an unfinished attempt after which its process must have been killed."""
_ADVISORY_LOCK = 0x45747569  # "Etui"


def make_due(*, now: datetime) -> Path | None:
    """Make the backup that is due, and delete those that are no longer needed. Return None if none was due.

    Raises:
        AppError: as `write_archive`. The next attempt is after RETRY_AFTER.
    """
    with _alone() as is_ours:
        # checked again under the lock: another process may have made it
        if not is_ours or not is_due(now=now):
            return None
        _wanted_at, kind = requested_backup()
        # when the night's is due, an evening's backup is stored as the night's
        if kind != ASKED and is_planned_due(backup_state(now=now), now):
            kind = NIGHTLY
        return _make_kept(kind, now)


def make_at_stop(*, now: datetime) -> Path:
    """Make the backup of an evening before the site stops.

    Raises:
        AppError: as `write_archive`.
    """
    return _make_kept(EVENING, now)


def make_before_migration(*, now: datetime) -> Path:
    """Make the backup to go back to if a new version does not suit.

    Raises:
        AppError: as `write_archive`.
    """
    return _make_kept(BEFORE_MIGRATION, now)


def start_if_due() -> "subprocess.Popen[bytes] | None":
    """Start a separate process for the backup that is due, because it may take long. Return it, or None."""
    if not is_due(now=timezone.now()):
        return None
    return subprocess.Popen(  # noqa: S603 # our own words
        own_command("backup", "--nightly"),
        cwd=settings.PROJECT_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def removable(paths: Iterable[Path], plan: BackupPlan = USUAL_PLAN) -> list[Path]:
    """Return the backups that may be deleted.

    Nightly, evening and requested backups are taken together: the last one of each of the last days, weeks
    and months with a backup stays, as many as the plan says. So do the last few before migrations. Archives
    of other kinds are never deleted.
    """
    creation_times = {path: created_at for path in paths if (created_at := archive_time(path))}
    thinned_paths = sorted(
        (path for path in creation_times if _kind(path) in THINNED), key=lambda path: creation_times[path]
    )
    kept_paths: set[Path] = set()
    spans: list[tuple[int, Callable[[datetime], object]]] = [
        (plan.kept_days, datetime.date),
        (plan.kept_weeks, lambda created_at: created_at.isocalendar()[:2]),
        (plan.kept_months, lambda created_at: (created_at.year, created_at.month)),
    ]
    if plan.interval is not None:
        spans.append((LATEST_HOURS, lambda created_at: (created_at.date(), created_at.hour)))
    for count, span in spans:
        # paths are sorted by time, so that the last one of a span stays
        last_of = list({span(creation_times[path]): path for path in thinned_paths}.values())
        kept_paths.update(last_of[len(last_of) - min(count, len(last_of)) :])
    migration_paths = sorted(
        (path for path in creation_times if _kind(path) == BEFORE_MIGRATION),
        key=lambda path: creation_times[path],
    )
    return [path for path in thinned_paths if path not in kept_paths] + migration_paths[
        :-KEPT_BEFORE_MIGRATIONS
    ]


def _make_kept(kind: str, now: datetime) -> Path:
    path = dated_path(kind, now=now)
    _clear_away(now)  # first: the archive may need the space
    try:
        write_archive(path, now=now)
        _copy_away(path, now)
        kept_path = keep_archive(path)
    except AppError as error:
        write_note(FAILURE, now, str(error.message))
        raise
    remove_note(FAILURE)
    remove_note(WANTED)
    overwrite_log()
    _clear_away(now)
    return kept_path


def _copy_away(path: Path, now: datetime) -> None:
    """Copy a backup to the second folder, and to a folder that a person requested. Note each failure."""
    folder = copy_folder()
    if folder is not None:
        if why := _copy_to(folder, path, thins=True):
            write_note(COPY_FAILURE, now, why)
        else:
            remove_note(COPY_FAILURE)
    if requested := list_storage().notes.get(COPY_WANTED):
        if why := _copy_to(Path(requested[1]), path, thins=False):
            write_note(COPY_REFUSED, now, why)
        else:
            write_note(COPIED, now, requested[1])
            remove_note(COPY_WANTED)


def _copy_to(folder: Path, path: Path, *, thins: bool) -> str:
    """Copy a backup to a folder and compare the two. Return the reason of a failure, "" without one.

    Args:
        thins: True to delete copies there that the plan no longer needs.
    """
    temporary_path = folder / f"{path.name}.part"
    try:
        # the folder is not made: without the stick its place is a folder of the same disk
        with open(path, "rb") as source, open(temporary_path, "wb", opener=open_privately) as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        if not filecmp.cmp(path, temporary_path, shallow=False):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        os.replace(temporary_path, folder / path.name)
        # a folder that was named once may hold the backups of another installation
        for outdated_path in removable(folder.glob("*.zip"), current_plan()) if thins else ():
            outdated_path.unlink(missing_ok=True)
    except OSError as error:
        with suppress(OSError):
            temporary_path.unlink(missing_ok=True)
        return error.strerror or str(error)
    return ""


def _clear_away(now: datetime) -> None:
    """Delete backups that are no longer needed, and the remains of attempts that were killed."""
    forget_listing()
    folder = backups_folder()
    patterns = (".making-*", "*.zip.part") if is_on_disk("backups") else (".making-*", "*.zip*")
    with suppress(OSError):
        for path in removable(list_storage().archives, current_plan()):
            storages["backups"].delete(path.name)
        forget_listing()
        for path in (path for pattern in patterns for path in folder.glob(pattern)):
            if now.timestamp() - path.lstat().st_mtime > LEFT_BEHIND.total_seconds():
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def _kind(path: Path) -> str:
    return path.stem[: -STAMP_LENGTH - 1]


@contextmanager
def _alone() -> Iterator[bool]:
    """Yield whether no other process makes an automatic backup. The lock ends with the process."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [_ADVISORY_LOCK])
            is_ours = bool(cursor.fetchone()[0])
            try:
                yield is_ours
            finally:
                if is_ours:
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [_ADVISORY_LOCK])
        return
    with open(
        make_private_folder(backups_folder()) / ".lock", "a", encoding="utf-8", opener=open_privately
    ) as lock:
        yield has_locked(lock)
