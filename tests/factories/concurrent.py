"""Two transactions that meet on PostgreSQL: the second one has to wait for the first."""

import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction

LONGEST_WAIT = 20.0


def run_against(
    first: Callable[[], Any], second: Callable[[], Any], then: Callable[[], Any] = lambda: None
) -> tuple[Any, Any]:
    """Return the results of two calls. The second begins while the transaction of the first is open.

    The first transaction ends as soon as the second call waits for a lock or has returned. An exception
    of the second call is its result.

    Args:
        then: last part of the first transaction.
    """
    results: list[Any] = []

    def run_second() -> None:
        try:
            results.append(second())
        except Exception as error:
            results.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run_second)
    with transaction.atomic():
        first_result = first()
        thread.start()
        _await_lock_or_end(thread)
        then()
    thread.join(LONGEST_WAIT)
    return first_result, results[0]


def _await_lock_or_end(thread: threading.Thread) -> None:
    ends_at = time.monotonic() + LONGEST_WAIT
    with connection.cursor() as cursor:
        while thread.is_alive() and time.monotonic() < ends_at:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
