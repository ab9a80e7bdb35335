"""Storage of the backups: its archives, and the notes beside them.

The storage `backups` is with the data, or in a bucket that all hosts of a server share. Notes record a
request, the last failures and the last copy that a person requested.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import cast

from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.utils import timezone

from tournaments.installation.backup_plan import PLAN, USUAL_PLAN, BackupPlan, parse_plan
from tournaments.installation.file_storages import is_on_disk

STAMP_LENGTH = len("20261122-031200-000000")
"""Length of the time in the name of an archive."""
_STAMP = "%Y%m%d-%H%M%S-%f"
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


@dataclass(frozen=True)
class StorageListing:
    """Content of the storage of backups."""

    archives: tuple[Path, ...] = ()
    """Names of the archives."""
    notes: Mapping[str, tuple[datetime, str]] = field(default_factory=dict)
    since: datetime | None = None
    trouble: str = ""
    """Reason why the storage cannot be read; "" when it can."""
    plan: BackupPlan = USUAL_PLAN


def list_storage() -> StorageListing:
    """Return the content of the storage. That of a bucket may be FRESH_SECONDS old."""
    if is_on_disk("backups"):
        return _read_storage()
    listing = cache.get(_LISTING)
    if listing is None:
        listing = _read_storage()
        cache.set(_LISTING, listing, FRESH_SECONDS)
    return cast("StorageListing", listing)


def forget_listing() -> None:
    """Let all hosts read the storage again."""
    cache.delete(_LISTING)


def archive_time(path: Path) -> datetime | None:
    """Return the creation time in the name of an archive; None for a name that a person chose."""
    stamp = path.stem[-STAMP_LENGTH:]
    try:
        return timezone.make_aware(datetime.strptime(stamp, _STAMP))  # noqa: DTZ007 # local time
    except ValueError:
        return None


def is_replaced_data(path: Path) -> bool:
    """Return whether an archive is a copy of data that a restore replaced, not of the current data."""
    return path.name.startswith("before-restore-")


def write_note(name: str, now: datetime, text: str) -> None:
    note = json.dumps({"at": now.isoformat(), NOTES[name]: text})
    with suppress(OSError):
        storages["backups"].save(name, ContentFile(note.encode()))
    cache.delete(_LISTING)


def remove_note(name: str) -> None:
    with suppress(OSError):
        storages["backups"].delete(name)
    cache.delete(_LISTING)


def _read_storage() -> StorageListing:
    storage = storages["backups"]
    try:
        names = set(storage.listdir("")[1])
        notes = {name: note for name in names & NOTES.keys() if (note := _read_note(storage, name))}
        since = storage.get_modified_time(SINCE) if SINCE in names else None
        plan = _read_plan(storage) if PLAN in names else USUAL_PLAN
    except FileNotFoundError:
        return StorageListing()
    except OSError as error:
        return StorageListing(trouble=error.strerror or str(error))
    return StorageListing(
        tuple(Path(name) for name in names if name.endswith(".zip")), notes, since, plan=plan
    )


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
