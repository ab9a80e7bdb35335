"""Backups: automatic ones and those requested on a page, the rule for deletion, the age of the last one.

They are in the storage `backups` (with the data, or in a bucket that all hosts of a server share). The name
of each shows its kind:

- `nightly-…`: every night. A laptop that sleeps at night makes it when it is started again;
- `evening-…`: at the end of an event, when a laptop's site stops, and when it starts with data that no backup
  has;
- `asked-…`: from the page;
- `before-migration-…`.

Notes beside them record the plan (tournaments/installation/backup_plan.py), a request, the last failures and
the last copy that a person requested.
"""

import errno
import filecmp
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

from django.conf import settings
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import connection
from django.utils import timezone

from common.errors import AppError
from common.installation.private_files import make_private_folder, open_privately
from common.system.file_locks import has_locked
from etui.places import own_command
from tournaments.installation.archive import backups_folder, dated_path, keep_archive, write_archive
from tournaments.installation.backup_plan import LATEST_HOURS, PLAN, USUAL_PLAN, BackupPlan, parse_plan
from tournaments.installation.file_storages import is_on_disk
from tournaments.installation.stored_database import overwrite_log
from tournaments.installation.unwritable import unwritable_error

NIGHTLY, EVENING, ASKED, BEFORE_MIGRATION = "nightly", "evening", "asked", "before-migration"
THINNED = (NIGHTLY, EVENING, ASKED)
"""Kinds of which the last of each day, week and month stays."""
KEPT_BEFORE_MIGRATIONS = 5
HOUR = 3
"""Local hour from which the nightly backup is due."""
TOO_OLD = timedelta(hours=36)
RETRY_AFTER = timedelta(minutes=30)
ASKED_AGAIN = timedelta(minutes=2)
"""Time after a backup during which a page cannot request another one."""
_STAMP = "%Y%m%d-%H%M%S-%f"
_STAMP_LENGTH = len("20261122-031200-000000")
LEFT_BEHIND = timedelta(days=1)
"""Age of an unfinished attempt after which its process must have been killed."""
SINCE = ".since"
"""File whose age is that of the installation."""
WANTED, FAILURE, COPY_FAILURE = ".wanted.json", ".failure.json", ".copy-failure.json"
COPY_WANTED, COPIED, COPY_REFUSED = ".copy-wanted.json", ".copied.json", ".copy-refused.json"
NOTES = {
    WANTED: "kind", FAILURE: "why", COPY_FAILURE: "why",
    COPY_WANTED: "folder", COPIED: "folder", COPY_REFUSED: "why",
}  # fmt: skip
"""Key of the text in each note.

The first three are about a requested backup, a failed backup and a failed copy. The others are about a copy
to a folder that a person named once: requested, made, failed.
"""
FRESH_SECONDS = 10
"""Seconds for which all hosts use one listing of a bucket."""
_LISTING = "backups-listing"
_ADVISORY_LOCK = 0x45747569  # "Etui"


@dataclass(frozen=True)
class _Listing:
    """Content of the storage of backups."""

    archives: tuple[Path, ...] = ()
    """Names of the archives."""
    notes: Mapping[str, tuple[datetime, str]] = field(default_factory=dict)
    since: datetime | None = None
    trouble: str = ""
    """Reason why the storage cannot be read; "" when it can."""
    plan: BackupPlan = USUAL_PLAN


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
    listing = _list_storage()
    dated_paths = [(path, created_at) for path in listing.archives if (created_at := _made_at(path))]
    creation_times = [created_at for path, created_at in dated_paths if not _is_before_restore(path)]
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
    return _list_storage().plan


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
        cache.delete(_LISTING)
    _remove_note(COPY_FAILURE)


def copy_folder() -> Path | None:
    """Return the second folder, which gets a copy of each backup. The operator's setting comes first."""
    text = settings.ETUI_BACKUP_COPY or current_plan().folder
    return Path(text) if text else None


