"""Celery tasks of shared events."""

from datetime import datetime

from celery import shared_task

from common.workers.sweeps import sweep
from publishing.services.publishing import due_events, publish_event

EXPIRES_SECONDS = 30
"""Seconds after which a waiting task is dropped: the next sweep sends another one."""


@shared_task(name="publishing.publish", is_long=True)
def publish_task(*, event_id: int) -> bool:
    return publish_event(event_id=event_id)


@sweep()
def publish_due_events(now: datetime) -> int:
    """Queue the events whose next try is due. Return how many there are."""
    event_ids = due_events(now)
    for event_id in event_ids:
        publish_task.apply_async(kwargs={"event_id": event_id}, expires=EXPIRES_SECONDS)
    return len(event_ids)
