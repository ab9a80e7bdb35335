"""The web server of a server: several processes on one socket, until told to stop."""

from argparse import ArgumentParser

import uvicorn
from uvicorn.supervisors import Multiprocess

from common.serving import KEEP_ALIVE_SECONDS, open_port

ENDING_SECONDS = 10
"""For answers under way when told to stop."""


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    config = uvicorn.Config(
        "config.asgi:application",
        workers=options.workers,
        lifespan="off",
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=ENDING_SECONDS,
    )
    with open_port(options.host, options.port) as listening:
        Multiprocess(config, sockets=[listening]).run()


if __name__ == "__main__":
    main()
