"""Counters of a process for `/metrics`.

prometheus-client adds up the processes of one server through files. It does so if PROMETHEUS_MULTIPROC_DIR is
set before it is imported (config/web/). A laptop has one process and needs no files.
"""

import os
import time
from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
COUNTED = CollectorRegistry()
REQUEST_SECONDS = Histogram(
    "etui_request_seconds",
    "Time of the site's answers, by class of their status",
    ["status"],
    registry=COUNTED,
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
)
ERRORS = Counter("etui_errors", "Faults of the site, by kind", ["kind"], registry=COUNTED)
WRITE_WAIT_SECONDS = Histogram(
    "etui_write_wait_seconds",
    "Wait for the right to write: for SQLite's one lock, for a locked row of PostgreSQL",
    [],
    registry=COUNTED,
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
)


def collect_counts() -> bytes:
    """Return the counters of every process since the start, in the Prometheus text format."""
    if FOLDER not in os.environ:
        return generate_latest(COUNTED)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def time_write(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Measure a statement that waits for another writer: a wrapper of a connection's statements."""
    # SQLite waits for its lock at BEGIN, PostgreSQL for a row at FOR UPDATE
    if not sql.startswith("BEGIN") and " FOR UPDATE" not in sql[-120:]:
        return execute(sql, params, many, context)
    started_at = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        WRITE_WAIT_SECONDS.observe(time.perf_counter() - started_at)
