"""Celery tasks of the tables of the site."""

from celery import shared_task
from django.utils import timezone

from play.rooms.models import RoomRound
from play.rooms.services.keeping_time import keep_time, play_robots


@shared_task(name="rooms.keep_time")
def keep_time_task() -> int:
    return keep_time(now=timezone.now())


@shared_task(name="rooms.play_robots")
def play_robots_task(*, round_id: int) -> int:
    """Nothing where the round is gone meanwhile."""
    of = RoomRound.objects.select_related("room").filter(pk=round_id).first()
    return play_robots(of=of, now=timezone.now()) if of else 0
