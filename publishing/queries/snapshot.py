"""Reads of one moment, without the lock of writers."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_BEGIN = {"postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "sqlite": "BEGIN DEFERRED"}


@contextmanager
def one_moment() -> Iterator[None]:
    """Let all queries of the block see the database of one moment. The block must not write.

    Django's own transactions take the write lock on SQLite, and read each query at its own moment on
    PostgreSQL. Inside a transaction the block changes nothing.
    """
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
