"""Laptop with SQLite and messages in files: no loss under `manage.py serve` when its worker is killed."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tests.processes import Laptop, Server, wait_until
from tests.servers.demo_evening import desk_of, enter_missing, printed, progress
from tests.servers.visitor import Visitor


@pytest.fixture
def var(laptop: Laptop) -> Path:
    return laptop.folder


@pytest.fixture
def messages(var: Path) -> Path:
    """Return the folder of messages that wait for the worker."""
    return var / "broker" / "celery"


@pytest.fixture
def database(var: Path, server: Server) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(var / "etui.sqlite3", timeout=20, isolation_level=None)) as connection:
        yield connection


@pytest.fixture
def server(laptop: Laptop) -> Server:
    return laptop.server


def are_taken(messages: Path) -> bool:
    """Return whether only the periodic tasks wait for the worker. They come even while it is busy."""
    return messages.exists() and all(is_of_the_clock(message) for message in messages.glob("*.msg"))


def is_of_the_clock(message: Path) -> bool:
    try:
        content = message.read_text(encoding="utf-8")
    except FileNotFoundError:  # taken while we looked
        return True
    return any(entry["task"] in content for entry in settings.CELERY_BEAT_SCHEDULE.values())


def test_result_is_ranked_by_the_worker_of_the_laptop(
    server: Server, organiser: Visitor, database: sqlite3.Connection
) -> None:
    version, result_count, _ = progress(database)

    enter_missing(organiser)

    assert wait_until(lambda: progress(database) == (version + 1, result_count + 1, 0)), server.output


def is_frozen(worker: int, var: Path) -> bool:
    """Stop the worker unless it is writing: it would hold the database, and no result could be stored."""
    os.kill(worker, signal.SIGSTOP)
    with closing(sqlite3.connect(var / "etui.sqlite3", timeout=0.2, isolation_level=None)) as asking:
        try:
            asking.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            os.kill(worker, signal.SIGCONT)
            return False
    return True


def test_worker_killed_in_a_refresh_is_replaced_and_catches_up(
    server: Server, organiser: Visitor, database: sqlite3.Connection, messages: Path, var: Path
) -> None:
    version, result_count, _ = progress(database)
    worker = server.worker
    assert worker is not None
    assert wait_until(lambda: are_taken(messages))  # the worker is at work
    assert wait_until(lambda: is_frozen(worker, var))  # until the test holds the database
    enter_missing(organiser)
    database.execute("BEGIN IMMEDIATE")
    os.kill(worker, signal.SIGCONT)
    # Stopped within a sweep, it first waits for the database as long as the sweep may.
    assert wait_until(lambda: are_taken(messages), seconds=120)

    os.kill(worker, signal.SIGKILL)
    database.execute("ROLLBACK")

    assert progress(database) == (version, result_count, 1)
    assert wait_until(lambda: server.worker not in (None, worker))
    assert wait_until(lambda: progress(database) == (version + 1, result_count + 1, 0), seconds=70), (
        server.output
    )


HOSTILE = """
{% for sheet in sheets %}<table>{% for a in "x" %}{% with n="xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" %}
{% for b in n %}{% for c in n %}{% for d in n %}<tr><td><b>{{ d }}</b></td></tr>{% endfor %}{% endfor %}
{% endfor %}{% endwith %}{% endfor %}</table>{% endfor %}
"""
"""44,000 rows for a list of seats: within the bounds of a template, and minutes of drawing."""


def test_ranking_does_not_wait_while_a_hostile_template_is_printed(
    server: Server, organiser: Visitor, database: sqlite3.Connection
) -> None:
    clubs = [row[0] for row in database.execute("SELECT id FROM tournaments_club")]
    for club in clubs:
        database.execute(
            "INSERT INTO tournaments_adjustedtemplate (club_id, kind, text, changed_at) VALUES (?, ?, ?, ?)",
            (club, "seat_lists", HOSTILE, "2026-01-01"),
        )
    desk = desk_of(organiser)
    status, _page = organiser.post(desk + "documents/", {"kind": "seat_lists"})
    assert status == 200
    assert wait_until(lambda: printed(database)[0] == "running")
    version, result_count, _ = progress(database)

    enter_missing(organiser)

    assert wait_until(lambda: progress(database) == (version + 1, result_count + 1, 0), seconds=10), (
        server.output
    )
    assert printed(database)[0] == "running", "the document was too soon ready for this test to say anything"
    organiser.post(f"{desk}documents/{printed(database)[2]}/arreter/", {})
    assert wait_until(lambda: printed(database)[1].startswith("Arrêté"))
    assert server.worker_of("long") is not None
