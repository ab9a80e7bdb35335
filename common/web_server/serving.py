"""What the web server needs to serve: a port, its limits, and word when it is ready."""

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
from common.web_server.deadlines import find_stuck, keep_deadlines, limit_memory, wind_up
from common.workers.forking import start_helper

logger = logging.getLogger(__name__)

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
PARTING_SECONDS = 3
"""For other answers under way when a request cannot be ended."""
STUCK_STATUS = 70
"""Exit status of a process that ends because of such a request."""


def open_port(host: str, wanted: int | None) -> socket.socket:
    """A socket bound to `wanted`, or without a wish to the first free port from DEFAULT_PORT on.

    Raises:
        AppError: `port_taken` for the wish or all those tried, `host_unusable` for an address not ours.
    """
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if wanted is None else [wanted]
    for port in ports:
        try:
            listening = socket.create_server((host, port), backlog=BACKLOG)
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
            # asyncio sets this on its own sockets only; on ours the body of every answer came 40 ms late
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
            return listening
    raise AppError(
        "port_taken",
        _("Le port %(port)s est déjà pris par un autre programme. Choisissez-en un autre : --port %(other)s")
        % {"port": ports[0], "other": ports[-1] + 10},
    )


class WebServer(PatientServer):
    """The site in uvicorn: with deadlines, on a laptop and on a server.

    It ends with its process when its loop has stopped, or when a request goes on that was given up.

    Args:
        ready: called once the server answers.
        options: further ones of uvicorn.
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
        wind_up()
        if not self._is_stuck and (request := find_stuck()):
            logger.critical("%s goes on and cannot be ended: the web server is started again", request.name)
            self._is_stuck = self.should_exit = True
            self.config.timeout_graceful_shutdown = PARTING_SECONDS
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets=sockets)
        if self._is_stuck:  # the end of Python would wait for the request's thread
            os._exit(STUCK_STATUS)


def serve_site(listening: socket.socket, begin: Callable[[], object] = lambda: None, **options: Any) -> None:
    """Serve until asked to stop.

    Args:
        begin: called once the process may have threads and files of its own.
        options: of the WebServer.
    """
    start_helper("etui-apart", own=[listening])
    begin()
    # uvicorn passes the signal on once it has stopped; left to itself it ends the process with its log open
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        WebServer(**options).run(sockets=[listening])
