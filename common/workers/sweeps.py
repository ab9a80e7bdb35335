"""Sweeps: functions that repair data or delete old data from time to time.

An app registers its sweeps in its `tasks` module, which is loaded at start:

    @sweep(every=FORGETTING_SECONDS)
    def forget_old_tables(now: datetime) -> int: ...

Every two seconds the task `tournaments.sweep` runs those that are due.
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
"""Seconds between two runs of the sweeps that delete old data."""


@dataclass(frozen=True, slots=True)
class Sweep:
    run: Callable[[datetime], object]
    every: int
    """Seconds between two runs; 0 for every run of the task."""

    @property
    def name(self) -> str:
        """Module and function, for the log."""
        return f"{self.run.__module__}.{self.run.__qualname__}"


SWEEPS: list[Sweep] = []
"""Registered sweeps in running order: by app as in INSTALLED_APPS, then as in its module of tasks."""


def sweep(*, every: int = 0) -> Callable[[Run], Run]:
    """Register the decorated function, which gets the time of the run. `every` is that of `Sweep`."""

    def register(run: Run) -> Run:
        SWEEPS.append(Sweep(run, every))
        return run

    return register


def run_sweeps(*, now: datetime) -> None:
    """Run every sweep that is due. A failing sweep is logged and does not stop the others.

    Sweeps with the same interval are due together: a run reads the cache once for each interval.

    Raises:
        OperationalError: from the database. It ends the run.
        SoftTimeLimitExceeded: from the worker.
    """
    is_due = {every: _is_due(every) for every in {registered_sweep.every for registered_sweep in SWEEPS}}
    for registered_sweep in SWEEPS:
        if not is_due[registered_sweep.every]:
            continue
        try:
            registered_sweep.run(now)
        # the database is locked or unavailable: each further sweep would wait for the same timeout
        except (OperationalError, SoftTimeLimitExceeded):
            raise
        except Exception:
            logger.exception("sweep failed: %s", registered_sweep.name)


def _is_due(every: int) -> bool:
    # only one of several workers can add the key, which expires after the interval
    return not every or cache.add(f"sweeps-{every}", True, every)
