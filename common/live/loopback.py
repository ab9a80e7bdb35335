"""Topics between the processes of a laptop: datagrams on the loopback interface.

Each listening process has a port and a file in a private folder. The name of the file contains the port and
a key. Datagrams must begin with the key, so other accounts of the machine can neither read nor send topics.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from common.installation.private_files import make_private_folder

HOST = "127.0.0.1"


class Loopback:
    """Carrier for processes that share a folder. The first listening process creates the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own_name = ""
        self._sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._sender.setblocking(False)

    def publish(self, topic: str) -> None:
        with suppress(OSError):  # the folder is missing: no process listens
            for name in set(os.listdir(self._folder)) - {self._own_name}:
                port, _dash, key = name.partition("-")
                with suppress(OSError, ValueError):  # a full buffer drops the datagram
                    self._sender.sendto(f"{key} {topic}".encode(), (HOST, int(port)))

    async def open(self, on_topic: Callable[[str], None], on_end: Callable[[], None]) -> None:
        key = secrets.token_hex(16)
        make_private_folder(self._folder)
        self._remove_ended()
        transport, _reader = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Reader(key, on_topic), local_addr=(HOST, 0)
        )
        self._own_name = f"{transport.get_extra_info('sockname')[1]}-{key}"
        (self._folder / self._own_name).touch()

    def _remove_ended(self) -> None:
        """Remove the files of processes that have ended."""
        for path in self._folder.iterdir():
            port = path.name.partition("-")[0]
            with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                if port.isdecimal():  # else a file of an earlier version of Étui
                    probe.bind((HOST, int(port)))  # fails while a process listens there
                path.unlink(missing_ok=True)


class _Reader(asyncio.DatagramProtocol):
    def __init__(self, key: str, on_topic: Callable[[str], None]) -> None:
        self._key, self._on_topic = key, on_topic

    def datagram_received(self, data: bytes, address: Any) -> None:
        key, _space, topic = data.decode(errors="replace").partition(" ")
        # in constant time: any account of the machine can send datagrams here
        if secrets.compare_digest(key.encode(), self._key.encode()):
            self._on_topic(topic)
