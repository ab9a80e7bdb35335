"""Health checks for operators of Étui."""

import os
import shutil
import time
from collections import namedtuple
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.celery import app
from tests.factories.tournaments import make_club, make_tournament
from tournaments.evening.queries import standstill
from tournaments.installation import vital_signs
from tournaments.installation.backups import expect_backups
from tournaments.installation.vital_signs import PRINTER, SWEEP, WORKER, beat
from tournaments.models import AuditEvent, StandingsRequest
from tournaments.site.web import health, patience
from tournaments.tasks import sweep_task

Usage = namedtuple("Usage", "total used free")
GIGABYTE = 1024**3
ALL = ["database", "disk", "broker", "worker", "printer", "sweep", "rankings", "room", "clock", "backup"]
BROKEN = {name: "unavailable" if name in ("database", "disk") else "degraded" for name in ALL}


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    health.health.forget()
    yield
    health.health.forget()


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> SimpleNamespace:
    """A machine whose time the test turns, long started, its worker and its sweep alive."""
    settings.VAR_DIR, settings.CELERY_TASK_ALWAYS_EAGER = tmp_path, False
    machine = SimpleNamespace(seconds=10_000.0, put_on=0.0)
    monkeypatch.setattr(vital_signs, "machine_seconds", lambda: machine.seconds)
    monkeypatch.setattr(vital_signs, "started_at", 0.0)
    monkeypatch.setattr(vital_signs, "clock_seconds", lambda: 10**9 + machine.seconds + machine.put_on)
    monkeypatch.setattr(standstill, "clock", vital_signs.MachineClock())
    beat(WORKER)
    beat(PRINTER)
    beat(SWEEP)
    return machine


@pytest.fixture
def asked(client: Client) -> Callable[[], tuple[int, str, list[str]]]:
    """Return a function that requests `/readyz`: status code, status word, failed checks."""

    def ask() -> tuple[int, str, list[str]]:
        health.health.forget()
        response = client.get("/readyz")
        content = response.json()
        return (
            response.status_code,
            content["status"],
            [name for name, is_right in content["checks"].items() if not is_right],
        )

    return ask


READY = (200, "ready", [])


def degraded(*names: str) -> tuple[int, str, list[str]]:
    return 200, "degraded", list(names)


def fails() -> bool:
    raise OSError("secret detail")


def test_healthz_needs_no_database(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok")


@pytest.mark.django_db
def test_readyz_names_every_check(client: Client) -> None:
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"status": "ready", "checks": dict.fromkeys(ALL, True)}


@pytest.mark.django_db
@pytest.mark.parametrize(("broken", "status"), BROKEN.items())
def test_readyz_names_what_is_wrong_and_gives_no_detail(
    client: Client, monkeypatch: pytest.MonkeyPatch, broken: str, status: str
) -> None:
    monkeypatch.setitem(health.CHECKS, broken, fails)

    response = client.get("/readyz")

    assert response.status_code == (200 if status == "degraded" else 503)
    assert response.json()["status"] == status
    unasked = {"rankings", "clock"} if broken == "database" else set()
    wrong = {name for name, passed in response.json()["checks"].items() if not passed}
    assert wrong == {broken} | unasked
    assert b"secret detail" not in response.content


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("total", "free", "expected"),
    [
        (500 * GIGABYTE, 99 * 1024**2, (503, "unavailable", ["disk", "room"])),
        (500 * GIGABYTE, 4 * GIGABYTE, degraded("room")),
        (500 * GIGABYTE, 6 * GIGABYTE, READY),
        (10 * GIGABYTE, 400 * 1024**2, degraded("room")),
        (10 * GIGABYTE, 1 * GIGABYTE, READY),
        (100 * GIGABYTE, GIGABYTE, degraded("room")),
        (100 * GIGABYTE, 3 * GIGABYTE, READY),
    ],
)
def test_disk_is_told_before_it_is_full(
    asked: Any, monkeypatch: pytest.MonkeyPatch, total: int, free: int, expected: Any
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(total, total - free, free))

    assert asked() == expected


