"""Two checks for monitoring: the process is alive, and it can serve."""

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
"""Timeout of each query of the checks, in seconds. The database may be locked."""
KEPT_SECONDS = 2.0
"""Lifetime of a result in seconds. Strangers may send requests as often as they like."""
PATIENCE_SECONDS = 5.0
"""Longest wait for another thread's checks, in seconds. Then the last result is returned."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Respond, as proof that the process is alive."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Return status 200 if results can be stored, else 503, with the result of each check.

    A failed check that only delays rankings and documents, or will be a problem later, is `degraded` with
    status 200. So is a backup that is too old.
    """
    checks = health.now()
    if all(checks.values()):
        status = "ready"
    else:
        status = "degraded" if all(checks[name] for name in NEEDED) else "unavailable"
    return JsonResponse({"status": status, "checks": checks}, status=503 if status == "unavailable" else 200)


class Health:
    """Results of the checks. One thread at a time runs them, at most every KEPT_SECONDS."""

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._kept: tuple[float, dict[str, bool]] | None = None

    def now(self) -> dict[str, bool]:
        """Return the result of each check.

        If the database does not respond, other checks that need it fail without a query.
        """
        if not self._asking.acquire(timeout=PATIENCE_SECONDS):
            return self._kept[1] if self._kept else dict.fromkeys(CHECKS, False)
        try:
            if self._kept is None or time.monotonic() - self._kept[0] > KEPT_SECONDS:
                self._kept = time.monotonic(), run_every_check()
            return self._kept[1]
        finally:
            self._asking.release()

    def forget(self) -> None:
        """Run the checks again at the next request."""
        self._kept = None


# one for all threads of the process, so that their requests share the results
health = Health()


def run_every_check() -> dict[str, bool]:
    """Return whether each check passes, by name."""
    results = {"database": _passes(CHECKS["database"])}
    for name, check in CHECKS.items():
        if name not in results:
            # if the database does not respond, each query would wait for its timeout
            results[name] = (results["database"] or name not in STORED) and _passes(check)
    return results


def _passes(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:  # any error of a driver means that the check fails
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
    moment = timezone.now()
    return not backup_state(now=moment).is_too_old(moment)


NEEDED = ("database", "disk")
"""Checks without which no result can be stored."""
STORED = frozenset({"rankings", "clock"})
"""Checks that query the database."""
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
