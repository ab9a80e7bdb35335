"""Sweeps: functions that repair or forget something from time to time, registered by the app that needs them.

An app registers its sweeps in its `tasks` module, which is loaded at start:

    @sweep(every=FORGETTING_SECONDS)
    def forget_old_tables(now: datetime) -> int: ...

The task `tournaments.sweep` runs those that are due every two seconds.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.db import OperationalError

logger = logging.getLogger(__name__)

Run = TypeVar("Run", bound=Callable[[datetime], object])

FORGETTING_SECONDS = 6 * 60 * 60
"""Between two runs of the sweeps that forget old data."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A registered sweep."""

    run: Callable[[datetime], object]
    every: int
    """Seconds between two runs; 0 for every run of the task."""

    @property
    def name(self) -> str:
        """Its module and function, for the log."""
        return f"{self.run.__module__}.{self.run.__qualname__}"


SWEEPS: list[Sweep] = []
"""In the order of running: by app as in INSTALLED_APPS, then as the module of tasks has them."""


def sweep(*, every: int = 0) -> Callable[[Run], Run]:
    """Register a function that is given the time of the run."""

    def register(run: Run) -> Run:
        SWEEPS.append(Sweep(run, every))
        return run

    return register


def run_sweeps(*, now: datetime) -> None:
    """Run every sweep that is due. One that fails is logged and does not stop the others.

    A database that is locked or away ends the run: each further sweep would wait for it as long as the first.
    Sweeps with the same interval are due together: a run looks into the cache once for each interval.

    Raises:
        OperationalError: from the database.
        SoftTimeLimitExceeded: from the worker.
    """
    due = {every: _is_due(every) for every in {item.every for item in SWEEPS}}
    for item in SWEEPS:
        if not due[item.every]:
            continue
        try:
            item.run(now)
        except (OperationalError, SoftTimeLimitExceeded):
            raise
        except Exception:
            logger.exception("sweep failed: %s", item.name)


def _is_due(every: int) -> bool:
    return not every or cache.add(f"sweeps-{every}", True, every)
