"""Buffers for bodies of requests and responses: small ones in memory, large ones in unnamed files."""

import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

IN_MEMORY = 64 * 1024
"""Largest body in bytes that stays in memory."""
SMALL_ROOM = 512 * IN_MEMORY
"""Bytes beyond the limit for bodies of that size: large ones must not keep away results and pages."""


class NoRoom(Exception):
    """The buffers are full, or the disk is."""


class SpoolSpace:
    """Space for all buffered bodies of this process together.

    Args:
        most: limit in bytes.
        folder: folder of large bodies. They stay in memory if it cannot be written.
    """

    def __init__(self, most: int, folder: Path) -> None:
        self.most, self.taken, self.folder = most, 0, folder
        self._lock = threading.Lock()

    def take(self, count: int, *, is_small: bool) -> None:
        """Reserve bytes. Raises: NoRoom."""
        with self._lock:
            if self.taken + count > self.most + is_small * SMALL_ROOM:
                raise NoRoom
            self.taken += count

    def give_back(self, count: int) -> None:
        with self._lock:
            self.taken -= count


class Spool:
    """Buffer of one body, written once, then read. Closing it releases its space."""

    def __init__(self, room: SpoolSpace) -> None:
        self.size = 0
        self.file: IO[bytes] = BytesIO()
        self._room, self._is_large = room, False

    def write(self, part: bytes) -> None:
        """Append a part. Raises: NoRoom."""
        self._room.take(len(part), is_small=self.size + len(part) <= IN_MEMORY)
        self.size += len(part)
        if self.size > IN_MEMORY and not self._is_large:
            self._move_to_disk()
        try:
            self.file.write(part)
        except OSError as error:  # the disk is full
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
        """Return its file at position 0."""
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
