"""Celery tasks of the evenings at home."""

from celery import shared_task
from django.utils import timezone

from counting.services.evenings import forget_evenings


@shared_task(name="counting.forget_evenings")
def forget_evenings_task() -> int:
    """Delete evenings without a change for a year. Return their number."""
    return forget_evenings(now=timezone.now())
