"""Celery tasks and periodic clean-up of playing online."""

from datetime import date, datetime

from celery import shared_task
from django.utils import timezone

from common.workers.sweeps import FORGETTING_SECONDS, sweep
from play.alone.services.daily_robots import play_daily_robots
from play.conduct.services.moderation import forget_old_moderation
from play.conduct.services.words import forget_old_words
from play.free.services.old_tables import sweep_free_tables
from play.rooms.models import RoomRound
from play.rooms.services.keeping_time import forget_guests, keep_time, play_robots
from play.tables.services.played_tables import sweep_tables


@shared_task(name="rooms.keep_time")
def keep_time_task() -> int:
    return keep_time(now=timezone.now())


@shared_task(name="rooms.play_robots", is_long=True)
def play_robots_task(*, round_id: int) -> int:
    """Let the robots of a round play. Do nothing if the round was deleted."""
    of = RoomRound.objects.select_related("room").filter(pk=round_id).first()
    return play_robots(of=of, now=timezone.now()) if of else 0


@shared_task(name="rooms.play_daily_robots", is_long=True)
def play_daily_robots_task(*, day: str) -> int:
    return play_daily_robots(day=date.fromisoformat(day))


@sweep(every=FORGETTING_SECONDS)
def forget_tables_of_guests(now: datetime) -> None:
    sweep_tables(now=now)


@sweep(every=FORGETTING_SECONDS)
def forget_free_tables(now: datetime) -> None:
    sweep_free_tables(now=now)


@sweep(every=FORGETTING_SECONDS)
def forget_guests_of_rooms(now: datetime) -> None:
    forget_guests(now=now)


@sweep(every=FORGETTING_SECONDS)
def forget_moderation(now: datetime) -> None:
    forget_old_moderation(now=now)


@sweep(every=FORGETTING_SECONDS)
def forget_words(now: datetime) -> None:
    forget_old_words(now=now)