def copy_state() -> CopyState | None:
    """Return the state of the copies in the second folder; None without one."""
    folder = copy_folder()
    if folder is None:
        return None
    creation_times = [created_at for path in folder.glob("*.zip") if (created_at := _made_at(path))]
    _failed_at, why = _list_storage().notes.get(COPY_FAILURE, (None, ""))
    return CopyState(folder, max(creation_times, default=None), why)


def want_backup(kind: str, *, now: datetime) -> None:
    """Request a backup from the next process that checks. Do nothing where backups are not automatic."""
    if backup_state(now=now).expected_since is None:
        return
    _write_note(WANTED, now, kind)


def want_copy(folder: Path, *, now: datetime) -> None:
    """Request a backup, and a copy of it in a folder that a person named once."""
    for name in (COPIED, COPY_REFUSED):
        _remove_note(name)
    _write_note(COPY_WANTED, now, str(folder))
    want_backup(ASKED, now=now)


def requested_copy() -> tuple[str, CopyState] | None:
    """Return (step, state) of the last copy that a person requested; None if there is none.

    The step is `COPY_WANTED`, `COPIED` or `COPY_REFUSED`.
    """
    notes = _list_storage().notes
    for step in (COPY_WANTED, COPIED):
        if step in notes:
            at, folder = notes[step]
            if step == COPY_WANTED and COPY_REFUSED in notes:
                return COPY_REFUSED, CopyState(Path(folder), None, notes[COPY_REFUSED][1])
            return step, CopyState(Path(folder), at, "")
    return None


def is_wanted() -> bool:
    """Return whether a requested backup has not been made yet."""
    return _wanted()[0] is not None


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
        cache.delete(_LISTING)


def is_due(*, now: datetime) -> bool:
    """Return whether a backup is requested or missing for the night, and no attempt has just failed."""
    state = backup_state(now=now)
    if state.expected_since is None:
        return False
    wanted_at, _kind = _wanted()
    failed_at, _why = _list_storage().notes.get(FAILURE, (None, ""))
    has_failed = failed_at is not None and timedelta(0) <= now - failed_at < RETRY_AFTER
    # a request after the failure is tried at once
    if has_failed and (wanted_at is None or failed_at is None or wanted_at <= failed_at):
        return False
    return wanted_at is not None or _is_planned_due(state, now)


def _is_planned_due(state: BackupState, now: datetime) -> bool:
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


def make_due(*, now: datetime) -> Path | None:
    """Make the backup that is due, and delete those that are no longer needed. Return None if none was due.

    Raises:
        AppError: as `write_archive`. The next attempt is after RETRY_AFTER.
    """
    with _alone() as is_ours:
        # checked again under the lock: another process may have made it
        if not is_ours or not is_due(now=now):
            return None
        _wanted_at, kind = _wanted()
        # when the night's is due, an evening's backup is stored as the night's
        if kind != ASKED and _is_planned_due(backup_state(now=now), now):
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
    creation_times = {path: created_at for path in paths if (created_at := _made_at(path))}
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


def kept_backups() -> list[tuple[Path, datetime]]:
    """Return (name, creation time) of the archives with a date, the latest first."""
    dated_paths = [(path, created_at) for path in _list_storage().archives if (created_at := _made_at(path))]
    return sorted(dated_paths, key=lambda row: row[1], reverse=True)


def is_known_backup(name: str) -> bool:
    """Return whether an archive has this name, so that no path in an address reaches another file."""
    return name in (path.name for path, _made_at in kept_backups())


def backups_place() -> str:
    """Return the place of the backups for an operator: a folder, or a bucket."""
    return str(backups_folder()) if is_on_disk("backups") else f"s3://{settings.ETUI_S3_BUCKET}/backups"


def last_backup_path() -> Path | None:
    """Return the archive to restore first after a loss: its path, or its name in a bucket."""
    newest_path = next((path for path, _made in kept_backups() if not _is_before_restore(path)), None)
    return (
        backups_folder() / newest_path if newest_path is not None and is_on_disk("backups") else newest_path
    )


def _make_kept(kind: str, now: datetime) -> Path:
    path = dated_path(kind, now=now)
    _clear_away(now)  # first: the archive may need the space
    try:
        write_archive(path, now=now)
        _copy_away(path, now)
        kept_path = keep_archive(path)
    except AppError as error:
        _write_note(FAILURE, now, str(error.message))
        raise
    _remove_note(FAILURE)
    _remove_note(WANTED)
    overwrite_log()
    _clear_away(now)
    return kept_path


