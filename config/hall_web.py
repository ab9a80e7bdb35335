"""The web server of one laptop: `manage.py serve` keeps it alive, and ends it.

usage: python -m config.hall_web HOST SOCKET ANSWERING: the numbers of the listening socket, and of the pipe
on which it says that it answers
"""

import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress

import django
from django.conf import settings

from common.supervision import end_with_parent

LOOK_SECONDS = 30.0


def main() -> None:
    """Serve until told to stop, or until `serve` is gone: then at once, so that the port is free."""
    host, listening, answering = sys.argv[1], socket.socket(fileno=int(sys.argv[2])), int(sys.argv[3])
    end_with_parent(lambda: os._exit(0))
    django.setup()
    from common.deep_calls import with_room  # noqa: PLC0415 # as those below
    from common.log_lines import keep_lines  # noqa: PLC0415 # needs the site set up
    from common.server.serving import WebServer, raise_open_files  # noqa: PLC0415

    raise_open_files()
    keep_lines("site")
    threading.Thread(target=_learn_addresses, args=(host, listening), daemon=True).start()
    # uvicorn passes the signal on once it has stopped; left to itself it ends the process with its log open
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        with_room(WebServer(ready=lambda: os.write(answering, b".")).run, sockets=[listening])


def _learn_addresses(host: str, listening: socket.socket) -> None:
    """Answer to the names of this machine, those too that appear later, as when the Wi-Fi is joined late."""
    from tournaments.management.served_addresses import ServedAddresses  # noqa: PLC0415 # needs the site set up

    addresses = ServedAddresses(host, listening.getsockname()[1])
    while True:
        settings.ALLOWED_HOSTS.extend(set(addresses.host_names()) - set(settings.ALLOWED_HOSTS))
        time.sleep(LOOK_SECONDS)


if __name__ == "__main__":
    main()
