"""Making moments certain: locks that the test holds, calls that wait for them, processes killed meanwhile."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable

from django.db import connection, transaction

from tests.processes import wait_until


class Held:
    """Locks of one SQL statement, kept in a transaction of another thread until `release`."""

    def __init__(self, statement: str, *values: object) -> None:
        self._statement, self._values = statement, values
        self._taken, self._released = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()
        assert self._taken.wait(10), f"lock not granted: {statement}"

    def release(self) -> None:
        self._released.set()
        self._thread.join()

    def _keep(self) -> None:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(self._statement, self._values)
                self._taken.set()
                self._released.wait(120)
        finally:
            connection.close()


class Call:
    """A function running in a thread, with a database connection of its own."""

    def __init__(self, function: Callable[[], object]) -> None:
        self._answer: object = None
        self._function = function
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def answer(self) -> object:
        """Return the result of the function, or raise its error."""
        self._thread.join(60)
        assert not self._thread.is_alive()
        return self._answer

    def _run(self) -> None:
        try:
            self._answer = self._function()
        except Exception as error:  # an answer like another
            self._answer = error
        finally:
            connection.close()


def waiting_count() -> int:
    """Return the number of transactions of the test's database that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return int(cursor.fetchone()[0])


def all_at_once(calls: list[Callable[[], object]], holder: Held) -> list[object]:
    """Return the result or the error of each call. All wait for the held lock before it is released."""
    running = [Call(function) for function in calls]
    assert wait_until(lambda: waiting_count() == len(calls))
    holder.release()
    return [call.answer() for call in running]


def kill_group(process: "subprocess.Popen[str]") -> None:
    """SIGKILL a process of `launch` and all its children."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
