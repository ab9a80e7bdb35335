"""Health checks of background work (worker, sweep, rankings, disk, clock) for programs and organisers."""

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tournaments.installation.vital_signs import PRINTER, SWEEP, WORKER, clock, is_alive, room
from tournaments.models import AuditEvent, CompetitionRequest, StandingsRequest

WORKER_SILENT = 45.0
"""Seconds without a sign of life after which a worker counts as stopped."""
SWEEP_SILENT = 50.0
"""Seconds without a sign of life after which the sweep counts as stopped."""
RANKING_LATE = timedelta(seconds=45)
"""Waiting time after which a ranking counts as late.

It is longer than the work takes. Together with the cache time of the response it stays below one minute.
"""
CLOCK_ERROR = timedelta(seconds=60)
"""Largest tolerated lag of the clock behind the last line of the trace."""


class Standstill(StrEnum):
    """A fault that stops or endangers background work, while results are still stored."""

    WORKER = "worker"
    PRINTER = "printer"
    SWEEP = "sweep"
    RANKINGS = "rankings"
    ROOM = "room"
    CLOCK = "clock"


def worker_lives() -> bool:
    """Return whether a worker of rankings has sent a recent sign of life. True if none is needed."""
    return settings.CELERY_TASK_ALWAYS_EAGER or is_alive(WORKER, WORKER_SILENT)


def printer_lives() -> bool:
    """Return the same as `worker_lives` for a worker of documents, searches and mail."""
    return settings.CELERY_TASK_ALWAYS_EAGER or is_alive(PRINTER, WORKER_SILENT)


def sweep_runs() -> bool:
    """Return whether the sweep has recently passed through broker and worker, and so would find lost work."""
    return settings.CELERY_TASK_ALWAYS_EAGER or is_alive(SWEEP, SWEEP_SILENT)


def rankings_move() -> bool:
    """Return whether no ranking is late. One query."""
    return oldest_late_ranking(timezone.now()) is None


def oldest_late_ranking(moment: datetime) -> datetime | None:
    """Return the time of the oldest late request for a ranking; None if none is late. One query."""
    # a request far in the future comes from a clock that was set back: it would wait unseen
    is_late = Q(created_at__lt=moment - RANKING_LATE) | Q(created_at__gt=moment + RANKING_LATE)
    session_requests = StandingsRequest.objects.filter(is_late).values_list("created_at")
    competition_requests = CompetitionRequest.objects.filter(is_late).values_list("created_at")
    request_times = session_requests.union(competition_requests, all=True).order_by("created_at")[:1]
    return next((created_at for (created_at,) in request_times), None)


def has_ample_room() -> bool:
    """Return whether the disk has enough free space."""
    return room().is_ample


def clock_is_right() -> bool:
    """Return whether the clock was not changed recently and is not behind the trace. One query."""
    if not clock.is_steady:
        return False
    # by key, not by time: the last line written is meant, even with a wrong clock
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
"""Function that returns True without the fault, by fault."""


def standstills() -> tuple[Standstill, ...]:
    """Return the present faults, in the order of the enumeration. Two queries."""
    return tuple(standstill for standstill, is_right in CHECKS.items() if not is_right())
