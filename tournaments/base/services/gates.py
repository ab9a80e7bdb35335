"""Gates: limits of the threads that wait for a child process at the same time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Busy(Exception):
    """All places of a gate are taken."""


class Gate:
    """Limit of the threads that use children at the same time.

    A thread that waits for a child serves no request. A gate keeps threads free for pages.

    Args:
        at_work: threads with children.
        waiting: threads that may wait; further ones are refused at once.
        patience: seconds that a thread waits.
    """

    def __init__(self, *, at_work: int, waiting: int, patience: float) -> None:
        self._inside = threading.BoundedSemaphore(at_work + waiting)
        self._at_work = threading.BoundedSemaphore(at_work)
        self._patience = patience

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Hold a place at work during the block. Raises Busy: too many wait, or none is free in time."""
        if not self._inside.acquire(blocking=False):
            raise Busy
        try:
            if not self._at_work.acquire(timeout=self._patience):
                raise Busy
            try:
                yield
            finally:
                self._at_work.release()
        finally:
            self._inside.release()
