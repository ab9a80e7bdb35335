"""Celery messages as files: the broker of a laptop that runs no other service.

kombu's own file-system transport lets a worker read a message while it is being written, and the
worker dies of it (celery/kombu#1551). Here a message appears under its final name whole, and belongs
to the worker whose removal of the file succeeds. Direct routing only: no fanout, so no remote control.
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
"""Broker URL `files://`; the transport option `folder` says where."""
LONGEST_WAIT = 0.25
"""Seconds."""


def register() -> None:
    """Make `files://` known to kombu, and our workers' way with `redis://`."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:FolderTransport"
    TRANSPORT_ALIASES["redis"] = "common.workers.redis_broker:RedisTransport"


class FolderChannel(virtual.Channel):
    """One folder per queue, one file per message, taken in the order of their names."""

    def __init__(self, connection: Any, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        self._listed: dict[str, deque[Path]] = {}

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}"
        part = self._folder(queue) / f"{name}.part"
        try:
            part.write_text(dumps(message), encoding="utf-8")
            os.replace(part, part.with_suffix(".msg"))
        except OSError as error:
            raise ChannelError(f"cannot write a message into {part.parent}: {error}") from error

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        while (path := self._next(queue)) is not None:
            try:
                text = path.read_text(encoding="utf-8")
                path.unlink()
            except FileNotFoundError:
                continue  # another worker was quicker
            try:
                return dict(loads(text))
            except (ValueError, TypeError):
                logger.warning("a message cut short was dropped: %s", path.name)
        raise Empty

    def _next(self, queue: str) -> Path | None:
        """The oldest message known, listing the folder only when the last list is used up."""
        listed = self._listed.setdefault(queue, deque())
        if not listed:
            listed.extend(self._messages(queue))
        return listed.popleft() if listed else None

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
    """What kombu looks up for `files://`."""

    Channel = FolderChannel
    implements = virtual.Transport.implements.extend(exchange_type=frozenset(["direct"]))
    global_state = virtual.BrokerState()
    driver_type = driver_name = SCHEME
    default_connection_params: ClassVar[dict[str, object]] = {}

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        self.state = self.global_state

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Wait at most LONGEST_WAIT: between two waits a worker sees that it was asked to stop."""
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT))
