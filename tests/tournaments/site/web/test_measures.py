"""Counters of a running site: added up over the processes of a server, and readable by others."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction
from prometheus_client.parser import text_string_to_metric_families

from tournaments.site.web.measures import collect_counts, time_write

WORK = """
from tournaments.site.web.measures import *
REQUEST_SECONDS.labels("2xx").observe(0.2)
ERRORS.labels("OSError").inc()
"""


def sample(text: bytes, name: str, **labels: str) -> float | None:
    """Return the value of one figure, or None if it is absent."""
    for family in text_string_to_metric_families(text.decode()):
        for measured in family.samples:
            if measured.name == name and labels.items() <= measured.labels.items():
                return measured.value
    return None


def test_processes_of_a_server_are_added_up(tmp_path: Path) -> None:
    env = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for _process in range(2):
        subprocess.run([sys.executable, "-c", WORK], cwd=settings.PROJECT_DIR, env=env, check=True)
    collect = (
        "import sys; from tournaments.site.web.measures import collect_counts; "
        "sys.stdout.buffer.write(collect_counts())"
    )

    collected = subprocess.run(
        [sys.executable, "-c", collect], cwd=settings.PROJECT_DIR, env=env, check=True, capture_output=True
    )

    assert sample(collected.stdout, "etui_request_seconds_count", status="2xx") == 2
    assert sample(collected.stdout, "etui_request_seconds_sum", status="2xx") == pytest.approx(0.4)
    assert sample(collected.stdout, "etui_errors_total", kind="OSError") == 2


@pytest.mark.django_db(transaction=True)
def test_wait_for_the_right_to_write_is_timed() -> None:
    def waits() -> float:
        return sample(collect_counts(), "etui_write_wait_seconds_count") or 0

    waits_before = waits()
    with connection.execute_wrapper(time_write), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1" if connection.vendor == "sqlite" else "SELECT 1 FOR UPDATE")

    assert waits() == waits_before + 1
