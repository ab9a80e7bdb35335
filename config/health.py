"""Two questions of whoever keeps Étui running: is the process alive, can it serve?"""

import shutil
from collections.abc import Callable

from celery import current_app
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

LEAST_FREE_BYTES = 100 * 1024 * 1024


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when results can be stored, else 503; what is wrong is named, without detail.

    A broker that is away delays rankings and documents but loses nothing: `degraded`, and still 200.
    """
    checks = {name: _passes(check) for name, check in CHECKS.items()}
    if checks["database"] and checks["disk"]:
        status = "ready" if all(checks.values()) else "degraded"
    else:
        status = "unavailable"
    return JsonResponse({"status": status, "checks": checks}, status=503 if status == "unavailable" else 200)


def _passes(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:  # whatever a driver raises, the answer is no
        return False


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _disk_has_room() -> bool:
    return shutil.disk_usage(settings.VAR_DIR).free >= LEAST_FREE_BYTES


def _broker_answers() -> bool:
    with current_app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=1)
    return True


CHECKS = {"database": _database_answers, "disk": _disk_has_room, "broker": _broker_answers}
