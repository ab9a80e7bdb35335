"""Backups made by themselves or asked for on a page; which are kept, how old the last one is.

They are in the storage `backups` (with the data, or in a bucket that all hosts of a server share) and are
known by their names: `nightly-…` every night, `evening-…` at the end of an event, when a laptop's site stops,
and when it starts on data that no backup has, `asked-…` from the page, `before-migration-…`. A laptop that
sleeps at night makes the night's when it is next started. Notes beside them say what is wanted or failed.
"""

import errno
import filecmp
import json
import os
import shutil
import subprocess
import sys
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
from common.installation.private_files import private, private_folder
from common.system.file_locks import has_locked
from tournaments.installation.archive import backups_folder, dated_path, keep_archive, write_archive
from tournaments.installation.file_storages import is_on_disk
from tournaments.installation.stored_database import overwrite_log

NIGHTLY, EVENING, ASKED, BEFORE_MIGRATION = "nightly", "evening", "asked", "before-migration"
THINNED = (NIGHTLY, EVENING, ASKED)
"""Kinds of which the last of each day, week and month is kept."""
KEPT_DAYS, KEPT_WEEKS, KEPT_MONTHS = 7, 4, 6
KEPT_BEFORE_MIGRATIONS = 5
HOUR = 3
"""Local time from which the night's backup is due."""
TOO_OLD = timedelta(hours=36)
RETRY_AFTER = timedelta(minutes=30)
ASKED_AGAIN = timedelta(minutes=2)
"""Time after a backup in which a page makes no other one."""
_STAMP = "%Y%m%d-%H%M%S-%f"
_STAMP_LENGTH = len("20261122-031200-000000")
LEFT_BEHIND = timedelta(days=1)
"""A try that has not ended by then was killed."""
SINCE = ".since"
"""File as old as the installation."""
WANTED, FAILURE, COPY_FAILURE = ".wanted.json", ".failure.json", ".copy-failure.json"
NOTES = {WANTED: "kind", FAILURE: "why", COPY_FAILURE: "why"}
"""Notes about the backup that is wanted, the last that failed, the last copy that failed: their texts."""
FRESH_SECONDS = 10
"""For which all hosts know what a bucket holds without listing it again."""
_LISTING = "backups-listing"
_ADVISORY_LOCK = 0x45747569  # "Etui"


@dataclass(frozen=True)
class _Listing:
    """Content of the storage of backups."""

    archives: tuple[Path, ...] = ()
    """Names."""
    notes: Mapping[str, tuple[datetime, str]] = field(default_factory=dict)
    since: datetime | None = None
    trouble: str = ""
    """Reason why the storage cannot be read; "" when it can."""


@dataclass(frozen=True)
class BackupState:
    """What is known of the last backup."""

    last: datetime | None
    """When the last sound one was made; None for never, or by a clock that ran ahead of today's."""
    expected_since: datetime | None
    """From when on one is owed, the first start; None where none is made by itself."""
    failure: str
    """Why the last try gave none, in words; "" when it did."""

    @property
    def is_told(self) -> bool:
        """True where backups are made, or should be and their storage cannot be read."""
        return self.expected_since is not None or bool(self.failure)

    def is_too_old(self, now: datetime) -> bool:
        reference = self.last or self.expected_since
        return bool(self.failure) if reference is None else now - reference > TOO_OLD


def backup_state(*, now: datetime) -> BackupState:
    """Return what the storage of backups tells; it asks nothing else."""
    listing = _list_storage()
    dated = [(path, when) for path in listing.archives if (when := _made_at(path))]
    made = [when for path, when in dated if not _is_before_restore(path)]
    last = max((when for when in made if when <= now + timedelta(hours=1)), default=None)
    failed_at, why = listing.notes.get(FAILURE, (None, listing.trouble))
    return BackupState(last, listing.since, "" if failed_at and last and last > failed_at else why)


@dataclass(frozen=True)
class CopyState:
    """The copies in another folder, a USB stick for instance."""

    folder: Path
    last: datetime | None
    """Time of the last backup that was copied there; None where it is not to be read, or has none."""
    failure: str
    """Reason why the last one was not copied, in words; "" when it was."""


