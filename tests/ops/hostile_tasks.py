"""A task that computes for ever, for the worker of a server."""

import os
from pathlib import Path

from celery import shared_task

from tests.ops.hostile_urls import match_for_ever


@shared_task(name="hostile.match")
def match(computing: str) -> None:
    """Write the number of this process to a file, then hold it in one step of C."""
    part = Path(f"{computing}.part")
    part.write_text(str(os.getpid()), encoding="utf-8")
    part.replace(computing)
    match_for_ever(0)
