"""Refusal of row locks outside a transaction of the request or task under test, on either database.

PostgreSQL refuses them on the site. In a test it cannot, because each test has a transaction of its own, and
SQLite never does.
"""

from collections import defaultdict
from threading import get_ident
from typing import Any

import pytest
from celery.signals import task_postrun, task_prerun
from django.core.signals import request_finished, request_started
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

_write_sql = SQLCompiler.as_sql
_outer_blocks: dict[int, list[dict[BaseDatabaseWrapper, int]]] = defaultdict(list)
"""Transactions by connection around each request or task of a thread, the innermost last."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget the requests of the last test whose responses were never closed."""
    _outer_blocks.clear()


def _begin(**_of_signal: Any) -> None:
    opened_connections = connections.all(initialized_only=True)
    _outer_blocks[get_ident()].append({each: len(each.atomic_blocks) for each in opened_connections})


def _end(**_of_signal: Any) -> None:
    # some tests end requests that never began
    if blocks := _outer_blocks[get_ident()]:
        blocks.pop()


def _write_checked_sql(compiler: SQLCompiler, *args: Any, **options: Any) -> Any:
    blocks = _outer_blocks[get_ident()]
    if compiler.query.select_for_update and blocks:
        # the database of a specimen takes the place of the site's within a request
        outer_count = blocks[-1].get(compiler.connection, 0)
        if len(compiler.connection.atomic_blocks) <= outer_count:
            raise TransactionManagementError("rows are locked outside a transaction")
    return _write_sql(compiler, *args, **options)


request_started.connect(_begin)
request_finished.connect(_end)
task_prerun.connect(_begin)
task_postrun.connect(_end)
SQLCompiler.as_sql = _write_checked_sql  # type: ignore[assignment,method-assign]
