"""The web server of one laptop: `manage.py serve` keeps it alive, and ends it."""

import os
import signal
import socket
import threading
import time
from contextlib import suppress

from django.conf import settings

import config.asgi  # loaded before the fork, not by each web server
import config.drawing  # noqa: F401 # as above
from common.installation.log_lines import keep_lines
from common.web_server.serving import WebServer, raise_open_files
from common.workers.forking import fork_the_forkserver
from common.workers.supervision import end_with_parent
from tournaments.management.served_addresses import ServedAddresses

LOOK_SECONDS = 30.0


def main(host: str, listening: socket.socket, answering: int) -> None:
    """Serve until told to stop, or until `serve` is gone: then at once, so that the port is free.

    Args:
        answering: the number of a pipe on which it says that it answers.
    """
    fork_the_forkserver("etui-apart", own=[listening])
    end_with_parent(lambda: os._exit(0))
    raise_open_files()
    keep_lines("site")
    threading.Thread(target=_learn_addresses, args=(host, listening), daemon=True).start()
    # uvicorn passes the signal on once it has stopped; left to itself it ends the process with its log open
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        WebServer(ready=lambda: os.write(answering, b".")).run(sockets=[listening])


def _learn_addresses(host: str, listening: socket.socket) -> None:
    """Answer to the names of this machine, those too that appear later, as when the Wi-Fi is joined late."""
    addresses = ServedAddresses(host, listening.getsockname()[1])
    while True:
        settings.ALLOWED_HOSTS.extend(set(addresses.host_names()) - set(settings.ALLOWED_HOSTS))
        time.sleep(LOOK_SECONDS)
