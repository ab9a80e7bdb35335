"""Backups: their state and age, requests of a page, and when the next one is due.

They are in the storage `backups` (with the data, or in a bucket that all hosts of a server share). The name
of each shows its kind:

- `nightly-…`: every night. A laptop that sleeps at night makes it when it is started again;
- `evening-…`: at the end of an event, when a laptop's site stops, and when it starts with data that no backup
  has;
- `asked-…`: from the page;
- `before-migration-…`.

`backup_making.py` makes, copies and deletes them.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone

from common.installation.private_files import make_private_folder
from tournaments.installation.archive import backups_folder
from tournaments.installation.backup_notes import (
    COPIED,
    COPY_FAILURE,
    COPY_REFUSED,
    COPY_WANTED,
    FAILURE,
    SINCE,
    WANTED,
    archive_time,
    forget_listing,
    is_replaced_data,
    list_storage,
    remove_note,
    write_note,
)
from tournaments.installation.backup_plan import PLAN, BackupPlan
from tournaments.installation.file_storages import is_on_disk
from tournaments.installation.unwritable import unwritable_error

NIGHTLY, EVENING, ASKED, BEFORE_MIGRATION = "nightly", "evening", "asked", "before-migration"
THINNED = (NIGHTLY, EVENING, ASKED)
"""Kinds of which the last of each day, week and month stays."""
HOUR = 3
"""Local hour from which the nightly backup is due."""
TOO_OLD = timedelta(hours=36)
RETRY_AFTER = timedelta(minutes=30)
ASKED_AGAIN = timedelta(minutes=2)
"""Time after a backup during which a page cannot request another one."""


@dataclass(frozen=True)
class BackupState:
    """State of the automatic backups."""

    last: datetime | None
    """Time of the last sound backup; None if there is none.

    Backups with a time in the future, made while the clock was wrong, do not count.
    """
    expected_since: datetime | None
    """Time of the first start, from which backups are expected; None where they are not automatic."""
    failure: str
    """Reason of the last failure, in words; "" after a success."""

    @property
    def is_told(self) -> bool:
        """True where backups are automatic, or should be and their storage cannot be read."""
        return self.expected_since is not None or bool(self.failure)

    def is_too_old(self, now: datetime) -> bool:
        reference = self.last or self.expected_since
        return bool(self.failure) if reference is None else now - reference > TOO_OLD


def backup_state(*, now: datetime) -> BackupState:
    """Return the state of the backups. It is read from their storage only."""
    listing = list_storage()
    dated_paths = [(path, created_at) for path in listing.archives if (created_at := archive_time(path))]
    creation_times = [created_at for path, created_at in dated_paths if not is_replaced_data(path)]
    # a backup dated further ahead was made by a wrong clock: it must not count as recent
    last_created_at = max(
        (created_at for created_at in creation_times if created_at <= now + timedelta(hours=1)), default=None
    )
    failed_at, why = listing.notes.get(FAILURE, (None, listing.trouble))
    return BackupState(
        last_created_at,
        listing.since,
        "" if failed_at and last_created_at and last_created_at > failed_at else why,
    )


@dataclass(frozen=True)
class CopyState:
    """State of the copies in another folder, for example on a USB stick."""

    folder: Path
    last: datetime | None
    """Time of the last backup copied there; None if the folder cannot be read, or is empty."""
    failure: str
    """Reason why the last copy failed, in words; "" after a success."""


def current_plan() -> BackupPlan:
    """Return the plan of the automatic backups."""
    return list_storage().plan


def store_plan(plan: BackupPlan) -> None:
    """Replace the plan.

    Raises:
        AppError: `not_writable`.
    """
    try:
        storages["backups"].save(PLAN, ContentFile(plan.as_text().encode()))
    except OSError as error:
        raise unwritable_error(backups_folder() / PLAN, error) from error
    finally:
        forget_listing()
    remove_note(COPY_FAILURE)


def copy_folder() -> Path | None:
    """Return the second folder, which gets a copy of each backup. The operator's setting comes first."""
    text = settings.ETUI_BACKUP_COPY or current_plan().folder
    return Path(text) if text else None


def copy_state() -> CopyState | None:
    """Return the state of the copies in the second folder; None without one."""
    folder = copy_folder()
    if folder is None:
        return None
    creation_times = [created_at for path in folder.glob("*.zip") if (created_at := archive_time(path))]
    _failed_at, why = list_storage().notes.get(COPY_FAILURE, (None, ""))
    return CopyState(folder, max(creation_times, default=None), why)


