"""The web server of one laptop: `manage.py serve` keeps it alive, and ends it."""

import os
import socket
import threading
import time

from django.conf import settings

import config.asgi  # loaded before the fork, not by each web server
import config.drawing  # noqa: F401 # as above
from common.installation.log_lines import keep_lines
from common.web_server.serving import raise_open_files, serve_site
from tournaments.management.served_addresses import ServedAddresses

LOOK_SECONDS = 30.0
ENDING_SECONDS = 5
"""For answers under way when a laptop's server is stopped."""


def main(host: str, listening: socket.socket, answering: int) -> None:
    """Serve until told to stop, or until `serve` is gone.

    Args:
        answering: the number of a pipe on which it says that it answers.
    """

    def begin() -> None:
        raise_open_files()
        keep_lines("site")
        threading.Thread(target=_learn_addresses, args=(host, listening), daemon=True).start()

    serve_site(
        listening,
        begin,
        ready=lambda: os.write(answering, b"."),
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
