"""Sending a task by its name, once the transaction that needs it is committed."""

from collections.abc import Callable
from typing import Any

from celery import current_app
from django.db import transaction


def after_commit(
    task_name: str,
    *,
    countdown: float | None = None,
    expires: float | None = None,
    unless: Callable[[], bool] | None = None,
    **arguments: Any,
) -> None:
    """Send the task `task_name` with `arguments` after the commit, at once outside a transaction.

    Args:
        expires: seconds after which a worker that comes to it no longer runs it.
        unless: asked once the transaction is committed, whether nothing need be sent after all.

    An unknown name raises KeyError here, not later in the worker. A broker that cannot be reached
    is logged and forgotten: the row that asks for the work stays, and the sweep sends it again.
    """
    task = current_app.tasks[task_name]

    def send() -> None:  # a function: Django logs a failure by its __qualname__, which a partial lacks
        if unless is None or not unless():
            task.apply_async(kwargs=arguments, countdown=countdown, expires=expires)

    transaction.on_commit(send, robust=True)
