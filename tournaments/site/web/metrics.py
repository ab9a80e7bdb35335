"""Figures for whoever watches a server: `/metrics`, in the common text format, closed unless opened.

Opened by ETUI_METRICS_TOKEN to whoever sends it, or by ETUI_METRICS_LOOPBACK to programs of the same machine.
"""

import ipaddress
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from django.conf import settings
from django.core.signals import got_request_exception
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tournaments.installation.backups import backup_state
from tournaments.installation.vital_signs import PRINTER, SWEEP, WORKER, room, silence_of
from tournaments.site.queries.site_figures import connected_phones, jobs_by_state, queues
from tournaments.site.web.health import DATABASE_SECONDS, health
from tournaments.site.web.measures import ERRORS, REQUEST_SECONDS, counted, time_write
from tournaments.site.web.patience import short_wait

Site = Callable[[HttpRequest], HttpResponse]


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """What was counted, and how things are now."""
    if not may_ask(request):
        raise Http404
    now = CollectorRegistry()
    now.register(HowThingsAre())
    return HttpResponse(counted() + generate_latest(now), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def may_ask(request: HttpRequest) -> bool:
    """Whoever sends the token; where programs of this machine are let in, who asks directly and from here."""
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.ETUI_METRICS_TOKEN and constant_time_compare(sent, settings.ETUI_METRICS_TOKEN):
        return True
    if not settings.ETUI_METRICS_LOOPBACK or {"X-Forwarded-For", "Forwarded"} & request.headers.keys():
        return False
    return ipaddress.ip_address(request.META["REMOTE_ADDR"]).is_loopback


def measure(site: Site) -> Site:
    """Middleware, in use where `/metrics` is open: times answers, counts faults and waits for writing."""
    connection_created.connect(_time_writes, dispatch_uid="etui-metrics")
    got_request_exception.connect(_count_fault, dispatch_uid="etui-metrics")

    def answer(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = site(request)
        status = f"{response.status_code // 100}xx"
        REQUEST_SECONDS.labels(status).observe(time.perf_counter() - began)
        return response

    return answer


def _time_writes(connection: BaseDatabaseWrapper, **_: object) -> None:
    if time_write not in connection.execute_wrappers:
        connection.execute_wrappers.append(time_write)


def _count_fault(**_: object) -> None:
    error = sys.exc_info()[0]
    ERRORS.labels(error.__name__ if error else "unknown").inc()


class HowThingsAre(Collector):
    """Figures of this moment; those of the database are left out when it does not answer in time."""

    def collect(self) -> Iterator[Metric]:
        """One family of figures after the other."""
        checks, space = health.now(), room()
        silences = {name: silence_of(name) for name in (WORKER, PRINTER, SWEEP)}
        backup = _backup_age(timezone.now())
        yield _by("check", "etui_check", "Whether a check of /readyz passes", checks)
        yield _by("kind", "etui_disk_bytes", "Room for the data", {"free": space.free, "total": space.total})
        yield _by("of", "etui_silence_seconds", "Since the last sign of life", silences)
        yield _one("etui_backup_age_seconds", "Since the last backup was made", backup)
        if checks["database"]:
            yield from _stored()


def _stored() -> list[Metric]:
    now = timezone.now()
    try:
        with short_wait(DATABASE_SECONDS):
            waiting, jobs, phones = queues(now), jobs_by_state(), connected_phones(now)
    except Exception:  # as in /readyz: whatever a driver raises, there is no figure
        return []
    counts = {kind: queue.count for kind, queue in waiting.items()}
    ages = {kind: queue.seconds for kind, queue in waiting.items()}
    late = max(ages["standings"], ages["competition"])
    by_state = GaugeMetricFamily("etui_jobs", "Jobs by state", labels=["kind", "state"])
    for labels, count in jobs.items():
        by_state.add_metric(labels, count)
    return [
        _by("kind", "etui_queue_jobs", "Work that waits", counts),
        _by("kind", "etui_queue_age_seconds", "Since the oldest work that waits was asked for", ages),
        _one("etui_rankings_lag_seconds", "Since the oldest change that a ranking does not show", late),
        by_state,
        _one("etui_phones_connected", "Phones heard of lately at a table", phones),
    ]


def _backup_age(now: datetime) -> float | None:
    """Seconds since the last backup that counts; None without one."""
    last = backup_state(now=now).last
    return None if last is None else max((now - last).total_seconds(), 0.0)


def _one(name: str, told: str, value: float | None) -> Metric:
    family = GaugeMetricFamily(name, told)
    if value is not None:
        family.add_metric([], value)
    return family


def _by(label: str, name: str, told: str, values: Mapping[str, float | None]) -> Metric:
    family = GaugeMetricFamily(name, told, labels=[label])
    for of, value in values.items():
        if value is not None:
            family.add_metric([of], value)
    return family
