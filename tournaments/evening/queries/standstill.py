"""Which background work has stopped (worker, sweep, rankings, disk, clock): for programs and organisers."""

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tournaments.installation.vital_signs import PRINTER, SWEEP, WORKER, clock, is_alive, room
from tournaments.models import AuditEvent, CompetitionRequest, StandingsRequest

WORKER_SILENT = 45.0
SWEEP_SILENT = 50.0
RANKING_LATE = timedelta(seconds=45)
"""Longer than the work takes; together with the moment for which an answer is kept, less than a minute."""
CLOCK_ERROR = timedelta(seconds=60)


class Standstill(StrEnum):
    """What may stand still while results go on being stored."""

    WORKER = "worker"
    PRINTER = "printer"
    SWEEP = "sweep"
    RANKINGS = "rankings"
    ROOM = "room"
    CLOCK = "clock"


def worker_lives() -> bool:
    """A worker of rankings gave a sign of life lately, or none is needed."""
    return settings.CELERY_TASK_ALWAYS_EAGER or is_alive(WORKER, WORKER_SILENT)


def printer_lives() -> bool:
    """The same of a worker of documents, searches and mail."""
    return settings.CELERY_TASK_ALWAYS_EAGER or is_alive(PRINTER, WORKER_SILENT)


def sweep_runs() -> bool:
    """Work that was lost would be found: the sweep went through broker and worker lately."""
    return settings.CELERY_TASK_ALWAYS_EAGER or is_alive(SWEEP, SWEEP_SILENT)


def rankings_move() -> bool:
    """No ranking is awaited for long. One query."""
    return oldest_late_ranking(timezone.now()) is None


def oldest_late_ranking(now: datetime) -> datetime | None:
    """Since when the ranking waits that waits longest, of those that are late. One query."""
    is_late = Q(created_at__lt=now - RANKING_LATE) | Q(created_at__gt=now + RANKING_LATE)
    late = StandingsRequest.objects.filter(is_late).values_list("created_at")
    others = CompetitionRequest.objects.filter(is_late).values_list("created_at")
    found = late.union(others, all=True).order_by("created_at")[:1]
    return next((created_at for (created_at,) in found), None)


def has_ample_room() -> bool:
    """The disk will not be full soon."""
    return room().is_ample


def clock_is_right() -> bool:
    """The clock has not been put on or back lately, nor is it behind what was written last. One query."""
    if not clock.is_steady:
        return False
    last = AuditEvent.objects.order_by("-pk").values_list("created_at", flat=True).first()
    return last is None or last <= timezone.now() + CLOCK_ERROR


CHECKS: dict[Standstill, Callable[[], bool]] = {
    Standstill.WORKER: worker_lives,
    Standstill.PRINTER: printer_lives,
    Standstill.SWEEP: sweep_runs,
    Standstill.RANKINGS: rankings_move,
    Standstill.ROOM: has_ample_room,
    Standstill.CLOCK: clock_is_right,
}
"""Whether each is all right."""


def standstills() -> tuple[Standstill, ...]:
    """What stands still now, in the order of the enumeration. Two queries."""
    return tuple(each for each, is_right in CHECKS.items() if not is_right())
