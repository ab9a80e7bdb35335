"""Sweeps of all apps: registered, run when due, each apart from the others' faults."""

import logging
from datetime import datetime

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone

from common.workers import sweeps
from common.workers.sweeps import FORGETTING_SECONDS, SWEEPS, run_sweeps, sweep


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the sweeps of a test have done, in a registry of their own."""
    monkeypatch.setattr(sweeps, "SWEEPS", [])
    cache.clear()
    return []


def register(runs: list[str], name: str, *, every: int = 0, fault: Exception | None = None) -> None:
    """Register a sweep that records its name, then fails if a fault is given."""

    @sweep(every=every)
    def run(now: datetime) -> None:
        runs.append(name)
        if fault is not None:
            raise fault


def test_every_sweep_is_registered_in_the_order_of_apps() -> None:
    names = [(item.run.__module__, item.run.__name__, item.every) for item in SWEEPS]

    assert names == [
        ("accounts.tasks", "forget_lapsed_data", FORGETTING_SECONDS),
        ("tournaments.tasks", "forget_old_addresses", FORGETTING_SECONDS),
        ("tournaments.tasks", "forget_sent_forms", FORGETTING_SECONDS),
        ("tournaments.tasks", "forget_old_deliveries", FORGETTING_SECONDS),
        ("tournaments.tasks", "repair_clocks", 0),
        ("tournaments.tasks", "send_lost_messages", 0),
        ("play.tasks", "forget_tables_of_guests", FORGETTING_SECONDS),
        ("play.tasks", "forget_free_tables", FORGETTING_SECONDS),
        ("play.tasks", "forget_guests_of_rooms", FORGETTING_SECONDS),
        ("play.tasks", "forget_moderation", FORGETTING_SECONDS),
        ("play.tasks", "forget_words", FORGETTING_SECONDS),
        ("publishing.tasks", "publish_due_events", 0),
    ]


def test_sweeps_run_in_order_and_only_when_they_are_due(runs: list[str]) -> None:
    register(runs, "forget", every=60)
    register(runs, "repair")
    register(runs, "forget more", every=60)

    run_sweeps(now=timezone.now())
    run_sweeps(now=timezone.now())

    assert runs == ["forget", "repair", "forget more", "repair"]


def test_fault_of_one_sweep_is_logged_and_does_not_stop_the_others(
    runs: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    register(runs, "broken", fault=ValueError("no"))
    register(runs, "repair")

    with caplog.at_level(logging.ERROR):
        run_sweeps(now=timezone.now())

    assert runs == ["broken", "repair"]
    assert "register.<locals>.run" in caplog.text


@pytest.mark.parametrize("fault", [SoftTimeLimitExceeded(), OperationalError("database is locked")])
def test_end_of_the_time_or_a_database_that_is_away_ends_the_run(runs: list[str], fault: Exception) -> None:
    register(runs, "slow", fault=fault)
    register(runs, "repair")

    with pytest.raises(type(fault)):
        run_sweeps(now=timezone.now())

    assert runs == ["slow"]
