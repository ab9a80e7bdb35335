"""Deadlines and limits for connections that send or read too slowly.

uvicorn waits forever for a request head that does not end and for a client that does not read. Here both
have a deadline, and one address can hold only a limited number of connections. An idle connection that has
sent a request before does not count: the phones of a hall, all behind one address, keep theirs.
"""

import socket
import struct
from collections import defaultdict
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from common.system.limits import most_open_files

HEAD_SECONDS = 10.0
"""Seconds from the connection, or from the first byte of a request, to the end of its head."""
LARGEST_HEAD = 64 * 1024
"""Bytes of a head, or of the overhead of a chunked body: sizes, extensions, trailers."""
MOST_PIPELINED = 16
"""Requests that a client may send before the response to the first one."""
YOUNG = 2.0
"""Age in seconds up to which a connection without a head does not count: a whole hall may connect at once."""
MOST_OF_ADDRESS = 100
"""Limit of older connections without a head from one address."""
READING_SECONDS = 20.0
LEAST_READ = 32 * 1024
"""Bytes of a response that a client must read in READING_SECONDS, unless fewer are left."""
SPARE_FILES = 256
"""Open files reserved for other uses than connections."""
LOOK_TICKS = 10
"""Ticks of uvicorn, a tenth of a second each, between two checks of all connections."""
END_OF_STREAM = "etui.end_of_stream"
"""Key in the scope of a stream for the function that ends it."""
DROP = struct.pack("ii", 1, 0)
"""Value of SO_LINGER: on, for 0 seconds."""


class PatientProtocol(HttpToolsProtocol):
    """Connection that records its progress for the deadlines of the server."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.headless_since: float | None = None
        """Time since which a head is expected. None between two requests and during one."""
        self.used_at = 0.0
        self._beside_bodies = 0
        """Bytes received since the last complete head or part of a body."""
        self._has_head = False
        """True once the head of the current request is complete. Further headers are trailers."""
        self._unread: tuple[int, float] | None = None
        """Unsent bytes of responses at the last progress, and the time of it."""

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
        """Add a header. Drop trailers."""
        # uvicorn would add trailers to the headers of a running request
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
        """Shut down, and end a stream, which would otherwise go on for minutes."""
        super().shutdown()
        end: Any = None if self.is_idle else self.scope.get(END_OF_STREAM)
        if end is not None:
            end()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread = None

    @property
    def is_idle(self) -> bool:
        """True if no response is being made."""
        return self.cycle is None or self.cycle.response_complete

    def has_stalled(self, moment: float) -> bool:
        """Return whether the deadline of a head or of a reading client has passed."""
        if self.headless_since is not None and moment - self.headless_since > HEAD_SECONDS:
            return True
        unsent = self.transport.get_write_buffer_size()
        if unsent == 0:
            self._unread = None
        elif self._unread is None or self._unread[0] - unsent >= LEAST_READ:
            self._unread = unsent, moment
        else:
            # new parts of a response add to the buffer: measure progress from the largest size
            self._unread = max(unsent, self._unread[0]), self._unread[1]
            return moment - self._unread[1] > READING_SECONDS
        return False

    def end(self) -> None:
        """Abort the connection at once."""
        # makes the system drop its send buffer, too
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DROP)
        self.transport.abort()

    def _refuse_head(self) -> None:
        """Answer 431 and close, or abort if the response could be taken for a part of another one."""
        if not self.is_idle and (self.pipeline or self.cycle.response_started or not self.cycle.more_body):
            self.end()
            return
        self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


class PatientServer(uvicorn.Server):
    """Server that checks all its connections once a second."""

    async def on_tick(self, counter: int) -> bool:
        if counter % LOOK_TICKS == 0:
            self._end_stalled()
        return await super().on_tick(counter)

    def _end_stalled(self) -> None:
        connections: list[Any] = list(self.server_state.connections)
        headless_connections: dict[str, list[Any]] = defaultdict(list)
        for connection in connections:
            moment = connection.loop.time()
            if connection.has_stalled(moment):
                connection.end()
            elif connection.headless_since is not None and moment - connection.headless_since > YOUNG:
                headless_connections[connection.client[0] if connection.client else ""].append(connection)
        for candidates in headless_connections.values():
            candidates.sort(key=lambda connection: connection.headless_since)
            for connection in candidates[: max(0, len(candidates) - MOST_OF_ADDRESS)]:
                connection.end()
        self._keep_files_free()

    def _keep_files_free(self) -> None:
        """End the least recently used idle connections before the process runs out of files."""
        connections: list[Any] = list(self.server_state.connections)
        surplus = len(connections) - most_connections()
        if surplus > 0:
            idle = [connection for connection in connections if connection.is_idle]
            for connection in sorted(idle, key=lambda connection: connection.used_at)[:surplus]:
                connection.end()


def most_connections() -> int:
    """Return the number of connections that leaves enough files for other uses."""
    return most_open_files() - SPARE_FILES
