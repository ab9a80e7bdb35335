"""Backups that nobody asks for: when one is due, which are kept, what is known of the last."""

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from common.errors import AppError
from common.installation import backups
from common.installation.archive import dated_path
from common.installation.backups import (
    backup_state,
    expect_backups,
    is_due,
    last_backup_path,
    make_before_migration,
    make_nightly,
    removable,
    start_if_due,
)
from tests.factories.tournaments import make_user
from tests.installations import database_in_file

NOON = datetime.fromisoformat("2026-11-22T12:00:00+01:00")


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "documents"
    return tmp_path / "backups"


def begun(when: datetime) -> None:
    expect_backups()
    os.utime(backups._since_path(), (when.timestamp(),) * 2)


def saved(when: datetime, kind: str = "nightly") -> Path:
    path = dated_path(kind, now=when)
    path.parent.mkdir(exist_ok=True)
    path.touch()
    return path


@pytest.mark.parametrize(
    ("hours_since_begun", "hours_since_last", "expected"),
    [
        pytest.param(None, None, False, id="not an installation"),
        pytest.param(1, None, False, id="begun this morning"),
        pytest.param(10, None, True, id="begun before the night"),
        pytest.param(100, 8, False, id="made this night"),
        pytest.param(100, 10, True, id="made last evening"),
        pytest.param(100, 24 * 30, True, id="laptop that was away"),
        pytest.param(100, -48, True, id="made by a clock that was ahead"),
        pytest.param(-48, None, True, id="begun by a clock that was ahead"),
    ],
)
def test_backup_is_due_once_a_night(
    hours_since_begun: float | None, hours_since_last: float | None, expected: bool
) -> None:
    if hours_since_begun is not None:
        begun(NOON - timedelta(hours=hours_since_begun))
    if hours_since_last is not None:
        saved(NOON - timedelta(hours=hours_since_last))

    assert is_due(now=NOON) is expected


def test_copy_of_what_a_restore_replaced_is_no_backup() -> None:
    begun(NOON - timedelta(days=2))
    saved(NOON, "before-restore")

    assert is_due(now=NOON)
    assert last_backup_path() is None


@pytest.mark.parametrize(("hours", "expected"), [(35, False), (37, True)])
def test_backup_is_too_old_after_a_day_and_a_half(hours: int, expected: bool) -> None:
    saved(NOON - timedelta(hours=hours))

    assert backup_state(now=NOON).is_too_old(NOON) is expected


def test_bounded_number_is_kept_over_years_and_the_last_always() -> None:
    made = [saved(NOON - timedelta(days=day)) for day in range(1000)]
    before = [saved(NOON - timedelta(days=day), "before-migration") for day in range(30)]
    own = [saved(NOON - timedelta(days=400), "etui"), saved(NOON - timedelta(days=400), "before-restore")]

    gone = set(removable([*made, *before, *own]))

    kept = [path for path in made if path not in gone]
    assert kept[:7] == made[:7]
    assert len(kept) <= 7 + 4 + 6
    ages = [made.index(path) for path in kept]
    assert max(ages) > 120  # six months
    assert [path for path in before if path not in gone] == before[:5]
    assert not gone & set(own)


def test_kept_backups_stay_when_nothing_new_comes() -> None:
    made = [saved(NOON - timedelta(days=day)) for day in range(1000)]
    gone = set(removable(made))
    once = [path for path in made if path not in gone]

    assert removable(once) == []
    assert removable([saved(NOON - timedelta(days=900))]) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.once
def test_nightly_backup_is_made_once_and_the_oldest_removed(tmp_path: Path, folder: Path) -> None:
    now = timezone.now()
    begun(now - timedelta(days=2))
    old = [saved(now - timedelta(days=day)) for day in range(2, 40)]
    left_behind = folder / "nightly-20200101-030000-000000.zip.part"
    left_behind.touch()
    os.utime(left_behind, (0, 0))
    with database_in_file(tmp_path / "etui.sqlite3"):
        make_user()

        made = make_nightly(now=now)

        assert make_nightly(now=now) is None
    assert made is not None
    assert made.stat().st_size > 1000
    assert made in folder.glob("*.zip")
    assert 0 < sum(path.exists() for path in old) < 17
    assert not left_behind.exists()
    assert backup_state(now=now).last is not None


@pytest.mark.django_db
def test_backup_that_cannot_be_made_is_noted_and_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise AppError("no_room", "Il n’y a pas assez de place.")

    begun(NOON - timedelta(days=2))
    last = saved(NOON - timedelta(days=1))
    monkeypatch.setattr(backups, "write_archive", full)

    with pytest.raises(AppError):
        make_nightly(now=NOON)

    assert backup_state(now=NOON).failure == "Il n’y a pas assez de place."
    assert last.exists()
    saved(NOON + timedelta(minutes=1), "etui")
    assert backup_state(now=NOON + timedelta(minutes=2)).failure == ""
    dated_path("etui", now=NOON + timedelta(minutes=1)).unlink()
    assert not is_due(now=NOON + timedelta(minutes=29))
    assert is_due(now=NOON + timedelta(minutes=31))
    assert is_due(now=NOON - timedelta(minutes=1))  # the clock was set back


@pytest.mark.django_db(transaction=True)
def test_no_backup_is_made_where_the_disk_has_no_room(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("common.installation.archive._installation_bytes", lambda: 5)
    monkeypatch.setattr(
        "common.installation.archive.shutil.disk_usage", lambda path: type("Usage", (), {"free": 10**7})
    )

    with pytest.raises(AppError) as refused:
        make_before_migration(now=NOON)

    assert refused.value.code == "no_room"
    assert not list(folder.glob("*.zip*"))


def test_nothing_is_started_where_nothing_is_due() -> None:
    assert start_if_due() is None
