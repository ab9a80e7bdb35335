"""Deadline of a request: the database ends its query. If the request continues, its process ends.

A request that takes too long gets the response 503 while its thread still works.

- From then on the loop of the web server interrupts the queries of that thread in SQLite. PostgreSQL limits
  each query itself.
- If the request continues for RESCUE_SECONDS more, in Python or in a library, its process ends. The parent
  starts a new one.
- A timer of the kernel ends a process whose loop has stopped, for example in a regular expression that blocks
  all of Python. The loop restarts the timer all the time. Windows has no such timer.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from django.db import connections
from django.db.backends.signals import connection_created

from common.system.limits import limit_further_memory
from common.system.signals import Alarm

Result = TypeVar("Result")

RESCUE_SECONDS = 10.0
"""Seconds between the response 503 and the end of the process."""
QUERY_MILLISECONDS = 10_000
"""Time limit of a query in PostgreSQL. A query that runs at the response 503 ends before the rescue."""
STOPPED_SECONDS = 20.0
"""Seconds after which a process with a stopped loop ends."""
MEMORY = 1024**3
"""Limit of the memory of all requests together, in bytes."""
OWN_MEMORY = 256 * 1024**2
"""Memory for later threads and caches of the process, in bytes."""


class TimedRequest:
    """Request, from its wait for a thread to the end of its work there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.given_up_at: float | None = None
        self._lock = threading.Lock()
        self._databases: list[Any] | None = None
        """Database connections of the thread that runs the request; None without a thread."""

    def run(self, function: Callable[[], Result]) -> Result | None:
        """Return the result of `function`. Return None without calling it if the request was given up."""
        with self._lock:
            if self.given_up_at is not None:
                return None
            # connections are per thread: collect them in the thread of the request
            self._databases = [connections[alias] for alias in connections]
        try:
            return function()
        finally:
            with self._lock:
                self._databases = None
                _given_up.discard(self)

    def give_up(self) -> None:
        """Record that the client got a response while the thread still works."""
        with self._lock:
            self.given_up_at = time.monotonic()
            if self._databases is not None:
                _given_up.add(self)

    def stop_queries(self) -> None:
        """Interrupt the queries of this request in SQLite."""
        with self._lock:
            for database in self._databases or ():
                if database.vendor == "sqlite" and database.connection is not None:
                    with suppress(sqlite3.ProgrammingError):  # the thread has just closed it
                        database.connection.interrupt()


_given_up: set[TimedRequest] = set()
"""Requests that were given up and still have a thread."""


def find_stuck() -> TimedRequest | None:
    """Interrupt the queries of requests that were given up. Return a request that exceeds RESCUE_SECONDS."""
    for request in _given_up.copy():
        if request.given_up_at is not None and time.monotonic() - request.given_up_at > RESCUE_SECONDS:
            return request
        request.stop_queries()
    return None


def keep_deadlines() -> None:
    """Limit the queries of this process and start its alarm. Call this in the main thread."""
    global _alarm
    connection_created.connect(limit_queries)
    _alarm = Alarm(is_traced=True)


def extend_kernel_deadline() -> None:
    """Restart the alarm. Called by the loop of the web server."""
    if _alarm is not None:
        _alarm.start(STOPPED_SECONDS)


_alarm: Alarm | None = None


def limit_queries(connection: Any, **signal: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, false)", [str(QUERY_MILLISECONDS)])


def limit_memory() -> None:
    """Limit the memory of this process: beyond it Python raises MemoryError. On Linux only."""
    limit_further_memory(OWN_MEMORY + MEMORY)
