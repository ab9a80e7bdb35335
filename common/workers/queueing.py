"""Sending a task by name after the commit of the current transaction."""

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

    An unavailable broker is logged and ignored: the row that requests the work remains, and the sweep sends
    the task again.

    Args:
        expires: seconds after which a worker drops the task.
        unless: called after the commit. The task is not sent if it returns True.

    Raises:
        KeyError: the name is unknown.
    """
    # look it up here: an unknown name must fail in the request, not in the worker
    task = current_app.tasks[task_name]

    def send() -> None:  # a function: Django logs a failure by its __qualname__, which a partial lacks
        if unless is None or not unless():
            task.apply_async(kwargs=arguments, countdown=countdown, expires=expires)

    transaction.on_commit(send, robust=True)