@pytest.mark.django_db
def test_broker_away_is_told_at_once(asked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")

    assert asked() == degraded("broker")


@pytest.mark.django_db
def test_worker_away_is_told_within_a_minute(asked: Any, machine: SimpleNamespace) -> None:
    machine.seconds += 40
    beat(SWEEP)
    beat(PRINTER)
    answer_before = asked()
    machine.seconds += 60 - 40 - health.KEPT_SECONDS

    assert answer_before == READY
    assert asked() == degraded("worker")
    beat(WORKER)
    assert asked() == READY


@pytest.mark.django_db
def test_printer_away_is_told_within_a_minute(asked: Any, machine: SimpleNamespace) -> None:
    machine.seconds += 60 - health.KEPT_SECONDS
    beat(WORKER)
    beat(SWEEP)

    assert asked() == degraded("printer")
    beat(PRINTER)
    assert asked() == READY


@pytest.mark.django_db
def test_sweep_that_stopped_is_told_within_a_minute(asked: Any, machine: SimpleNamespace) -> None:
    machine.seconds += 60 - health.KEPT_SECONDS
    beat(WORKER)
    beat(PRINTER)

    assert asked() == degraded("sweep")
    sweep_task()
    assert asked() == READY


@pytest.mark.django_db
def test_nothing_is_missed_while_the_site_has_just_started(
    asked: Any, machine: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.seconds += 1_000
    monkeypatch.setattr(vital_signs, "started_at", machine.seconds - 20)

    assert asked() == READY
    machine.seconds += 40
    assert asked() == degraded("worker", "printer", "sweep")


@pytest.mark.django_db
def test_signs_of_life_of_a_server_are_read_by_its_other_hosts(
    asked: Any, machine: SimpleNamespace, settings: Any, tmp_path: Path
) -> None:
    settings.ETUI_LIVE_URL = "redis://of-a-server"
    for name in (WORKER, PRINTER, SWEEP):
        beat(name)
    settings.VAR_DIR = tmp_path / "another host"
    settings.VAR_DIR.mkdir()

    assert asked() == READY
    machine.seconds += 60
    assert asked() == degraded("worker", "printer", "sweep")


@pytest.mark.django_db
def test_signs_of_life_from_before_the_machine_was_started_again_are_none(
    asked: Any, machine: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vital_signs, "boot_id", lambda: "another start")

    assert asked() == degraded("worker", "printer", "sweep")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("age", "expected"),
    [
        (timedelta(seconds=20), READY),
        (timedelta(seconds=60 - health.KEPT_SECONDS), degraded("rankings")),
        (-timedelta(hours=1), degraded("rankings")),
    ],
)
def test_rankings_that_stand_still_are_told_within_a_minute(
    asked: Any, age: timedelta, expected: Any
) -> None:
    session = make_tournament(make_club()).sessions.get()
    StandingsRequest.objects.create(session=session, created_at=timezone.now() - age)

    assert asked() == expected


@pytest.mark.django_db
@pytest.mark.parametrize("seconds", [3600, -3600])
def test_clock_put_on_or_back_is_told_for_a_while(asked: Any, machine: SimpleNamespace, seconds: int) -> None:
    machine.put_on = seconds

    assert asked() == degraded("clock")
    assert asked() == degraded("clock")
    machine.seconds += vital_signs.JUMP_TOLD_SECONDS + 1
    beat(WORKER)
    beat(PRINTER)
    beat(SWEEP)
    assert asked() == READY


@pytest.mark.django_db
def test_clock_behind_what_was_written_is_told(asked: Any) -> None:
    AuditEvent.objects.create(
        club=make_club(), action="x", subject="x", created_at=timezone.now() + timedelta(hours=1)
    )

    assert asked() == degraded("clock")


@pytest.mark.django_db
def test_asking_often_costs_nothing_more(
    client: Client, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health.time, "monotonic", lambda: 50.0)
    with django_assert_max_num_queries(16):
        client.get("/readyz")
    with django_assert_max_num_queries(0):
        for _ in range(100):
            client.get("/readyz")


@pytest.mark.django_db
def test_answer_is_never_older_than_a_moment(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_clock = SimpleNamespace(seconds=50.0)
    monkeypatch.setattr(health.time, "monotonic", lambda: fake_clock.seconds)
    client.get("/readyz")
    monkeypatch.setitem(health.CHECKS, "broker", fails)

    assert client.get("/readyz").json()["status"] == "ready"
    fake_clock.seconds += health.KEPT_SECONDS + 0.1
    assert client.get("/readyz").json()["status"] == "degraded"


@pytest.mark.django_db
def test_nobody_waits_for_somebody_elses_question(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.01)
    with health.health._asking:
        response = client.get("/readyz")

    assert (response.status_code, response.json()["status"]) == (503, "unavailable")


@pytest.mark.postgres
@pytest.mark.django_db
def test_short_wait_is_for_what_it_holds_alone() -> None:
    def limit() -> Any:
        asked = "PRAGMA busy_timeout" if connection.vendor == "sqlite" else "SHOW statement_timeout"
        with connection.cursor() as cursor:
            cursor.execute(asked)
            return cursor.fetchone()[0]

    limit_before = limit()
    with patience.short_wait(0.25):
        inside = limit()

    assert inside in (250, "250ms")
    assert limit_before != inside
    if connection.vendor == "sqlite":  # elsewhere it ends with the transaction, here the test's own
        assert limit() == limit_before


@pytest.mark.django_db
def test_old_backup_is_degraded_and_still_answers(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    expect_backups()
    first_start = tmp_path / "backups" / ".since"
    os.utime(first_start, (time.time() - 35 * 3600,) * 2)
    response_before = client.get("/readyz")
    os.utime(first_start, (time.time() - 37 * 3600,) * 2)
    health.health.forget()

    response_after = client.get("/readyz")

    assert response_before.json()["status"] == "ready"
    assert (response_after.status_code, response_after.json()["status"]) == (200, "degraded")
    assert response_after.json()["checks"]["backup"] is False


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_answers_are_never_kept(client: Client, path: str) -> None:
    assert "no-store" in client.get(path)["Cache-Control"]


def test_limits_leave_room_for_the_minute() -> None:
    cache_seconds = health.KEPT_SECONDS
    limits = (standstill.WORKER_SILENT, standstill.SWEEP_SILENT, standstill.RANKING_LATE.total_seconds())

    assert all(limit + vital_signs.BEAT_SECONDS / 2 + cache_seconds < 60 for limit in limits)
