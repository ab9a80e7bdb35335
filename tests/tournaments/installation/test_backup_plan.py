"""Plan of the backups: due times, retention, and the places of copies."""

import os
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tournaments.installation import backup_making
from tournaments.installation.archive import backups_folder, dated_path
from tournaments.installation.backup_making import make_due, removable
from tournaments.installation.backup_notes import COPIED, COPY_REFUSED, COPY_WANTED, SINCE
from tournaments.installation.backup_plan import PLAN, USUAL_PLAN, BackupPlan, parse_plan
from tournaments.installation.backups import (
    copy_folder,
    copy_state,
    current_plan,
    expect_backups,
    is_due,
    requested_copy,
    store_plan,
    want_copy,
)

NOON = datetime.fromisoformat("2026-11-22T12:00:00+01:00")


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "documents"
    expect_backups()
    os.utime(tmp_path / "backups" / SINCE, ((NOON - timedelta(days=3)).timestamp(),) * 2)
    monkeypatch.setattr(backup_making, "write_archive", lambda path, now: path.write_bytes(b"archive"))
    monkeypatch.setattr(backup_making, "overwrite_log", lambda: None)
    return tmp_path / "backups"


def saved(when: datetime) -> Path:
    path = dated_path("nightly", now=when)
    path.touch()
    return path


def test_plan_comes_back_as_it_was_stored(folder: Path) -> None:
    plan = BackupPlan(every_hours=6, kept_days=3, kept_weeks=0, kept_months=12, folder="/media/clé")

    store_plan(plan)

    assert current_plan() == plan
    assert (folder / PLAN).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"every_hours": 5, "kept_days": 7, "kept_weeks": 4, "kept_months": 6, "folder": ""}',
        '{"every_hours": 24, "kept_days": 0, "kept_weeks": 4, "kept_months": 6, "folder": ""}',
        '{"every_hours": 24, "kept_days": 7, "kept_weeks": 400, "kept_months": 6, "folder": ""}',
        '{"every_hours": 24, "kept_days": 7, "kept_weeks": "x", "kept_months": 6, "folder": ""}',
        '{"every_hours": 24, "kept_days": 7, "kept_weeks": 4, "kept_months": 6, "folder": 3}',
    ],
)
def test_damaged_plan_counts_as_the_usual_one(text: str) -> None:
    assert parse_plan(text) == USUAL_PLAN


@pytest.mark.parametrize(
    ("every_hours", "hours_since_last", "expected"),
    [(24, 8, False), (6, 5, False), (6, 6, True), (1, 0.9, False), (1, 1, True), (1, -2, True)],
)
def test_backup_is_due_after_the_interval(every_hours: int, hours_since_last: float, expected: bool) -> None:
    store_plan(replace(USUAL_PLAN, every_hours=every_hours))
    if hours_since_last >= 0:
        saved(NOON - timedelta(hours=hours_since_last))
    else:  # the clock was ahead at the first start
        os.utime(backups_folder() / SINCE, ((NOON + timedelta(hours=2)).timestamp(),) * 2)

    assert is_due(now=NOON) is expected


def test_as_many_days_weeks_and_months_stay_as_the_plan_says() -> None:
    saved_paths = [saved(NOON - timedelta(days=days)) for days in range(200)]
    few = replace(USUAL_PLAN, kept_days=3, kept_weeks=0, kept_months=0)

    assert set(saved_paths) - set(removable(saved_paths, few)) == set(saved_paths[:3])
    assert (
        len(saved_paths) - len(removable(saved_paths, replace(few, kept_months=2))) == 4
    )  # 22 Nov is of the last days


def test_last_hours_stay_where_backups_are_made_each_hour() -> None:
    saved_paths = [saved(NOON - timedelta(minutes=30 * halves)) for halves in range(16)]
    days = replace(USUAL_PLAN, kept_weeks=0, kept_months=0)

    kept_each_night = set(saved_paths) - set(removable(saved_paths, days))
    kept_each_hour = set(saved_paths) - set(removable(saved_paths, replace(days, every_hours=1)))

    assert kept_each_night == {saved_paths[0]}
    assert kept_each_hour == {
        saved_paths[0],
        saved_paths[1],
        saved_paths[3],
        saved_paths[5],
        saved_paths[7],
        saved_paths[9],
    }


@pytest.mark.django_db  # PostgreSQL locks there
def test_folder_of_the_plan_gets_copies_unless_the_operator_names_one(settings: Any, tmp_path: Path) -> None:
    stick, fixed = tmp_path / "stick", tmp_path / "fixed"
    stick.mkdir()
    store_plan(replace(USUAL_PLAN, folder=str(stick)))

    backup = make_due(now=NOON)

    assert backup is not None
    assert (stick / backup.name).read_bytes() == b"archive"
    copies = copy_state()
    assert copies is not None
    assert (copies.folder, copies.last) == (stick, NOON)
    settings.ETUI_BACKUP_COPY = str(fixed)
    assert copy_folder() == fixed


@pytest.mark.django_db  # PostgreSQL locks there
def test_requested_copy_is_made_once_and_deletes_nothing_there(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    older_copies = [
        stick / dated_path("nightly", now=NOON - timedelta(hours=hours)).name for hours in range(1, 5)
    ]
    for path in older_copies:
        path.touch()
    saved(NOON - timedelta(hours=1))

    want_copy(stick, now=NOON)
    request_before = requested_copy()
    backup = make_due(now=NOON + timedelta(seconds=5))
    request_after = requested_copy()

    assert request_before is not None
    assert (request_before[0], request_before[1].folder) == (COPY_WANTED, stick)
    assert backup is not None
    assert backup.name.startswith("asked-")
    assert request_after is not None
    assert (request_after[0], request_after[1].last) == (COPIED, NOON + timedelta(seconds=5))
    assert {path.name for path in stick.iterdir()} == {backup.name, *(path.name for path in older_copies)}
    assert make_due(now=NOON + timedelta(minutes=1)) is None


@pytest.mark.django_db  # PostgreSQL locks there
def test_requested_copy_to_a_stick_that_was_pulled_out_is_reported(tmp_path: Path) -> None:
    want_copy(tmp_path / "gone", now=NOON)

    backup = make_due(now=NOON)
    state = requested_copy()

    assert backup is not None
    assert backup.exists()
    assert state is not None
    assert state[0] == COPY_REFUSED
    assert state[1].failure
