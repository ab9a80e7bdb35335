"""Topics between the processes of a laptop: datagrams on the loopback.

Each process that listens has a port of its own. The name of a file in a private folder says which, with a key
that a datagram must begin with: other accounts of the machine can neither read nor send topics.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from common.installation.private_files import private_folder

HOST = "127.0.0.1"


class Loopback:
    """The processes of a folder, which the first one that listens makes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = ""
        self._sending = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._sending.setblocking(False)

    def post(self, topic: str) -> None:
        with suppress(OSError):  # no such folder: no process listens
            for name in set(os.listdir(self._folder)) - {self._own}:
                port, _dash, key = name.partition("-")
                with suppress(OSError, ValueError):  # a full buffer takes nothing
                    self._sending.sendto(f"{key} {topic}".encode(), (HOST, int(port)))

    async def open(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        key = secrets.token_hex(16)
        private_folder(self._folder)
        self._remove_ended()
        transport, _reader = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Reader(key, hear), local_addr=(HOST, 0)
        )
        self._own = f"{transport.get_extra_info('sockname')[1]}-{key}"
        (self._folder / self._own).touch()

    def _remove_ended(self) -> None:
        """Remove the names of processes that have ended: their ports are free."""
        for path in self._folder.iterdir():
            port = path.name.partition("-")[0]
            with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                if port.isdecimal():  # else an earlier version of Étui left it
                    probe.bind((HOST, int(port)))
                path.unlink(missing_ok=True)


class _Reader(asyncio.DatagramProtocol):
    def __init__(self, key: str, hear: Callable[[str], None]) -> None:
        self._key, self._hear = key, hear

    def datagram_received(self, data: bytes, address: Any) -> None:
        key, _space, topic = data.decode(errors="replace").partition(" ")
        if secrets.compare_digest(key.encode(), self._key.encode()):
            self._hear(topic)
