"""The web server of one laptop: `manage.py serve` keeps it alive, and ends it."""

import socket
import threading
import time
from multiprocessing.connection import Connection

from django.conf import settings

import config.asgi  # loaded before the fork, not by each web server
import config.drawing  # as above
import config.urls  # noqa: F401 # where nothing is forked, before the first request
from common.installation.log_lines import keep_lines
from common.system.limits import raise_open_files
from common.web_server.serving import serve_site
from tournaments.management.served_addresses import ServedAddresses

LOOK_SECONDS = 30.0
ENDING_SECONDS = 5
"""For answers under way when a laptop's server is stopped."""


def main(host: str, listening: socket.socket, answering: Connection) -> None:
    """Serve until asked to stop.

    Args:
        answering: connection on which it reports that it answers.
    """

    def begin() -> None:
        raise_open_files()
        keep_lines("site")
        threading.Thread(target=_learn_addresses, args=(host, listening), daemon=True).start()

    serve_site(
        listening,
        begin,
        ready=lambda: answering.send_bytes(b"."),
        log_level="warning",
        proxy_headers=False,
        timeout_graceful_shutdown=ENDING_SECONDS,
    )


def _learn_addresses(host: str, listening: socket.socket) -> None:
    """Answer to the names of this machine, those too that appear later, as when the Wi-Fi is joined late."""
    addresses = ServedAddresses(host, listening.getsockname()[1])
    while True:
        settings.ALLOWED_HOSTS.extend(set(addresses.host_names()) - set(settings.ALLOWED_HOSTS))
        time.sleep(LOOK_SECONDS)
