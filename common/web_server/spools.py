"""Buffers for the bodies of requests and answers: small ones in memory, large ones in unnamed files."""

import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

IN_MEMORY = 64 * 1024
"""Bytes of one body that stay in memory."""


class NoRoom(Exception):
    """More is on its way than may be kept, or the disk takes nothing more."""


class SpoolSpace:
    """Room for the bytes that are on their way through this process, all bodies together.

    Args:
        most: bytes.
        folder: where large bodies lie; memory holds them where no file can be made.
    """

    def __init__(self, most: int, folder: Path) -> None:
        self._most, self.taken, self.folder = most, 0, folder
        self._lock = threading.Lock()

    def take(self, count: int) -> None:
        """Raises: NoRoom, there are too many bytes already."""
        with self._lock:
            if self.taken + count > self._most:
                raise NoRoom
            self.taken += count

    def give_back(self, count: int) -> None:
        with self._lock:
            self.taken -= count


class Spool:
    """One body, written by its giver, then read by its taker; closing it gives its room back."""

    def __init__(self, room: SpoolSpace) -> None:
        self.size = 0
        self.file: IO[bytes] = BytesIO()
        self._room, self._is_large = room, False

    def write(self, part: bytes) -> None:
        """Raises: NoRoom."""
        self._room.take(len(part))
        self.size += len(part)
        if self.size > IN_MEMORY and not self._is_large:
            self._move_to_disk()
        try:
            self.file.write(part)
        except OSError as error:  # a disk that is full
            raise NoRoom from error

    def _move_to_disk(self) -> None:
        self._is_large = True
        try:
            self._room.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            large = TemporaryFile(dir=self._room.folder)  # noqa: SIM115 # closed with the spool
        except OSError:
            return
        large.write(self.file.getbuffer())  # type: ignore[attr-defined] # still in memory
        self.file = large

    def rewind(self) -> IO[bytes]:
        """Its file, from the beginning."""
        self.file.seek(0)
        return self.file

    def parts(self, size: int = IN_MEMORY) -> Iterator[bytes]:
        self.rewind()
        while part := self.file.read(size):
            yield part

    def close(self) -> None:
        if not self.file.closed:
            self.file.close()
            self._room.give_back(self.size)
