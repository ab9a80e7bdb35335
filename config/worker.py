"""A worker of one laptop: one task at a time, less urgent than the pages, gone with the server.

There are two: a ranking never waits behind a document.
"""

import os

from celery.signals import task_postrun, task_prerun

from common.installation.log_lines import keep_lines
from common.system.limits import give_way
from common.system.signals import Alarm
from config.celery import LONG, SHORT, app

NO_COMPANY = ("--without-gossip", "--without-mingle", "--without-heartbeat")
"""There is no other worker to talk to."""
NICENESS = 10
"""A document being printed must not delay the phones (docs/decisions/0007)."""
MOST_SECONDS = {SHORT: 30, LONG: 300}
"""Of one task of each queue: this kind of worker knows no limits. The system ends the worker then; it is
started again, and what the task was asked for is still in its row."""


def main(queue: str) -> None:
    """Run until asked to stop."""
    give_way(NICENESS)
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # `serve` has made them
    keep_lines("worker" if queue == SHORT else "printer")
    end_with_slow_task(MOST_SECONDS[queue])
    options = ["--pool=solo", f"--queues={queue}", "--loglevel=WARNING", *NO_COMPANY]
    app.worker_main(["worker", *options])


def end_with_slow_task(seconds: float) -> None:
    """From now on a task that takes longer ends this process, whatever it computes."""

    alarm = Alarm()

    def begin(**_given: object) -> None:
        alarm.start(seconds)

    def end(**_given: object) -> None:
        alarm.stop()

    task_prerun.connect(begin, weak=False)
    task_postrun.connect(end, weak=False)
