"""Web server of the site in a thread, with a small site of the test, to check the bytes on the wire."""

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from common.web_server.connections import PatientProtocol, PatientServer
from common.web_server.loop_responses import client_host
from common.web_server.policy import Policy
from common.web_server.request_bodies import WholeBodies
from common.web_server.serving import open_port
from common.web_server.site_threads import Caller, Lane, SiteThreads
from common.web_server.spools import SpoolSpace
from tests.processes import wait_until

Site = Callable[[dict[str, Any], Any], Iterable[bytes]]
ROOM = 1024 * 1024
ANY = frozenset({"GET", "HEAD", "POST"})


class Wire:
    """Connections to a web server, closed with it."""

    def __init__(self, port: int, held: ExitStack, room: SpoolSpace, server: uvicorn.Server) -> None:
        self.port, self.room, self.server = port, room, server
        self._held = held

    def connect(self, data: str | bytes = b"", *, address: str = "127.0.0.1") -> socket.socket:
        """Return a connection from one of the addresses of this machine."""
        connection = self._held.enter_context(
            socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(address, 0))
        )
        connection.sendall(data.encode() if isinstance(data, str) else data)
        return connection

    def ask(self, data: str | bytes) -> tuple[int, str, bytes]:
        """Return status, head and body of the response to `data`, on a new connection."""
        return read_answer(self.connect(data))

    def hang_up(self) -> None:
        """Close all connections, and wait until the server has noticed."""
        self._held.close()
        assert wait_until(lambda: (self.connection_count, self.room.taken) == (0, 0))

    @property
    def connection_count(self) -> int:
        return len(self.server.server_state.connections)


def read_answer(connection: socket.socket) -> tuple[int, str, bytes]:
    """Return the next response as (status, head, body).

    The body has the length in its head, or ends with the connection.
    """
    with connection.makefile("rb", buffering=0) as reading:
        lines: list[str] = []
        while (line := reading.readline().decode()).strip():
            lines.append(line)
        head = "".join(lines).lower()
        length = next(
            (int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length")), 0
        )
        body = b""
        while len(body) < length and (part := reading.read(length - len(body))):
            body += part
        return int(lines[0].split()[1]), head, body


def request(method: str = "POST", path: str = "/", body: str = "", **headers: str) -> str:
    header_values = {"Host": "localhost"} | {name.replace("_", "-"): value for name, value in headers.items()}
    if body:
        header_values.setdefault("Content-Length", str(len(body)))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in header_values.items())]
    return "\r\n".join([*lines, "", ""]) + body


@contextmanager
def serving(
    site: Site,
    folder: Path,
    *,
    lanes: tuple[Lane, ...] = (),
    policy_of: Callable[[Any], Policy] = lambda scope: Policy(scope["path"].strip("/"), 100_000),
    threads: int = 2,
    caller_of: Callable[[Any], Caller] = lambda scope: Caller(client_host(scope)),
) -> Iterator[Wire]:
    """The gates of config/asgi.py before `site`; by default a path is the name of its lane."""
    usual = Lane("site", frozenset(), threads, 1000, 1000, is_alone=False, is_shared=False)
    room = SpoolSpace(ROOM, folder)
    in_threads = SiteThreads(site, usual, lanes, policy_of, room, caller_of)
    bodies = WholeBodies(in_threads, policy_of, room)
    config = uvicorn.Config(
        bodies,
        http=PatientProtocol,
        ws="none",
        lifespan="off",
        log_level="critical",
        timeout_graceful_shutdown=1,
    )
    server = PatientServer(config)
    server.capture_signals = _leave_signals  # type: ignore[method-assign] # only a main thread gets any
    with open_port("127.0.0.1", 0) as listening, ExitStack() as resources:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        assert wait_until(lambda: server.started)
        try:
            yield Wire(listening.getsockname()[1], resources, room, server)
        finally:
            resources.close()
            server.should_exit = True
            thread.join(10)


@contextmanager
def _leave_signals() -> Iterator[None]:
    yield