def copy_state() -> CopyState | None:
    """Return what is known of the copies; None where no folder is configured."""
    if not settings.ETUI_BACKUP_COPY:
        return None
    folder = Path(settings.ETUI_BACKUP_COPY)
    made = [when for path in folder.glob("*.zip") if (when := _made_at(path))]
    _failed_at, why = _list_storage().notes.get(COPY_FAILURE, (None, ""))
    return CopyState(folder, max(made, default=None), why)


def want_backup(kind: str, *, now: datetime) -> None:
    """Have the next process that looks make a backup; nothing where none is made by itself."""
    if backup_state(now=now).expected_since is None:
        return
    _write_note(WANTED, now, kind)


def is_wanted() -> bool:
    """Return whether a backup was asked for and is not made yet."""
    return _wanted()[0] is not None


def is_asked_too_soon(*, now: datetime) -> bool:
    """Return whether a backup has just been made or is on its way, so that a page asks for no other one."""
    last = backup_state(now=now).last
    return is_wanted() or (last is not None and timedelta(0) <= now - last < ASKED_AGAIN)


def expect_backups() -> None:
    """From now on this installation is backed up by itself; called at each start."""
    private_folder(backups_folder())
    if not storages["backups"].exists(SINCE):
        storages["backups"].save(SINCE, ContentFile(b""))
        cache.delete(_LISTING)


def is_due(*, now: datetime) -> bool:
    """Whether a backup is wanted, or that of the night is missing, and no try has just failed."""
    state = backup_state(now=now)
    if state.expected_since is None:
        return False
    wanted_at, _kind = _wanted()
    failed_at, _why = _list_storage().notes.get(FAILURE, (None, ""))
    has_failed = failed_at is not None and timedelta(0) <= now - failed_at < RETRY_AFTER
    if has_failed and (wanted_at is None or failed_at is None or wanted_at <= failed_at):
        return False
    return wanted_at is not None or _is_night_due(state, now)


def _is_night_due(state: BackupState, now: datetime) -> bool:
    assert state.expected_since is not None  # else nothing is due
    local = timezone.localtime(now)
    night = local.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    if local < night:
        night -= timedelta(days=1)
    reference = state.last or state.expected_since
    return reference < night or reference > now + timedelta(hours=1)


def make_due(*, now: datetime) -> Path | None:
    """Make the backup that is due, and remove those that need not be kept; None when none was due.

    Raises:
        AppError: as `write_archive`; the next try comes after RETRY_AFTER.
    """
    with _alone() as is_ours:
        if not is_ours or not is_due(now=now):
            return None
        _wanted_at, kind = _wanted()
        if kind != ASKED and _is_night_due(backup_state(now=now), now):
            kind = NIGHTLY
        return _make_kept(kind, now)


def make_at_stop(*, now: datetime) -> Path:
    """Make the backup of an evening before the site stops.

    Raises:
        AppError: as `write_archive`.
    """
    return _make_kept(EVENING, now)


def make_before_migration(*, now: datetime) -> Path:
    """Make the backup to which one returns when a new version does not suit.

    Raises:
        AppError: as `write_archive`.
    """
    return _make_kept(BEFORE_MIGRATION, now)


