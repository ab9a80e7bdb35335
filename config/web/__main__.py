"""Web processes of a server: several on one socket, forked from a parent that has loaded the site.

This is the main module of a package: multiprocessing would run a main script again in each child that it
starts for a request.
"""

import importlib
import os
import signal
from argparse import ArgumentParser
from contextlib import suppress
from functools import partial
from tempfile import TemporaryDirectory

from django.db import connections

from common.system.limits import raise_open_files
from common.system.outputs import write_without_waiting
from common.system.signals import ENDING
from common.web_server.serving import WEB_WAIT, open_port, serve_site
from common.workers.supervision import Child, Supervisor, freeze_memory
from tools.compile_messages import compile_at_start

ENDING_SECONDS = 8
"""Seconds that running requests have to finish at the end. The parent and Docker kill the process later."""
LOADED = ("config.asgi", "config.drawing")
"""Modules that every process needs. The parent loads them, once the folder of the counters is set."""


def main() -> None:
    compile_at_start()
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    for signal_number in ENDING:
        signal.signal(signal_number, signal.default_int_handler)
    write_without_waiting()
    raise_open_files()
    # counters of each process (tournaments/site/web/measures.py)
    metrics_folder = TemporaryDirectory(prefix="etui-metrics-")
    with suppress(KeyboardInterrupt), open_port(options.host, options.port) as listener, metrics_folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_folder.name
        for name in LOADED:
            importlib.import_module(name)
        children = [
            Child(
                f"etui-web-{number}",
                partial(serve_site, listener, timeout_graceful_shutdown=ENDING_SECONDS),
                inherited=[listener],
                is_heard=True,
                longest_wait=WEB_WAIT,
            )
            for number in range(options.workers)
        ]
        # two processes must not share a connection to the database
        connections.close_all()
        freeze_memory()
        with Supervisor(children, own=[listener]) as supervisor:
            supervisor.keep_alive()


if __name__ == "__main__":
    main()
