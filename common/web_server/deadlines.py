"""The deadline of a request: interrupted when it takes too long; if it cannot be, the process ends.

A thread of Python is interrupted between two steps of its program, and its database in the middle of a
question. A step that never ends (a pattern, a picture, a huge number) is beyond that: then the process ends,
and its parent starts it again. Two things see to it: a thread of ours, and a timer of the kernel. The loop of
the web server winds the timer up again and again: it runs out when the loop or our thread has stopped.
"""

import ctypes
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from django.db import connections

from common.system.limits import limit_further_memory
from common.system.signals import Alarm

logger = logging.getLogger(__name__)
Result = TypeVar("Result")

LOOK_SECONDS = 0.5
AGAIN_SECONDS = 2.0
"""Between two interruptions of what goes on."""
RESCUE_SECONDS = 10.0
"""After which what was interrupted and goes on ends with the process."""
STOPPED_SECONDS = 20.0
"""After which a process ends of which the loop or the watch has stopped."""
PARTING_SECONDS = 3.0
"""For other answers under way, before the process ends."""
STUCK_STATUS = 70
"""How the process ends then."""
MEMORY = 1024**3
"""Bytes that all requests together may take."""
OWN_MEMORY = 256 * 1024**2
"""And what the process itself may still come to need: threads, caches."""


class GivenUp(BaseException):
    """Raised in the middle of a request that nobody waits for any more; nothing may hold it up."""


class TimedRequest:
    """One request in its thread."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._given_up_at: float | None = None
        self._interrupted_at = 0.0
        self._databases: list[Any] = []

    def do(self, function: Callable[[], Result]) -> Result | None:
        """The result; None for work that was given up."""
        with self._lock:
            if self._given_up_at is not None:
                return None
            self._thread = threading.get_ident()
            self._databases = [connections[alias] for alias in connections]
        try:
            try:
                return function()
            finally:
                self._end()
        except GivenUp:
            logger.error("%s took too long and was interrupted", self.name)
            self._clean_up()
            return None

    def give_up(self) -> None:
        """Nobody waits any more: interrupt, and go on interrupting."""
        with self._lock:
            self._given_up_at = time.monotonic()
        _given_up.add(self)
        self.interrupt()

    def interrupt(self) -> None:
        self._interrupted_at = time.monotonic()
        with self._lock:
            if self._thread is None:
                _given_up.discard(self)
                return
            _raise_in(self._thread, GivenUp)
        for database in self._databases:
            _stop_query(database)

    def is_beyond_rescue(self) -> bool:
        since = self._given_up_at if self._thread is not None else None
        return since is not None and time.monotonic() - since > RESCUE_SECONDS

    def is_due(self) -> bool:
        return time.monotonic() - self._interrupted_at > AGAIN_SECONDS

    def _end(self) -> None:
        with self._lock:
            if self._thread is not None and self._given_up_at is not None:
                _raise_in(self._thread, None)
            self._thread = None
            _given_up.discard(self)

    def _clean_up(self) -> None:
        """Leave the thread as it was: no interruption to come, no database in the middle of something."""
        while True:
            with suppress(GivenUp):
                self._end()
                break
        for alias in list(connections):
            with suppress(Exception):
                raw = connections[alias].connection
                if raw is not None:
                    raw.close()
            with suppress(AttributeError):
                del connections[alias]


_given_up: set[TimedRequest] = set()


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Have something raised in a thread as soon as it takes its next step; None takes it back."""
    raised = ctypes.py_object(kind) if kind else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _stop_query(database: Any) -> None:
    raw = database.connection
    if raw is None:
        return
    with suppress(Exception):  # closed meanwhile
        raw.interrupt() if database.vendor == "sqlite" else raw.cancel()


def keep_deadlines() -> None:
    """Watch over this process from now on. Call it in the main thread."""
    global _alarm
    _alarm = Alarm(is_traced=True)
    threading.Thread(target=_watch, name="deadlines", daemon=True).start()


def wind_up() -> None:
    """Have the kernel end this process later than it would have. The loop of the web server calls this."""
    if _alarm is not None and time.monotonic() - _looked_at < STOPPED_SECONDS / 2:
        _alarm.start(STOPPED_SECONDS)


_alarm: Alarm | None = None
_looked_at = 0.0
"""Last look of the watch."""


def _watch() -> None:
    while True:
        try:
            _look()
        except MemoryError:  # requests took all there is: the watch must outlive them
            continue
        finally:
            time.sleep(LOOK_SECONDS)


def _look() -> None:
    global _looked_at
    _looked_at = time.monotonic()
    for work in list(_given_up):
        if work.is_beyond_rescue():
            _end_process(work)
        elif work.is_due():
            work.interrupt()


def _end_process(work: TimedRequest) -> None:
    logger.critical("%s goes on though it was interrupted: the web server is started again", work.name)
    os.kill(os.getpid(), signal.SIGTERM)  # answers under way are sent, nothing is accepted
    time.sleep(PARTING_SECONDS)
    os._exit(STUCK_STATUS)


def limit_memory() -> None:
    """Limit the memory of this process: beyond it Python raises MemoryError. On Linux only."""
    limit_further_memory(OWN_MEMORY + MEMORY)
