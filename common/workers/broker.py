"""Celery broker that stores messages as files, for a laptop without any other service.

The file-system transport of kombu lets a worker read a message while it is being written, which kills the
worker (celery/kombu#1551). Here a message is complete before it gets its final name, and it belongs to the
worker that succeeds in removing the file. Supports direct routing only: no fanout, so no remote control.
"""

import logging
import os
import time
import uuid
from collections import deque
from pathlib import Path
from queue import Empty
from typing import Any, ClassVar

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)

SCHEME = "files"
"""Scheme of the broker URL `files://`. The transport option `folder` contains the path."""
LONGEST_WAIT = 0.25
"""Longest wait for a message in seconds."""


def register_transports() -> None:
    """Register `files://` and our own transport for `redis://` with kombu."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:FolderTransport"
    TRANSPORT_ALIASES["redis"] = "common.workers.redis_broker:RedisTransport"


class FolderChannel(virtual.Channel):
    """One folder per queue, one file per message. Messages are read in the order of their names."""

    def __init__(self, connection: Any, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        self._cached_paths: dict[str, deque[Path]] = {}

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        # names sort by time; twenty digits hold every time in nanoseconds
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}"
        partial_file = self._folder(queue) / f"{name}.part"
        try:
            partial_file.write_text(dumps(message), encoding="utf-8")
            # atomic: a worker never lists an incomplete message
            os.replace(partial_file, partial_file.with_suffix(".msg"))
        except OSError as error:
            raise ChannelError(f"cannot write a message into {partial_file.parent}: {error}") from error

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        while (path := self._next(queue)) is not None:
            try:
                text = path.read_text(encoding="utf-8")
                path.unlink()
            except FileNotFoundError:
                continue  # another worker removed it first
            try:
                return dict(loads(text))
            except (ValueError, TypeError):
                logger.warning("incomplete message dropped: %s", path.name)
        raise Empty

    def _next(self, queue: str) -> Path | None:
        """Return the oldest known message. List the folder only when the previous list is empty."""
        cached_paths = self._cached_paths.setdefault(queue, deque())
        if not cached_paths:
            cached_paths.extend(self._messages(queue))
        return cached_paths.popleft() if cached_paths else None

    def _messages(self, queue: str) -> list[Path]:
        return sorted(self._folder(queue).glob("*.msg"))

    def _size(self, queue: str) -> int:
        return len(self._messages(queue))

    def _purge(self, queue: str) -> int:
        messages = self._messages(queue)
        for path in messages:
            path.unlink(missing_ok=True)
        return len(messages)

    def _folder(self, queue: str) -> Path:
        folder = Path(self.connection.client.transport_options["folder"]) / queue
        folder.mkdir(parents=True, exist_ok=True)
        return folder


class FolderTransport(virtual.Transport):
    Channel = FolderChannel
    implements = virtual.Transport.implements.extend(exchange_type=frozenset(["direct"]))
    global_state = virtual.BrokerState()
    driver_type = driver_name = SCHEME
    default_connection_params: ClassVar[dict[str, object]] = {}

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        self.state = self.global_state

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Wait for a message, for at most LONGEST_WAIT: a worker must notice a request to stop."""
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT))
