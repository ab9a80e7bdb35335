"""Celery scheduler of a server that starts periodic tasks on time after a change of the clock."""

import time
from typing import Any

from celery.beat import PersistentScheduler

TOLERATED = 1.0
"""Correction of the clock in seconds that is ignored."""


class SteadyScheduler(PersistentScheduler):  # type: ignore[misc] # untyped
    """Scheduler that goes on after the clock was set back. That of Celery waits for as long."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._offset = _clock_offset()
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        super().setup_schedule()
        self._limit_last_runs()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        offset = _clock_offset()
        if abs(offset - self._offset) > TOLERATED:
            self._offset = offset
            self._limit_last_runs()
            self.populate_heap()  # computes the next runs from the last ones
        return float(super().tick(*args, **kwargs))

    def _limit_last_runs(self) -> None:
        for entry in self.schedule.values():
            entry.last_run_at = min(entry.last_run_at, entry.default_now())


def _clock_offset() -> float:
    """Return the seconds from the monotonic to the system clock, constant until the clock is set."""
    return time.time() - time.monotonic()
