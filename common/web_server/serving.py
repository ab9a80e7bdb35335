"""What the web server needs to serve: its data alone, a port, its limits, and word when it is ready."""

import errno
import socket
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import uvicorn
from django.utils.translation import gettext as _

from common.errors import AppError
from common.installation.private_files import not_writable, private, private_folder
from common.system.file_locks import has_locked
from common.web_server.connections import PatientProtocol
from common.web_server.deadlines import keep_deadlines, limit_memory, wind_up

DEFAULT_PORT = 8000
PORTS_TRIED = 20
BACKLOG = 8192
"""A hall of phones may knock at the same second; each keeps its connection."""
UNREAD_BYTES = 128 * 1024
"""Of answers that the system keeps for a reader; by itself it keeps 4 megabytes, for each slow one."""
KEEP_ALIVE_SECONDS = 75
"""Longer than the phones' polling, so that a poll need not connect again."""
WEB_WAIT = 2.0
"""Seconds, at most, before a web server that ended is started again: phones wait for it."""
ENDING_SECONDS = 5
"""For answers under way when a laptop's server is stopped."""


def lock_data(folder: Path) -> IO[str]:
    """Keep everybody else from serving or replacing the data in `folder`, made if absent, until closed.

    The system releases the lock however this process ends.

    Raises:
        AppError: `data_in_use`, somebody has it; `not_writable`.
    """
    path = folder / "serve.lock"
    try:
        private_folder(folder)
        lock = open(path, "a", encoding="utf-8", opener=private)  # noqa: SIM115 # the caller closes it
    except OSError as error:
        raise not_writable(path, error) from error
    if not has_locked(lock):
        lock.close()
        raise AppError("data_in_use", _("Étui est déjà démarré avec ces données, dans une autre fenêtre."))
    return lock


def open_port(host: str, wanted: int | None) -> socket.socket:
    """A socket bound to `wanted`, or without a wish to the first free port from DEFAULT_PORT on.

    Raises:
        AppError: `port_taken` for the wish or all those tried, `host_unusable` for an address not ours.
    """
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if wanted is None else [wanted]
    for port in ports:
        try:
            return answering_at_once(socket.create_server((host, port), backlog=BACKLOG))
        except PermissionError:
            raise AppError(
                "port_forbidden",
                _("Le port %(port)s est réservé au système. Choisissez-en un au-dessus de 1023.")
                % {"port": port},
            ) from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise AppError(
                    "host_unusable", _("Cet ordinateur n’a pas l’adresse « %(host)s ».") % {"host": host}
                ) from error
    raise AppError(
        "port_taken",
        _("Le port %(port)s est déjà pris par un autre programme. Choisissez-en un autre : --port %(other)s")
        % {"port": ports[0], "other": ports[-1] + 10},
    )


def answering_at_once(listening: socket.socket) -> socket.socket:
    """The same socket: what it accepts sends the body of an answer without waiting for news of its head.

    asyncio sees to it on the sockets that it makes itself only; on ours every answer came 40 ms late.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    return listening


class WebConfig(uvicorn.Config):
    """How uvicorn runs the site, on a laptop and on a server: with patience, deadlines and limits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            "config.asgi:application",
            http=PatientProtocol,
            ws="none",
            lifespan="off",
            log_config=None,  # its lines are written as all the others (common/installation/log_lines.py)
            access_log=False,
            server_header=False,
            backlog=BACKLOG,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            **options,
        )

    def load(self) -> None:
        """Called in each process that serves, once the site is loaded."""
        super().load()
        limit_memory()
        keep_deadlines()


class WatchedServer(uvicorn.Server):
    """A server that ends with its process when its loop has stopped."""

    async def on_tick(self, counter: int) -> bool:
        wind_up()
        return await super().on_tick(counter)


class WebServer(WatchedServer):
    """The web server of one laptop, over a socket already bound; calls `ready` once it answers."""

    def __init__(self, ready: Callable[[], object]) -> None:
        super().__init__(
            WebConfig(log_level="warning", proxy_headers=False, timeout_graceful_shutdown=ENDING_SECONDS)
        )
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._ready()
