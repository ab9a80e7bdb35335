"""`/metrics`: figures for monitoring, in the Prometheus text format. Closed by default.

ETUI_METRICS_TOKEN opens it to clients that send the token, ETUI_METRICS_LOOPBACK to programs of the same
machine.
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
from tournaments.site.web.measures import ERRORS, REQUEST_SECONDS, collect_counts, time_write
from tournaments.site.web.patience import short_wait

Site = Callable[[HttpRequest], HttpResponse]


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the counters and the current figures."""
    if not may_read_metrics(request):
        raise Http404
    registry = CollectorRegistry()
    registry.register(HowThingsAre())
    return HttpResponse(collect_counts() + generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def may_read_metrics(request: HttpRequest) -> bool:
    """Return whether a request has the token or, where this is allowed, comes directly from this machine."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.ETUI_METRICS_TOKEN and constant_time_compare(token, settings.ETUI_METRICS_TOKEN):
        return True
    # a proxy on this machine has a loopback address, too, and forwards requests of strangers
    if not settings.ETUI_METRICS_LOOPBACK or {"X-Forwarded-For", "Forwarded"} & request.headers.keys():
        return False
    return ipaddress.ip_address(request.META["REMOTE_ADDR"]).is_loopback


def measure_requests(site: Site) -> Site:
    """Middleware for a site with `/metrics`: measures responses and waits for writing, counts errors."""
    connection_created.connect(_time_writes, dispatch_uid="etui-metrics")
    got_request_exception.connect(_count_fault, dispatch_uid="etui-metrics")

    def answer(request: HttpRequest) -> HttpResponse:
        started_at = time.perf_counter()
        response = site(request)
        status = f"{response.status_code // 100}xx"
        REQUEST_SECONDS.labels(status).observe(time.perf_counter() - started_at)
        return response

    return answer


def _time_writes(connection: BaseDatabaseWrapper, **_: object) -> None:
    if time_write not in connection.execute_wrappers:
        connection.execute_wrappers.append(time_write)


def _count_fault(**_: object) -> None:
    error = sys.exc_info()[0]
    ERRORS.labels(error.__name__ if error else "unknown").inc()


class HowThingsAre(Collector):
    """The current figures. Those of the database are left out if it does not respond in time."""

    def collect(self) -> Iterator[Metric]:
        """Yield one family of figures after the other."""
        checks, space = health.now(), room()
        silences = {name: silence_of(name) for name in (WORKER, PRINTER, SWEEP)}
        backup = _backup_age(timezone.now())
        yield _labelled_figures("check", "etui_check", "Whether a check of /readyz passes", checks)
        yield _labelled_figures(
            "kind", "etui_disk_bytes", "Room for the data", {"free": space.free, "total": space.total}
        )
        yield _labelled_figures("of", "etui_silence_seconds", "Since the last sign of life", silences)
        yield _single_figure("etui_backup_age_seconds", "Since the last backup was made", backup)
        if checks["database"]:
            yield from _database_figures()


def _database_figures() -> list[Metric]:
    moment = timezone.now()
    try:
        with short_wait(DATABASE_SECONDS):
            queues_by_kind, jobs, phones = queues(moment), jobs_by_state(), connected_phones(moment)
    except Exception:  # as in /readyz: on any error of a driver there is no figure
        return []
    counts = {kind: queue.count for kind, queue in queues_by_kind.items()}
    ages = {kind: queue.seconds for kind, queue in queues_by_kind.items()}
    longest_lag = max(ages["standings"], ages["competition"])
    by_state = GaugeMetricFamily("etui_jobs", "Jobs by state", labels=["kind", "state"])
    for labels, count in jobs.items():
        by_state.add_metric(labels, count)
    return [
        _labelled_figures("kind", "etui_queue_jobs", "Work that waits", counts),
        _labelled_figures(
            "kind", "etui_queue_age_seconds", "Since the oldest work that waits was asked for", ages
        ),
        _single_figure(
            "etui_rankings_lag_seconds", "Since the oldest change that a ranking does not show", longest_lag
        ),
        by_state,
        _single_figure("etui_phones_connected", "Phones heard of lately at a table", phones),
    ]


def _backup_age(moment: datetime) -> float | None:
    """Return the seconds since the last backup that counts; None without one."""
    last_backup_at = backup_state(now=moment).last
    # the clock may have been put back
    return None if last_backup_at is None else max((moment - last_backup_at).total_seconds(), 0.0)


def _single_figure(name: str, description: str, value: float | None) -> Metric:
    family = GaugeMetricFamily(name, description)
    if value is not None:
        family.add_metric([], value)
    return family


def _labelled_figures(label: str, name: str, description: str, values: Mapping[str, float | None]) -> Metric:
    family = GaugeMetricFamily(name, description, labels=[label])
    for label_value, value in values.items():
        if value is not None:
            family.add_metric([label_value], value)
    return family
