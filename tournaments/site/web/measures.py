"""The counters that a process keeps while it works, which `/metrics` shows.

prometheus-client adds the processes of one server up through files when PROMETHEUS_MULTIPROC_DIR is set
before it is imported (config/web/); a laptop has one process and needs none.
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


def counted() -> bytes:
    """All that was counted since the start, in the common text format, of every process."""
    if FOLDER not in os.environ:
        return generate_latest(COUNTED)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def time_write(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """A wrapper of a connection's statements: times those that wait for somebody else who writes."""
    if not sql.startswith("BEGIN") and " FOR UPDATE" not in sql[-120:]:
        return execute(sql, params, many, context)
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        WRITE_WAIT_SECONDS.observe(time.perf_counter() - began)
