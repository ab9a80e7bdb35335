"""Topics between the processes of a laptop whose system has no named pipes: lines of one file.

Every process that listens reads several times a second what was added.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from common.installation.private_files import private_folder

LOOK_SECONDS = 0.2
LARGEST = 1024 * 1024
"""Bytes of a file that a process still adds to, and reads, when it begins to listen."""


class TopicFile:
    """The file of a folder, which is made by the first process that listens."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "topics"
        self._reading: asyncio.Task[None] | None = None

    def post(self, topic: str) -> None:
        with suppress(OSError), self._path.open("ab") as file:  # no such folder: no process listens
            file.write(f"{topic}\n".encode())

    async def open(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        private_folder(self._path.parent)
        is_large = self._path.exists() and self._path.stat().st_size > LARGEST
        self._path.open("wb" if is_large else "ab").close()
        self._reading = asyncio.create_task(self._read(hear, self._path.stat().st_size))

    async def _read(self, hear: Callable[[str], None], position: int) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(OSError), self._path.open("rb") as file:
                file.seek(0, 2)
                file.seek(position if position <= file.tell() else 0)
                *topics, left = file.read().split(b"\n")
                position = file.tell() - len(left)
                for topic in dict.fromkeys(topics):
                    hear(topic.decode())