def start_if_due() -> "subprocess.Popen[bytes] | None":
    """Have the backup that is due made by a process of its own: it takes as long as it takes."""
    if not is_due(now=timezone.now()):
        return None
    return subprocess.Popen(
        [sys.executable, "manage.py", "backup", "--nightly"],
        cwd=settings.PROJECT_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def removable(paths: Iterable[Path]) -> list[Path]:
    """Those of `paths` that need not be kept: never the last of a kind, nor one that a person asked for.

    Kept are the last of each of the last days, weeks and months that have one, and the last few made
    before migrations.
    """
    dated = {path: made for path in paths if (made := _made_at(path))}
    nightly = sorted((path for path in dated if _kind(path) in THINNED), key=lambda path: dated[path])
    kept: set[Path] = set()
    spans: list[tuple[int, Callable[[datetime], object]]] = [
        (KEPT_DAYS, datetime.date),
        (KEPT_WEEKS, lambda made: made.isocalendar()[:2]),
        (KEPT_MONTHS, lambda made: (made.year, made.month)),
    ]
    for count, span in spans:
        last_of = {span(dated[path]): path for path in nightly}
        kept.update(list(last_of.values())[-count:])
    before = sorted((path for path in dated if _kind(path) == BEFORE_MIGRATION), key=lambda path: dated[path])
    return [path for path in nightly if path not in kept] + before[:-KEPT_BEFORE_MIGRATIONS]


def kept_backups() -> list[tuple[Path, datetime]]:
    """Return the names of the archives that have a date, and it, the last one first."""
    dated = [(path, made) for path in _list_storage().archives if (made := _made_at(path))]
    return sorted(dated, key=lambda row: row[1], reverse=True)


def backups_place() -> str:
    """Return where the backups are, in words of an operator: a folder, or a bucket."""
    return str(backups_folder()) if is_on_disk("backups") else f"s3://{settings.ETUI_S3_BUCKET}/backups"


def last_backup_path() -> Path | None:
    """Return the archive to put back first, when data is lost: its path, or its name in a bucket."""
    last = next((path for path, _made in kept_backups() if not _is_before_restore(path)), None)
    return backups_folder() / last if last is not None and is_on_disk("backups") else last


def _make_kept(kind: str, now: datetime) -> Path:
    path = dated_path(kind, now=now)
    _clear_away(now)  # first: it may make the room
    try:
        write_archive(path, now=now)
        _copy_away(path, now)
        kept = keep_archive(path)
    except AppError as error:
        _write_note(FAILURE, now, str(error.message))
        raise
    _remove_note(FAILURE)
    _remove_note(WANTED)
    overwrite_log()
    _clear_away(now)
    return kept


def _copy_away(path: Path, now: datetime) -> None:
    """Copy a backup to the configured folder and compare it there; a failure is noted and told on pages."""
    if not settings.ETUI_BACKUP_COPY:
        return
    folder = Path(settings.ETUI_BACKUP_COPY)
    part = folder / f"{path.name}.part"
    try:
        # the folder is not made: without the stick its place is a folder of the same disk
        with open(path, "rb") as source, open(part, "wb", opener=private) as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        if not filecmp.cmp(path, part, shallow=False):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        os.replace(part, folder / path.name)
        for older in removable(folder.glob("*.zip")):
            older.unlink(missing_ok=True)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        _write_note(COPY_FAILURE, now, error.strerror or str(error))
        return
    _remove_note(COPY_FAILURE)


def _clear_away(now: datetime) -> None:
    """Remove what need not be kept, and what tries that were killed left behind."""
    cache.delete(_LISTING)
    folder = backups_folder()
    left_behind = (".making-*", "*.zip.part") if is_on_disk("backups") else (".making-*", "*.zip*")
    with suppress(OSError):
        for path in removable(_list_storage().archives):
            storages["backups"].delete(path.name)
        cache.delete(_LISTING)
        for path in (path for pattern in left_behind for path in folder.glob(pattern)):
            if now.timestamp() - path.lstat().st_mtime > LEFT_BEHIND.total_seconds():
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def _kind(path: Path) -> str:
    return path.stem[: -_STAMP_LENGTH - 1]


def _is_before_restore(path: Path) -> bool:
    """A copy of what a restore replaced: not of what is there now."""
    return path.name.startswith("before-restore-")


def _made_at(path: Path) -> datetime | None:
    """From its name; None for one that a person chose."""
    stamp = path.stem[-_STAMP_LENGTH:]
    try:
        return timezone.make_aware(datetime.strptime(stamp, _STAMP))  # noqa: DTZ007 # local time
    except ValueError:
        return None


def _list_storage() -> _Listing:
    """Return the content of the storage; that of a bucket as it was a moment ago."""
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
    except FileNotFoundError:
        return _Listing()
    except OSError as error:
        return _Listing(trouble=error.strerror or str(error))
    return _Listing(tuple(Path(name) for name in names if name.endswith(".zip")), notes, since)


def _wanted() -> tuple[datetime | None, str]:
    """Return when a backup was asked for, and its kind; None and that of the night where none was."""
    wanted_at, kind = _list_storage().notes.get(WANTED, (None, ""))
    return (wanted_at, kind) if kind in THINNED else (None, NIGHTLY)


def _read_note(storage: Storage, name: str) -> tuple[datetime, str] | None:
    try:
        with storage.open(name) as file:
            note = json.loads(file.read())
        return datetime.fromisoformat(note["at"]), str(note[NOTES[name]])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


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
    """Yield whether no other process of the site makes a backup by itself. The lock ends with the process."""
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
    with open(private_folder(backups_folder()) / ".lock", "a", encoding="utf-8", opener=private) as lock:
        yield has_locked(lock)
