"""Deadlines and limits for connections that send or read too slowly, so that they do not fill the server.

uvicorn waits for ever for a head that does not end and for a reader who does not read. Here both have a
deadline, and what one address may hold is bounded. A connection that has asked something and waits for its
next request counts for nothing: the phones of a hall, all behind one address, keep theirs.
"""

import socket
import struct
from collections import defaultdict
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from common.system.limits import most_open_files

HEAD_SECONDS = 10.0
"""From a connection, or the first byte of a request, to the end of its head."""
LARGEST_HEAD = 64 * 1024
"""Bytes of a head, or of what a chunked body holds beside its content: sizes, extensions, trailers."""
MOST_PIPELINED = 16
"""Requests sent ahead of the answer to the first."""
YOUNG = 2.0
"""Seconds for which a connection without a head counts for nothing: a hall may knock at the same second."""
MOST_OF_ADDRESS = 100
"""Older ones without a head, of one address."""
READING_SECONDS = 20.0
LEAST_READ = 32 * 1024
"""Bytes of an answer that are taken in so many seconds, or all that is left."""
SPARE_FILES = 256
"""Files beside connections that this process may open."""
LOOK_TICKS = 10
"""Ticks of uvicorn, a tenth of a second each, from one look over all connections to the next."""
END_OF_STREAM = "etui.end_of_stream"
"""Under which the scope of an answer without an end holds what ends it."""
DROP = struct.pack("ii", 1, 0)
"""SO_LINGER, on, for no second."""


class PatientProtocol(HttpToolsProtocol):
    """One connection, with what the patience of the server needs to know of it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.headless_since: float | None = None
        """None while nothing is waited for, or a request is answered."""
        self.used_at = 0.0
        self._beside_bodies = 0
        """Bytes since the last ones that were taken: as a whole head, or as a part of a body."""
        self._has_head = False
        """Whether the head of the request that arrives is complete: further headers are trailers."""
        self._unread: tuple[int, float] | None = None
        """Bytes of answers that were left at a moment, and the moment."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.headless_since = self.used_at = self.loop.time()

    def data_received(self, data: bytes) -> None:
        self.used_at = self.loop.time()
        if self.is_idle and self.headless_since is None:
            self.headless_since, self._beside_bodies = self.used_at, 0
        self._beside_bodies += len(data)
        super().data_received(data)
        if self._beside_bodies > LARGEST_HEAD and not self.transport.is_closing():
            self._refuse_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.headless_since = self.headless_since or self.loop.time()
        self._has_head = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header. Trailers are dropped: uvicorn would add them to the headers of a running request."""
        if not self._has_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.headless_since, self._beside_bodies, self._has_head = None, 0, True
        if len(self.pipeline) > MOST_PIPELINED:
            self.end()

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._beside_bodies = 0

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._beside_bodies = 0

    def shutdown(self) -> None:
        """A stream ends with the server: an answer of its own would go on for minutes."""
        super().shutdown()
        end: Any = None if self.is_idle else self.scope.get(END_OF_STREAM)
        if end is not None:
            end()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    def has_stalled(self, now: float) -> bool:
        """Whether it is waited for in vain: for a head, or for the reader of an answer."""
        if self.headless_since is not None and now - self.headless_since > HEAD_SECONDS:
            return True
        left = self.transport.get_write_buffer_size()
        if left == 0:
            self._unread = None
        elif self._unread is None or self._unread[0] - left >= LEAST_READ:
            self._unread = left, now
        else:
            self._unread = max(left, self._unread[0]), self._unread[1]
            return now - self._unread[1] > READING_SECONDS
        return False

    def end(self) -> None:
        """At once: the system, too, drops what it keeps for a reader."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DROP)
        self.transport.abort()

    def _refuse_head(self) -> None:
        """Refuse a head or trailers, without a word where it could pass for a part of another answer."""
        if not self.is_idle and (self.pipeline or self.cycle.response_started or not self.cycle.more_body):
            self.end()
            return
        self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


class PatientServer(uvicorn.Server):
    """A server that looks over all its connections once a second."""

    async def on_tick(self, counter: int) -> bool:
        if counter % LOOK_TICKS == 0:
            self._end_stalled()
        return await super().on_tick(counter)

    def _end_stalled(self) -> None:
        connections: list[Any] = list(self.server_state.connections)
        headless: dict[str, list[Any]] = defaultdict(list)
        for connection in connections:
            now = connection.loop.time()
            if connection.has_stalled(now):
                connection.end()
            elif connection.headless_since is not None and now - connection.headless_since > YOUNG:
                headless[connection.address].append(connection)
        for of_address in headless.values():
            of_address.sort(key=lambda connection: connection.headless_since)
            for connection in of_address[: max(0, len(of_address) - MOST_OF_ADDRESS)]:
                connection.end()
        self._keep_files_free()

    def _keep_files_free(self) -> None:
        """End those that asked nothing for longest, before there is no file left to open."""
        connections: list[Any] = list(self.server_state.connections)
        surplus = len(connections) - most_connections()
        if surplus > 0:
            idle = [connection for connection in connections if connection.is_idle]
            for connection in sorted(idle, key=lambda connection: connection.used_at)[:surplus]:
                connection.end()


def most_connections() -> int:
    """Return how many connections leave the process enough files for the rest."""
    return most_open_files() - SPARE_FILES
