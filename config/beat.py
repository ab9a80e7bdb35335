"""The Celery scheduler of a server: starts periodic tasks on time even when the clock is changed."""

import time
from typing import Any

from celery.beat import PersistentScheduler

TOLERATED = 1.0
"""Seconds by which a clock may be corrected without being looked at."""


class SteadyScheduler(PersistentScheduler):  # type: ignore[misc] # untyped
    """Celery's own, which would wait for as long as the clock was set back before it began anything."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._ahead = _clock_ahead()
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        super().setup_schedule()
        self._forget_the_future()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        ahead = _clock_ahead()
        if abs(ahead - self._ahead) > TOLERATED:
            self._ahead = ahead
            self._forget_the_future()
            self.populate_heap()  # from when each entry ran last
        return float(super().tick(*args, **kwargs))

    def _forget_the_future(self) -> None:
        for entry in self.schedule.values():
            entry.last_run_at = min(entry.last_run_at, entry.default_now())


def _clock_ahead() -> float:
    """Seconds between the clock and the time since the machine started: the same until the clock is set."""
    return time.time() - time.monotonic()
