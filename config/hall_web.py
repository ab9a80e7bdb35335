"""Web server of a laptop. `manage.py serve` starts it, restarts it and ends it."""

import socket
import threading
from functools import partial
from multiprocessing.connection import Connection

import config.asgi  # loaded before the fork, not in each web server
import config.drawing  # as above
import config.urls  # noqa: F401 # without a fork: before the first request
from common.installation.log_lines import log_to_file
from common.system.limits import raise_open_files
from common.web_server.serving import serve_site
from tournaments.management.secure_port import HallServer, SecurePort
from tournaments.management.served_addresses import follow_addresses

ENDING_SECONDS = 5
"""Seconds that running requests have to finish after the server was stopped."""


def main(
    host: str, listening: socket.socket, answering: Connection, secure: SecurePort | None = None
) -> None:
    """Serve until a signal ends the process.

    Args:
        answering: connection that receives a message once the server accepts requests.
        secure: a second port, with https.
    """

    def begin() -> None:
        raise_open_files()
        log_to_file("site")
        threading.Thread(target=follow_addresses, args=(host, listening, secure), daemon=True).start()

    serve_site(
        *([listening, secure.listener] if secure else [listening]),
        begin=begin,
        make_server=partial(HallServer, secure),
        ready=lambda: answering.send_bytes(b"."),
        log_level="warning",
        proxy_headers=False,
        timeout_graceful_shutdown=ENDING_SECONDS,
    )
