"""Automatic backups: when one is due, which are retained, what is known of the last."""

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from common.errors import AppError
from tests.factories.tournaments import make_user
from tests.installations import database_in_file
from tournaments.installation import backup_making
from tournaments.installation.archive import dated_path
from tournaments.installation.backup_making import (
    make_at_stop,
    make_before_migration,
    make_due,
    removable,
    start_if_due,
)
from tournaments.installation.backup_notes import FAILURE, SINCE, write_note
from tournaments.installation.backups import (
    ASKED,
    EVENING,
    NIGHTLY,
    backup_state,
    copy_state,
    expect_backups,
    is_due,
    last_backup_path,
    want_backup,
)

NOON = datetime.fromisoformat("2026-11-22T12:00:00+01:00")


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "documents"
    return tmp_path / "backups"


def begun(when: datetime) -> None:
    expect_backups()
    os.utime(dated_path("", now=when).with_name(SINCE), (when.timestamp(),) * 2)


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
    saved_paths = [saved(NOON - timedelta(days=day)) for day in range(1000)]
    migration_backups = [saved(NOON - timedelta(days=day), "before-migration") for day in range(30)]
    manual_backups = [
        saved(NOON - timedelta(days=400), "etui"),
        saved(NOON - timedelta(days=400), "before-restore"),
    ]

    deleted = set(removable([*saved_paths, *migration_backups, *manual_backups]))

    remaining = [path for path in saved_paths if path not in deleted]
    assert remaining[:7] == saved_paths[:7]
    assert len(remaining) <= 7 + 4 + 6
    ages = [saved_paths.index(path) for path in remaining]
    assert max(ages) > 120  # six months
    assert [path for path in migration_backups if path not in deleted] == migration_backups[:5]
    assert not deleted & set(manual_backups)


def test_kept_backups_stay_when_nothing_new_comes() -> None:
    saved_paths = [saved(NOON - timedelta(days=day)) for day in range(1000)]
    deleted = set(removable(saved_paths))
    remaining = [path for path in saved_paths if path not in deleted]

    assert removable(remaining) == []
    assert removable([saved(NOON - timedelta(days=900))]) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.once
def test_nightly_backup_is_made_once_and_the_oldest_removed(tmp_path: Path, folder: Path) -> None:
    current_time = timezone.now()
    begun(current_time - timedelta(days=2))
    old = [saved(current_time - timedelta(days=day)) for day in range(2, 40)]
    left_behind = folder / "nightly-20200101-030000-000000.zip.part"
    left_behind.touch()
    os.utime(left_behind, (0, 0))
    with database_in_file(tmp_path / "etui.sqlite3"):
        make_user()

        backup = make_due(now=current_time)

        assert make_due(now=current_time) is None
    assert backup is not None
    assert backup.stat().st_size > 1000
    assert backup in folder.glob("*.zip")
    assert 0 < sum(path.exists() for path in old) < 17
    assert not left_behind.exists()
    assert backup_state(now=current_time).last is not None


@pytest.mark.django_db
def test_backup_that_cannot_be_made_is_noted_and_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise AppError("no_room", "Il n’y a pas assez de place.")

    begun(NOON - timedelta(days=2))
    last = saved(NOON - timedelta(days=1))
    monkeypatch.setattr(backup_making, "write_archive", full)

    with pytest.raises(AppError):
        make_due(now=NOON)

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
    monkeypatch.setattr("tournaments.installation.archive.installation_bytes", lambda: 5)
    monkeypatch.setattr(
        "tournaments.installation.archive.shutil.disk_usage", lambda path: type("Usage", (), {"free": 10**7})
    )

    with pytest.raises(AppError) as refused:
        make_before_migration(now=NOON)

    assert refused.value.code == "no_room"
    assert not list(folder.glob("*.zip*"))


def test_nothing_is_started_where_nothing_is_due() -> None:
    assert start_if_due() is None


@pytest.mark.django_db  # PostgreSQL locks there
@pytest.mark.parametrize(
    ("wanted", "last", "expected"),
    [
        pytest.param(EVENING, NOON - timedelta(hours=2), EVENING, id="end of an event"),
        pytest.param(EVENING, NOON - timedelta(hours=20), NIGHTLY, id="end of an event, the night's is due"),
        pytest.param(ASKED, NOON - timedelta(hours=20), ASKED, id="from the page"),
        pytest.param("secret_key", NOON - timedelta(hours=2), None, id="a note that is not ours"),
        pytest.param(None, NOON - timedelta(hours=2), None, id="nothing"),
    ],
)
def test_a_backup_that_is_wanted_is_made_once(
    monkeypatch: pytest.MonkeyPatch, wanted: str | None, last: datetime, expected: str | None
) -> None:
    begun(NOON - timedelta(days=2))
    saved(last)
    monkeypatch.setattr(backup_making, "write_archive", lambda path, now: path.touch())
    monkeypatch.setattr(backup_making, "overwrite_log", lambda: None)
    if wanted:
        want_backup(wanted, now=NOON)

    backup = make_due(now=NOON)

    assert (backup and backup.name.rpartition("-2026")[0]) == expected
    assert make_due(now=NOON) is None


def test_a_backup_that_a_person_wants_does_not_wait_for_the_next_try() -> None:
    begun(NOON - timedelta(days=2))
    write_note(FAILURE, NOON, "plein")

    waits = is_due(now=NOON + timedelta(minutes=1))
    want_backup(ASKED, now=NOON + timedelta(minutes=1))

    assert not waits
    assert is_due(now=NOON + timedelta(minutes=1))


def test_evenings_and_those_that_were_asked_for_are_thinned_out_like_nights() -> None:
    saved_paths = [saved(NOON - timedelta(days=day), kind) for day in range(100) for kind in (EVENING, ASKED)]

    assert len(saved_paths) - len(removable(saved_paths)) < 20


def test_where_no_backup_is_made_by_itself_none_is_wanted(folder: Path) -> None:
    want_backup(EVENING, now=NOON)

    assert not folder.exists()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_backup_is_copied_to_the_second_folder(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path, is_there: bool
) -> None:
    stick = tmp_path / "stick"
    settings.ETUI_BACKUP_COPY = str(stick)
    if is_there:
        stick.mkdir()
    begun(NOON - timedelta(days=2))
    monkeypatch.setattr(backup_making, "write_archive", lambda path, now: path.write_bytes(b"archive"))
    monkeypatch.setattr(backup_making, "overwrite_log", lambda: None)

    backup = make_at_stop(now=NOON)

    copies = copy_state()
    assert copies is not None
    assert backup.read_bytes() == b"archive"
    if is_there:
        assert (stick / backup.name).read_bytes() == b"archive"
        assert (copies.last, copies.failure) == (NOON, "")
    else:
        assert not stick.exists()
        assert copies.last is None
        assert copies.failure
