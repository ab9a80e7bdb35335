"""Backups that nobody asks for, every night and before each migration; which are kept, how old the last is.

They lie with the data, in `backups/`, and are known by their names (`nightly-…`, `before-migration-…`).
A laptop that sleeps at night makes the night's when it is next started.
"""

import fcntl
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from common.errors import AppError
from common.installation.archive import backups_folder, dated_path, write_archive
from common.installation.private_files import private, private_folder

NIGHTLY, BEFORE_MIGRATION = "nightly", "before-migration"
KEPT_DAYS, KEPT_WEEKS, KEPT_MONTHS = 7, 4, 6
KEPT_BEFORE_MIGRATIONS = 5
HOUR = 3
"""Local time from which the night's backup is due."""
TOO_OLD = timedelta(hours=36)
RETRY_AFTER = timedelta(minutes=30)
_STAMP = "%Y%m%d-%H%M%S-%f"
_STAMP_LENGTH = len("20261122-031200-000000")
LEFT_BEHIND = timedelta(days=1)
"""A try that has not ended by then was killed."""


@dataclass(frozen=True)
class BackupState:
    """What is known of the last backup."""

    last: datetime | None
    """When the last sound one was made; None for never, or by a clock that ran ahead of today's."""
    expected_since: datetime | None
    """From when on one is owed, the first start; None where none is made by itself."""
    failure: str
    """Why the last try gave none, in words; "" when it did."""

    def is_too_old(self, now: datetime) -> bool:
        reference = self.last or self.expected_since
        return reference is not None and now - reference > TOO_OLD


def backup_state(*, now: datetime) -> BackupState:
    """Looks into the folder of backups and nowhere else."""
    folder = backups_folder()
    made = [
        when for path in folder.glob("*.zip") if (when := _made_at(path)) and not _is_before_restore(path)
    ]
    past = [when for when in made if when <= now + timedelta(hours=1)]
    since = None
    with suppress(OSError):
        since = datetime.fromtimestamp(_since_path().stat().st_mtime, tz=now.tzinfo)
    last = max(past, default=None)
    failed_at, why = _failure()
    return BackupState(last, since, "" if failed_at and last and last > failed_at else why)


def expect_backups() -> None:
    """From now on this installation is backed up by itself; called at each start."""
    path = _since_path()
    private_folder(path.parent)
    if not path.exists():
        path.touch(mode=0o600)


def is_due(*, now: datetime) -> bool:
    """Whether a backup of the night is missing, and no try has just failed."""
    state = backup_state(now=now)
    if state.expected_since is None:
        return False
    failed_at, _why = _failure()
    if failed_at is not None and timedelta(0) <= now - failed_at < RETRY_AFTER:
        return False
    local = timezone.localtime(now)
    night = local.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    if local < night:
        night -= timedelta(days=1)
    reference = state.last or state.expected_since
    return reference < night or reference > now + timedelta(hours=1)


def make_nightly(*, now: datetime) -> Path | None:
    """Make the night's backup if it is due, and remove what need not be kept; None when it was not.

    Raises:
        AppError: as `write_archive`; the next try comes after RETRY_AFTER.
    """
    with _alone() as is_ours:
        return _make_kept(NIGHTLY, now) if is_ours and is_due(now=now) else None


def make_before_migration(*, now: datetime) -> Path:
    """Make the backup to which one returns when a new version does not suit.

    Raises:
        AppError: as `write_archive`.
    """
    return _make_kept(BEFORE_MIGRATION, now)


def start_if_due() -> "subprocess.Popen[bytes] | None":
    """Have the night's backup made, if it is due, by a process of its own: it takes as long as it takes."""
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
    nightly = sorted((path for path in dated if _kind(path) == NIGHTLY), key=lambda path: dated[path])
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


def last_backup_path() -> Path | None:
    """The archive to put back first, when data is lost."""
    dated = {path: made for path in backups_folder().glob("*.zip") if (made := _made_at(path))}
    dated = {path: made for path, made in dated.items() if not _is_before_restore(path)}
    return max(dated, key=lambda path: dated[path], default=None)


def _make_kept(kind: str, now: datetime) -> Path:
    path = dated_path(kind, now=now)
    _clear_away(now)  # first: it may make the room
    try:
        write_archive(path, now=now)
    except AppError as error:
        _note_failure(now, str(error.message))
        raise
    _failure_path().unlink(missing_ok=True)
    _clear_away(now)
    return path


def _clear_away(now: datetime) -> None:
    """Remove what need not be kept, and what tries that were killed left behind."""
    folder = backups_folder()
    with suppress(OSError):
        for path in removable(folder.glob("*.zip")):
            path.unlink(missing_ok=True)
        for path in (*folder.glob(".making-*"), *folder.glob("*.zip.part")):
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


def _since_path() -> Path:
    return backups_folder() / ".since"


def _failure_path() -> Path:
    return backups_folder() / ".failure.json"


def _note_failure(now: datetime, why: str) -> None:
    with suppress(OSError), open(_failure_path(), "w", encoding="utf-8", opener=private) as file:
        json.dump({"at": now.isoformat(), "why": why}, file)


def _failure() -> tuple[datetime | None, str]:
    try:
        said = json.loads(_failure_path().read_text(encoding="utf-8"))
        return datetime.fromisoformat(said["at"]), str(said["why"])
    except (OSError, ValueError, KeyError, TypeError):
        return None, ""


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other process makes a backup by itself here; the system ends that with the process."""
    with open(private_folder(backups_folder()) / ".lock", "a", encoding="utf-8", opener=private) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
