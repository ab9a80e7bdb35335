"""Topics between the processes of a laptop: named pipes in a folder, one for each process that listens.

The system wakes the reader of a pipe: nothing is looked for again and again, and no port, database or other
service is needed. A short line is written whole or not at all.
"""

import asyncio
import errno
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from common.installation.private_files import private_folder

ENDING = ".pipe"
LONGEST_READ = 64 * 1024


class Pipes:
    """The pipes of a folder, which is made by the first process that listens."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own: Path | None = None

    def post(self, topic: str) -> None:
        with suppress(OSError):  # no such folder: nobody listens
            for entry in os.scandir(self._folder):
                if entry.name.endswith(ENDING) and Path(entry.path) != self._own:
                    _write(entry.path, f"{topic}\n".encode())

    async def open(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        private_folder(self._folder)
        making = self._folder / secrets.token_hex(8)
        os.mkfifo(making, 0o600)
        reading = os.open(making, os.O_RDWR | os.O_NONBLOCK)  # writable, too: it never comes to its end
        self._own = making.rename(making.with_suffix(ENDING))  # under its name only once it is read
        left = b""

        def read() -> None:
            nonlocal left
            *lines, left = (left + os.read(reading, LONGEST_READ)).split(b"\n")
            for topic in dict.fromkeys(lines):
                hear(topic.decode())

        loop.add_reader(reading, read)


def _write(path: str, line: bytes) -> None:
    """To a pipe that is read; one whose process is gone is removed, one that is full is left alone."""
    try:
        pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ENXIO:
            with suppress(OSError):
                os.unlink(path)
        return
    try:
        with suppress(BlockingIOError):
            os.write(pipe, line)
    finally:
        os.close(pipe)
