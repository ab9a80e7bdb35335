"""The web server of a server: several processes on one socket, until told to stop.

The main module of a package: multiprocessing would run that of a module again in each child it starts.
"""

import os
from argparse import ArgumentParser
from tempfile import TemporaryDirectory

from uvicorn.supervisors import Multiprocess

from common.server.serving import WebConfig, open_port, raise_open_files

ENDING_SECONDS = 10
"""For answers under way when told to stop."""


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    raise_open_files()
    config = WebConfig(workers=options.workers, timeout_graceful_shutdown=ENDING_SECONDS)
    counted = TemporaryDirectory(prefix="etui-metrics-")  # what each process counts (common/measures.py)
    with open_port(options.host, options.port) as listening, counted:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = counted.name
        Multiprocess(config, sockets=[listening]).run()


if __name__ == "__main__":
    main()
