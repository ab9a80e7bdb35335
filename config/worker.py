"""The worker of one laptop: one task at a time, less urgent than the pages, gone with the server."""

import os

from common.supervision import end_with_parent
from config.celery import app

NO_COMPANY = ("--without-gossip", "--without-mingle", "--without-heartbeat")
"""There is no other worker to talk to."""
NICENESS = 10
"""A document being printed must not delay the phones (docs/decisions/0007)."""


def main() -> None:
    """Run until told to stop, or until the server that started this process is gone."""
    os.nice(NICENESS)
    end_with_parent()
    app.worker_main(["worker", "--pool=solo", "--loglevel=WARNING", *NO_COMPANY])


if __name__ == "__main__":
    main()
