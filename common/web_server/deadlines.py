"""The deadline of a request: the database ends its query; if the request goes on, its process ends.

A request that takes too long is answered 503 while its thread still works. From then on the loop of the web
server has SQLite stop what it works out for that thread; PostgreSQL limits each query by itself. What goes on
for RESCUE_SECONDS more, in Python or in a library, ends with its process, which the parent starts again.

A timer of the kernel ends a process whose loop has stopped, for example because a pattern keeps all of Python
waiting: the loop winds it up again and again. Windows has no such timer.
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
"""After which a request that was given up and goes on ends with the process."""
QUERY_MILLISECONDS = 10_000
"""Time that PostgreSQL gives a query: one under way when its request is given up ends before the rescue."""
STOPPED_SECONDS = 20.0
"""After which a process ends whose loop has stopped."""
MEMORY = 1024**3
"""Bytes that all requests together may take."""
OWN_MEMORY = 256 * 1024**2
"""Bytes that the process itself may still come to need for threads and caches."""


class TimedRequest:
    """A request, from its wait for a thread to the end of its work there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.given_up_at: float | None = None
        self._lock = threading.Lock()
        self._databases: list[Any] | None = None
        """Those of its thread, while it has one."""

    def run(self, function: Callable[[], Result]) -> Result | None:
        """Return the result of `function`; None, without calling it, for a request that was given up."""
        with self._lock:
            if self.given_up_at is not None:
                return None
            self._databases = [connections[alias] for alias in connections]
        try:
            return function()
        finally:
            with self._lock:
                self._databases = None
                _given_up.discard(self)

    def give_up(self) -> None:
        """Note that the request was answered without its thread."""
        with self._lock:
            self.given_up_at = time.monotonic()
            if self._databases is not None:
                _given_up.add(self)

    def stop_queries(self) -> None:
        """Have SQLite end what it works out for this request."""
        with self._lock:
            for database in self._databases or ():
                if database.vendor == "sqlite" and database.connection is not None:
                    with suppress(sqlite3.ProgrammingError):  # closed meanwhile
                        database.connection.interrupt()


_given_up: set[TimedRequest] = set()
"""Those that still have a thread."""


def find_stuck() -> TimedRequest | None:
    """Stop the queries of requests that were given up. Return one that went on too long nevertheless."""
    for request in _given_up.copy():
        if request.given_up_at is not None and time.monotonic() - request.given_up_at > RESCUE_SECONDS:
            return request
        request.stop_queries()
    return None


def keep_deadlines() -> None:
    """Limit the queries of this process, and have the kernel watch it. Call this in the main thread."""
    global _alarm
    connection_created.connect(limit_queries)
    _alarm = Alarm(is_traced=True)


def wind_up() -> None:
    """Have the kernel end this process later than it would have. The loop of the web server calls this."""
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
