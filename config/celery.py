"""Celery application: tasks of all apps, settings in CELERY_* (config/settings/base.py)."""

import multiprocessing
import os
import sys
import warnings
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import setup_logging, worker_process_init, worker_ready
from kombu.entity import Exchange, Queue

from common.system.outputs import write_without_waiting
from common.workers import broker
from etui.places import is_installed
from tournaments.installation.vital_signs import PRINTER, WORKER, keep_beating

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.hall")
# a laptop or a container may run as root; messages are JSON, so no code in them is executed
warnings.filterwarnings("ignore", category=SecurityWarning)
broker.register_transports()

SHORT, LONG = "celery", "long"
"""Names of the queues. A worker without an option for queues uses both."""


def route_long(
    name: str, args: Any, kwargs: Any, options: Any, task: Any = None, **_: Any
) -> dict[str, str] | None:
    """Route tasks with `@shared_task(..., is_long=True)` to LONG: no ranking waits behind a document."""
    return {"queue": LONG} if getattr(task, "is_long", False) else None


app = Celery("etui")
if is_installed():
    # Celery puts the folder where the command was typed first: its files are no part of the program
    sys.path.remove(os.getcwd())
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [
    Queue(name, Exchange(name), routing_key=name)  # type: ignore[no-untyped-call]
    for name in (SHORT, LONG)
]
app.conf.task_routes = (route_long,)
app.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator]
def keep_our_lines(**_: Any) -> None:
    """Keep the logging of the settings: Celery adds its own handlers unless this signal has a receiver."""
    write_without_waiting()


@worker_process_init.connect  # type: ignore[untyped-decorator]
def let_render(**_: Any) -> None:
    """Prepare a process of a worker pool. Celery ends it with its worker (tests/ops/test_killed.py)."""
    # a daemon may not start children, which render documents
    multiprocessing.current_process().daemon = False


@worker_ready.connect  # type: ignore[untyped-decorator]
def show_life(sender: Any, **_: Any) -> None:
    """Report signs of life of a worker for each of its queues, even while it is busy (`/readyz`)."""
    for queue in sender.app.amqp.queues.consume_from:
        keep_beating({SHORT: WORKER, LONG: PRINTER}[queue])
