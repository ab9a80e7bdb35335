"""Storages of a site's files: scans, photos, printed documents, backups.

They are Django's own (`STORAGES`), on the disk by default. A server with a bucket keeps the files there
(tournaments/installation/buckets.py), so that each host of a site reads the files that another one stored.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol, cast

from django.conf import settings
from django.core.files.storage import FileSystemStorage, storages


class SiteFiles(Protocol):
    """Methods that each storage of the site has in addition to Django's."""

    def walk(self) -> Iterator[tuple[str, int]]:
        """Yield the name and the size of each file."""

    def fetch(self, name: str, target: IO[bytes]) -> None:
        """Write the content of a file to `target`, piece by piece."""


class PrivateFiles(FileSystemStorage):
    """Files on the disk that survive a power cut once they are saved."""

    def save(self, name: str | None, content: Any, max_length: int | None = None) -> str:
        stored_name = super().save(name, content, max_length=max_length)
        with self.open(stored_name) as file:
            os.fsync(file.fileno())
        return stored_name

    def walk(self) -> Iterator[tuple[str, int]]:
        folder = Path(self.location)
        for path in folder.rglob("*"):
            with suppress(FileNotFoundError):  # deleted since
                if path.is_file():
                    yield path.relative_to(folder).as_posix(), path.stat().st_size

    def fetch(self, name: str, target: IO[bytes]) -> None:
        with self.open(name) as file:
            for piece in file.chunks():
                target.write(piece)


class BackupFiles(PrivateFiles):
    """Archives and notes about them, beside the data."""

    @property
    def location(self) -> str:  # read at each use: tests move the data
        return os.path.abspath(settings.VAR_DIR / "backups")


def documents() -> SiteFiles:
    """Return the storage of scans, photos and printed documents."""
    return cast("SiteFiles", storages["default"])


def open_backup(name: str) -> IO[bytes]:
    """Return an archive to read. One in a bucket is fetched to an unnamed file in VAR_DIR."""
    storage = storages["backups"]
    if isinstance(storage, FileSystemStorage):
        return storage.open(name)
    file = tempfile.TemporaryFile(dir=settings.VAR_DIR)  # noqa: SIM115 # its reader closes it
    cast("SiteFiles", storage).fetch(name, file)
    file.seek(0)
    return file


def is_on_disk(alias: str) -> bool:
    """Return whether a storage is a folder of this machine."""
    return isinstance(storages[alias], FileSystemStorage)
