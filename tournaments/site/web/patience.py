"""A short timeout for queries, where an error is better than a wait for a busy database."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def short_wait(seconds: float) -> Iterator[None]:
    """Context manager: queries inside fail if the database stays locked or busy for longer than `seconds`."""
    if connection.vendor == "sqlite":
        yield from _short_wait_of_sqlite(seconds)
        return
    with transaction.atomic(), connection.cursor() as cursor:
        limit = f"{int(seconds * 1000)}ms"
        # the argument `true` limits a setting to this transaction
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [limit])
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [limit])
        yield


def _short_wait_of_sqlite(seconds: float) -> Iterator[None]:
    with connection.cursor() as cursor:
        usual_timeout = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {int(usual_timeout)}")
