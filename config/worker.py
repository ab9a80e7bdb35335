"""Worker of a laptop. It runs one task at a time, with lower priority than pages, and ends with the server.

`manage.py serve` starts one for each queue, so that a ranking never waits behind a document.
"""

import os

from celery.apps.worker import Worker  # before the fork; Celery's command line would load far more
from celery.signals import task_postrun, task_prerun

from common.installation.log_lines import log_to_file
from common.system.limits import lower_priority
from common.system.signals import Alarm
from config.celery import LONG, SHORT, app

NO_COMPANY = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}
"""Options that turn off messages between workers: there are no others."""
NICENESS = 10
"""Niceness of a worker: a document being printed must not delay the phones (docs/decisions/0007)."""
MOST_SECONDS = {SHORT: 30, LONG: 300}
"""Time limit of a task in seconds, by queue. A worker with `--pool=solo` has no limits of its own.

The system ends the worker at the limit. It is restarted, and the row that requested the task remains.
"""


def main(queue: str) -> None:
    """Run until a signal ends the process."""
    lower_priority(NICENESS)
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # `serve` has made them
    log_to_file("worker" if queue == SHORT else "printer")
    end_with_slow_task(MOST_SECONDS[queue])
    Worker(app=app, pool_cls="solo", queues=[queue], loglevel="WARNING", **NO_COMPANY).start()


def end_with_slow_task(seconds: float) -> None:
    """End this process when a later task takes longer than `seconds`."""
    alarm = Alarm()

    def begin(**_signal: object) -> None:
        alarm.start(seconds)

    def end(**_signal: object) -> None:
        alarm.stop()

    # signals hold functions weakly: these two would be gone at the end of this call
    task_prerun.connect(begin, weak=False)
    task_postrun.connect(end, weak=False)
