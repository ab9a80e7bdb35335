"""Refusal of row locks outside a transaction of the request or task under test, on either database.

PostgreSQL refuses them on the site. In a test it cannot, because each test has a transaction of its own, and
SQLite never does.
"""

from typing import Any

from celery.signals import task_postrun, task_prerun
from django.core.signals import request_finished, request_started
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

_write_sql = SQLCompiler.as_sql
_outer_blocks: list[int] = []
"""Number of transactions around each request or task that is under way, the innermost last."""


def _begin(**_of_signal: Any) -> None:
    _outer_blocks.append(len(connection.atomic_blocks))


def _end(**_of_signal: Any) -> None:
    if _outer_blocks:
        _outer_blocks.pop()


def _write_checked_sql(compiler: SQLCompiler, *args: Any, **options: Any) -> Any:
    is_locking = compiler.query.select_for_update and bool(_outer_blocks)
    if is_locking and len(compiler.connection.atomic_blocks) <= _outer_blocks[-1]:
        raise TransactionManagementError("rows are locked outside a transaction")
    return _write_sql(compiler, *args, **options)


request_started.connect(_begin)
request_finished.connect(_end)
task_prerun.connect(_begin)
task_postrun.connect(_end)
SQLCompiler.as_sql = _write_checked_sql  # type: ignore[method-assign]
