"""Setup of the web server: listening port, limits, and a callback when it is ready."""

import errno
import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from django.utils.translation import gettext as _

from common.errors import AppError
from common.web_server.connections import PatientProtocol, PatientServer
from common.web_server.deadlines import extend_kernel_deadline, find_stuck, keep_deadlines, limit_memory
from common.workers.forking import start_helper

logger = logging.getLogger(__name__)

DEFAULT_PORT = 8000
PORTS_TRIED = 20
BACKLOG = 8192
"""Connections that the system holds before they are accepted: all phones of a hall may connect at once."""
UNREAD_BYTES = 128 * 1024
"""Send buffer of the system for a connection, in bytes. By default a slow client may fill 4 megabytes."""
KEEP_ALIVE_SECONDS = 75
"""Lifetime of an idle connection: longer than the interval between polls, so that polls do not reconnect."""
WEB_WAIT = 2.0
"""Longest wait in seconds before a web server that ended is restarted."""
PARTING_SECONDS = 3
"""Seconds for other responses when the process ends because of a stuck request."""
STUCK_STATUS = 70
"""Exit status of a process with a stuck request."""


def open_port(host: str, wanted_port: int | None, first_port: int = 0) -> socket.socket:
    """Return a socket bound to a port.

    Args:
        host: address of this computer.
        wanted_port: the port; None for the first free one from `first_port` or DEFAULT_PORT on.

    Raises:
        AppError: `port_taken` if none of the ports is free, `port_forbidden` without the rights for it,
            `host_unusable` for an address of another computer.
    """
    first = first_port or DEFAULT_PORT
    ports = range(first, first + PORTS_TRIED) if wanted_port is None else [wanted_port]
    for port in ports:
        try:
            listener = socket.create_server((host, port), backlog=BACKLOG)
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
        else:
            # asyncio sets this only on sockets that it creates; without it each body arrived 40 ms late
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
            return listener
    raise AppError(
        "port_taken",
        _("Le port %(port)s est déjà pris par un autre programme. Choisissez-en un autre : --port %(other)s")
        % {"port": ports[0], "other": ports[-1] + 10},
    )


class WebServer(PatientServer):
    """The site in uvicorn, with deadlines, for a laptop or a server.

    The process ends when its loop has stopped or a request is stuck.

    Args:
        ready: called once the server accepts requests.
        options: further options of uvicorn.
    """

    def __init__(self, ready: Callable[[], object] = lambda: None, **options: Any) -> None:
        super().__init__(
            uvicorn.Config(
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
        )
        self._ready, self._is_stuck = ready, False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        limit_memory()
        keep_deadlines()
        await super().startup(sockets=sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        extend_kernel_deadline()
        if not self._is_stuck and (request := find_stuck()):
            logger.critical("stuck request, restarting the web server: %s", request.name)
            self._is_stuck = self.should_exit = True
            self.config.timeout_graceful_shutdown = PARTING_SECONDS
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets=sockets)
        if self._is_stuck:  # a normal exit of Python would wait for the thread of the request
            os._exit(STUCK_STATUS)


def serve_site(
    *listening: socket.socket,
    begin: Callable[[], object] = lambda: None,
    make_server: Callable[..., WebServer] = WebServer,
    **options: Any,
) -> None:
    """Serve the first port until a signal ends the process. A server of its own class serves further ones.

    Args:
        begin: called after the fork of the helper. From then on the process may have threads and open files.
        options: options of the server.
    """
    # first: a fork is safe only before there are threads
    start_helper("etui-apart", own=listening)
    begin()
    # uvicorn raises the signal again after its shutdown: the default handler would leave the log open
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        make_server(**options).run(sockets=[listening[0]])
