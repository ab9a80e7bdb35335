"""`/metrics`: closed unless opened, readable by the programs that read such texts, right."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tests.factories.tables import make_device, open_table, sit_down
from tests.factories.tournaments import make_club, make_seated_tournament, make_tournament
from tournaments.enums import DocumentKind, JobState
from tournaments.installation.archive import dated_path
from tournaments.models import PrintedDocument, StandingsRequest, TablePhone
from tournaments.site.web import health, metrics
from tournaments.site.web.measures import COUNTED, time_write
from tournaments.site.web.metrics import measure_requests

TOKEN = "a-long-random-text"
Read = Callable[[], dict[tuple[str, ...], float]]


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    health.health.forget()
    settings.VAR_DIR, settings.ETUI_METRICS_TOKEN = tmp_path, TOKEN
    return tmp_path


@pytest.fixture
def read(client: Client) -> Read:
    """The figures by name and the values of their labels."""

    def ask() -> dict[tuple[str, ...], float]:
        health.health.forget()
        answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
        families = text_string_to_metric_families(answer.content.decode())
        return {
            (measured.name, *measured.labels.values()): measured.value
            for family in families
            for measured in family.samples
        }

    return ask


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer "}])
def test_stranger_finds_nothing_there(client: Client, headers: dict[str, str]) -> None:
    assert client.get("/metrics", headers=headers).status_code == 404


def test_nobody_is_let_in_unless_the_operator_opens_it(client: Client, settings: Any) -> None:
    settings.ETUI_METRICS_TOKEN = ""

    for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": ""}):
        assert client.get("/metrics", headers=headers).status_code == 404


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.168.1.20", {}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.9"}, 404),
    ],
)
@pytest.mark.django_db
def test_loopback_is_for_programs_of_this_machine(
    client: Client, settings: Any, address: str, headers: dict[str, str], status: int
) -> None:
    settings.ETUI_METRICS_TOKEN, settings.ETUI_METRICS_LOOPBACK = "", True

    assert client.get("/metrics", headers=headers, REMOTE_ADDR=address).status_code == status


@pytest.mark.postgres
@pytest.mark.django_db
def test_figures_of_an_idle_site(read: Read) -> None:
    figures = read()

    assert figures["etui_check", "database"] == 1
    assert figures["etui_disk_bytes", "total"] > figures["etui_disk_bytes", "free"] > 0
    assert figures["etui_queue_age_seconds", "standings"] == figures["etui_rankings_lag_seconds",] == 0
    assert figures["etui_jobs", "document", "failed"] == 0
    assert figures["etui_phones_connected",] == 0
    assert ("etui_backup_age_seconds",) not in figures


@pytest.mark.django_db
def test_phones_that_polled_within_two_minutes_are_connected(read: Read) -> None:
    access = open_table(make_seated_tournament(make_club()))
    for seat, minutes in enumerate((1, 3, -3)):  # the last one from before the clock was set back
        phone = sit_down(access, seat, device=make_device())
        TablePhone.objects.filter(pk=phone.pk).update(seen_at=timezone.now() - timedelta(minutes=minutes))

    assert read()["etui_phones_connected",] == 1


@pytest.mark.django_db
def test_work_that_waits_is_counted_and_dated(read: Read) -> None:
    tournament, request_time = make_tournament(make_club()), timezone.now() - timedelta(seconds=90)
    StandingsRequest.objects.create(session=tournament.sessions.get(), created_at=request_time)
    for state in (JobState.QUEUED, JobState.FAILED, JobState.FAILED):
        PrintedDocument.objects.create(
            tournament=tournament, kind=DocumentKind.RANKING, state=state, created_at=request_time
        )

    figures = read()

    assert figures["etui_check", "rankings"] == 0
    assert figures["etui_rankings_lag_seconds",] == pytest.approx(90, abs=30)
    assert figures["etui_queue_age_seconds", "document"] == pytest.approx(90, abs=30)
    assert figures["etui_queue_jobs", "standings"] == 1
    assert figures["etui_jobs", "document", "failed"] == 2


@pytest.mark.django_db
def test_age_of_the_newest_backup_is_told(read: Read, var: Path) -> None:
    (var / "backups").mkdir()
    for hours in (2, 1):
        dated_path("nightly", now=timezone.now() - timedelta(hours=hours)).touch()

    assert read()["etui_backup_age_seconds",] == pytest.approx(3600, abs=60)


@pytest.mark.django_db
def test_database_that_does_not_answer_leaves_the_other_figures(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(health.CHECKS, "database", lambda: False)

    figures = read()

    assert figures["etui_check", "database"] == 0
    assert ("etui_disk_bytes", "free") in figures
    assert ("etui_queue_jobs", "standings") not in figures


@pytest.mark.django_db
def test_answers_and_faults_are_counted(read: Read, rf: RequestFactory) -> None:
    def teapot(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=418)

    figures_before = read()
    measure_requests(teapot)(rf.get("/"))
    try:
        raise KeyError
    except KeyError:
        metrics.got_request_exception.send(None)
    figures_after = read()

    counter_key = "etui_request_seconds_count", "4xx"
    assert figures_after[counter_key] == figures_before.get(counter_key, 0) + 1
    fault = "etui_errors_total", "KeyError"
    assert figures_after[fault] == figures_before.get(fault, 0) + 1
    connection_created.disconnect(dispatch_uid="etui-metrics")
    metrics.got_request_exception.disconnect(dispatch_uid="etui-metrics")


def test_each_connection_is_timed_once() -> None:
    wrapped = list(connection.execute_wrappers)
    metrics._time_writes(connection)
    metrics._time_writes(connection)
    wrappers = list(connection.execute_wrappers)
    connection.execute_wrappers[:] = wrapped

    assert wrappers == [*wrapped, time_write]


def test_text_holds_nobody() -> None:
    """No name, address or number of a person, a club or a tournament: kinds and states only."""
    labels = {"check", "kind", "of", "state", "status", "le"}

    label_names = {
        label for family in COUNTED.collect() for measured in family.samples for label in measured.labels
    }

    assert label_names <= labels
