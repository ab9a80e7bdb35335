"""Two questions of whoever keeps Étui running: is the process alive, can it serve?"""

import threading
import time
from collections.abc import Callable

from celery import current_app
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.evening.queries import standstill
from tournaments.installation.backups import backup_state
from tournaments.installation.vital_signs import room
from tournaments.site.web.patience import short_wait

DATABASE_SECONDS = 1.0
"""For each question to the database: it may be locked, and nobody waits for that here."""
KEPT_SECONDS = 2.0
"""For which an answer is given again: strangers may ask as often as they like."""
PATIENCE_SECONDS = 5.0
"""For somebody else's asking, before the last answer is given again."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when results can be stored, else 503; what is wrong is named, without detail.

    What only delays rankings and documents, or will be wrong soon, loses nothing: `degraded`, still
    200. So does a backup that is too old.
    """
    checks = health.now()
    if all(checks.values()):
        status = "ready"
    else:
        status = "degraded" if all(checks[name] for name in NEEDED) else "unavailable"
    return JsonResponse({"status": status, "checks": checks}, status=503 if status == "unavailable" else 200)


class Health:
    """What the checks say, asked by one at a time and at most every KEPT_SECONDS."""

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._kept: tuple[float, dict[str, bool]] | None = None

    def now(self) -> dict[str, bool]:
        """Whether each check passes; what is asked of a database that does not answer fails unasked."""
        if not self._asking.acquire(timeout=PATIENCE_SECONDS):
            return self._kept[1] if self._kept else dict.fromkeys(CHECKS, False)
        try:
            if self._kept is None or time.monotonic() - self._kept[0] > KEPT_SECONDS:
                self._kept = time.monotonic(), ask_every_check()
            return self._kept[1]
        finally:
            self._asking.release()

    def forget(self) -> None:
        """Ask again next time."""
        self._kept = None


health = Health()


def ask_every_check() -> dict[str, bool]:
    """Each check by its name: whether it passes."""
    passed = {"database": _passes(CHECKS["database"])}
    for name, check in CHECKS.items():
        if name not in passed:
            passed[name] = (passed["database"] or name not in STORED) and _passes(check)
    return passed


def _passes(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:  # whatever a driver raises, the answer is no
        return False


def _database_answers() -> bool:
    with short_wait(DATABASE_SECONDS), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _disk_has_room() -> bool:
    return room().is_there


def _broker_answers() -> bool:
    with current_app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=1)
    return True


def _without_waiting(check: Callable[[], bool]) -> Callable[[], bool]:
    def ask() -> bool:
        with short_wait(DATABASE_SECONDS):
            return check()

    return ask


def _backup_is_recent() -> bool:
    now = timezone.now()
    return not backup_state(now=now).is_too_old(now)


NEEDED = ("database", "disk")
"""Without these no result can be stored."""
STORED = frozenset({"rankings", "clock"})
"""Checks that ask the database."""
CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database_answers,
    "disk": _disk_has_room,
    "broker": _broker_answers,
    "worker": standstill.worker_lives,
    "printer": standstill.printer_lives,
    "sweep": standstill.sweep_runs,
    "rankings": _without_waiting(standstill.rankings_move),
    "room": standstill.has_ample_room,
    "clock": _without_waiting(standstill.clock_is_right),
    "backup": _backup_is_recent,
}