def want_backup(kind: str, *, now: datetime) -> None:
    """Request a backup from the next process that checks. Do nothing where backups are not automatic."""
    if backup_state(now=now).expected_since is None:
        return
    write_note(WANTED, now, kind)


def want_copy(folder: Path, *, now: datetime) -> None:
    """Request a backup, and a copy of it in a folder that a person named once."""
    for name in (COPIED, COPY_REFUSED):
        remove_note(name)
    write_note(COPY_WANTED, now, str(folder))
    want_backup(ASKED, now=now)


def requested_copy() -> tuple[str, CopyState] | None:
    """Return (step, state) of the last copy that a person requested; None if there is none.

    The step is `COPY_WANTED`, `COPIED` or `COPY_REFUSED`.
    """
    notes = list_storage().notes
    for step in (COPY_WANTED, COPIED):
        if step in notes:
            at, folder = notes[step]
            if step == COPY_WANTED and COPY_REFUSED in notes:
                return COPY_REFUSED, CopyState(Path(folder), None, notes[COPY_REFUSED][1])
            return step, CopyState(Path(folder), at, "")
    return None


def is_wanted() -> bool:
    """Return whether a requested backup has not been made yet."""
    return requested_backup()[0] is not None


def is_asked_too_soon(*, now: datetime) -> bool:
    """Return whether a backup is requested or was just made, so that a page must not request another one."""
    last_created_at = backup_state(now=now).last
    return is_wanted() or (
        last_created_at is not None and timedelta(0) <= now - last_created_at < ASKED_AGAIN
    )


def expect_backups() -> None:
    """Make backups automatic from now on. It is called at each start."""
    make_private_folder(backups_folder())
    if not storages["backups"].exists(SINCE):
        storages["backups"].save(SINCE, ContentFile(b""))
        forget_listing()


def is_due(*, now: datetime) -> bool:
    """Return whether a backup is requested or missing for the night, and no attempt has just failed."""
    state = backup_state(now=now)
    if state.expected_since is None:
        return False
    wanted_at, _kind = requested_backup()
    failed_at, _why = list_storage().notes.get(FAILURE, (None, ""))
    has_failed = failed_at is not None and timedelta(0) <= now - failed_at < RETRY_AFTER
    # a request after the failure is tried at once
    if has_failed and (wanted_at is None or failed_at is None or wanted_at <= failed_at):
        return False
    return wanted_at is not None or is_planned_due(state, now)


def is_planned_due(state: BackupState, now: datetime) -> bool:
    """Return whether the plan requires a backup now."""
    assert state.expected_since is not None  # else nothing is due
    if interval := current_plan().interval:
        # a reference in the future comes from a clock that was wrong
        return not timedelta(0) <= now - (state.last or state.expected_since) < interval
    local_time = timezone.localtime(now)
    night = local_time.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    if local_time < night:
        night -= timedelta(days=1)
    reference = state.last or state.expected_since
    # `last` is never that far ahead, but the first start is, if the clock was wrong then
    return reference < night or reference > now + timedelta(hours=1)


def requested_backup() -> tuple[datetime | None, str]:
    """Return the time and the kind of the requested backup; None and the nightly kind without a request."""
    wanted_at, kind = list_storage().notes.get(WANTED, (None, ""))
    # a note with an unknown kind counts as no request
    return (wanted_at, kind) if kind in THINNED else (None, NIGHTLY)


def kept_backups() -> list[tuple[Path, datetime]]:
    """Return (name, creation time) of the archives with a date, the latest first."""
    dated_paths = [
        (path, created_at) for path in list_storage().archives if (created_at := archive_time(path))
    ]
    return sorted(dated_paths, key=lambda row: row[1], reverse=True)


def is_known_backup(name: str) -> bool:
    """Return whether an archive has this name, so that no path in an address reaches another file."""
    return name in (path.name for path, _created_at in kept_backups())


def backups_place() -> str:
    """Return the place of the backups for an operator: a folder, or a bucket."""
    return str(backups_folder()) if is_on_disk("backups") else f"s3://{settings.ETUI_S3_BUCKET}/backups"


def last_backup_path() -> Path | None:
    """Return the archive to restore first after a loss: its path, or its name in a bucket."""
    newest_path = next((path for path, _made in kept_backups() if not is_replaced_data(path)), None)
    return (
        backups_folder() / newest_path if newest_path is not None and is_on_disk("backups") else newest_path
    )
