"""Web server of a laptop. `manage.py serve` starts it, restarts it and ends it."""

import socket
import threading
import time
from multiprocessing.connection import Connection

from django.conf import settings

import config.asgi  # loaded before the fork, not in each web server
import config.drawing  # as above
import config.urls  # noqa: F401 # without a fork: before the first request
from common.installation.log_lines import log_to_file
from common.system.limits import raise_open_files
from common.web_server.serving import serve_site
from tournaments.management.served_addresses import ServedAddresses

LOOK_SECONDS = 30.0
"""Seconds between two checks of the addresses of this machine."""
ENDING_SECONDS = 5
"""Seconds that running requests have to finish after the server was stopped."""


def main(host: str, listening: socket.socket, answering: Connection) -> None:
    """Serve until a signal ends the process.

    Args:
        answering: connection that receives a message once the server accepts requests.
    """

    def begin() -> None:
        raise_open_files()
        log_to_file("site")
        threading.Thread(target=_update_hosts, args=(host, listening), daemon=True).start()

    serve_site(
        listening,
        begin,
        ready=lambda: answering.send_bytes(b"."),
        log_level="warning",
        proxy_headers=False,
        timeout_graceful_shutdown=ENDING_SECONDS,
    )


def _update_hosts(host: str, listener: socket.socket) -> None:
    """Keep adding the names of this machine to ALLOWED_HOSTS: it may join the Wi-Fi later. Never returns."""
    addresses = ServedAddresses(host, listener.getsockname()[1])
    while True:
        settings.ALLOWED_HOSTS.extend(set(addresses.host_names()) - set(settings.ALLOWED_HOSTS))
        time.sleep(LOOK_SECONDS)