def _copy_away(path: Path, now: datetime) -> None:
    """Copy a backup to the second folder, and to a folder that a person requested. Note each failure."""
    folder = copy_folder()
    if folder is not None:
        if why := _copy_to(folder, path, thins=True):
            _write_note(COPY_FAILURE, now, why)
        else:
            _remove_note(COPY_FAILURE)
    if requested := _list_storage().notes.get(COPY_WANTED):
        if why := _copy_to(Path(requested[1]), path, thins=False):
            _write_note(COPY_REFUSED, now, why)
        else:
            _write_note(COPIED, now, requested[1])
            _remove_note(COPY_WANTED)


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
    cache.delete(_LISTING)
    folder = backups_folder()
    patterns = (".making-*", "*.zip.part") if is_on_disk("backups") else (".making-*", "*.zip*")
    with suppress(OSError):
        for path in removable(_list_storage().archives, current_plan()):
            storages["backups"].delete(path.name)
        cache.delete(_LISTING)
        for path in (path for pattern in patterns for path in folder.glob(pattern)):
            if now.timestamp() - path.lstat().st_mtime > LEFT_BEHIND.total_seconds():
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def _kind(path: Path) -> str:
    return path.stem[: -_STAMP_LENGTH - 1]


def _is_before_restore(path: Path) -> bool:
    """Return whether an archive is a copy of data that a restore replaced, not of the current data."""
    return path.name.startswith("before-restore-")


def _made_at(path: Path) -> datetime | None:
    """Return the creation time in the name of an archive; None for a name that a person chose."""
    stamp = path.stem[-_STAMP_LENGTH:]
    try:
        return timezone.make_aware(datetime.strptime(stamp, _STAMP))  # noqa: DTZ007 # local time
    except ValueError:
        return None


def _list_storage() -> _Listing:
    """Return the content of the storage. That of a bucket may be FRESH_SECONDS old."""
    if is_on_disk("backups"):
        return _read_storage()
    listing = cache.get(_LISTING)
    if listing is None:
        listing = _read_storage()
        cache.set(_LISTING, listing, FRESH_SECONDS)
    return cast("_Listing", listing)


def _read_storage() -> _Listing:
    storage = storages["backups"]
    try:
        names = set(storage.listdir("")[1])
        notes = {name: note for name in names & NOTES.keys() if (note := _read_note(storage, name))}
        since = storage.get_modified_time(SINCE) if SINCE in names else None
        plan = _read_plan(storage) if PLAN in names else USUAL_PLAN
    except FileNotFoundError:
        return _Listing()
    except OSError as error:
        return _Listing(trouble=error.strerror or str(error))
    return _Listing(tuple(Path(name) for name in names if name.endswith(".zip")), notes, since, plan=plan)


def _wanted() -> tuple[datetime | None, str]:
    """Return the time and the kind of the requested backup; None and the nightly kind without a request."""
    wanted_at, kind = _list_storage().notes.get(WANTED, (None, ""))
    # a note with an unknown kind counts as no request
    return (wanted_at, kind) if kind in THINNED else (None, NIGHTLY)


def _read_note(storage: Storage, name: str) -> tuple[datetime, str] | None:
    try:
        with storage.open(name) as file:
            note = json.loads(file.read())
        return datetime.fromisoformat(note["at"]), str(note[NOTES[name]])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _read_plan(storage: Storage) -> BackupPlan:
    with storage.open(PLAN) as file:
        return parse_plan(file.read())


def _write_note(name: str, now: datetime, text: str) -> None:
    note = json.dumps({"at": now.isoformat(), NOTES[name]: text})
    with suppress(OSError):
        storages["backups"].save(name, ContentFile(note.encode()))
    cache.delete(_LISTING)


def _remove_note(name: str) -> None:
    with suppress(OSError):
        storages["backups"].delete(name)
    cache.delete(_LISTING)


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
