"""Messages and checks about the data before the site starts."""

import os
import shutil
import sqlite3
import stat
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from common.installation.private_files import make_new_files_private
from tests.factories.tournaments import make_club, make_user
from tests.installations import database_in_file, put_document, unmigrate_sessions
from tests.kept_schema import restore_schema
from tournaments.installation.archive import dated_path
from tournaments.installation.backups import backup_state, is_wanted
from tournaments.management import installation, migrating, replacing
from tournaments.management.installation import prepare_installation, save_before_stop
from tournaments.management.migrating import has_migrations_to_apply
from tournaments.models import AuditEvent
from tournaments.trace.services.trace import record_event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]

RESTORE = "manage.py restore"


@pytest.fixture
def database(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """The database of a site with one account."""
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path / "var", tmp_path / "var" / "documents"
    path = tmp_path / "var" / "etui.sqlite3"
    with database_in_file(path):
        make_user("Anne")
        connection.close()
        yield path


def prepare() -> list[str]:
    messages: list[str] = []
    prepare_installation(messages.append)
    return messages


def refused() -> str:
    """Return the message at a start of the site on unusable data."""
    with pytest.raises(AppError) as caught:
        prepare()
    connection.close()
    return str(caught.value.message)


def change(database: Path, *statements: str) -> None:
    with closing(sqlite3.connect(database)) as opened:
        for statement in statements:
            opened.execute(statement)
        opened.commit()


def drop_everything(database: Path) -> None:
    database.unlink()
    change(database, "CREATE TABLE song (title)")


DAMAGES: dict[str, tuple[Callable[[Path], object], str, bool]] = {
    "garbage": (lambda path: path.write_bytes(os.urandom(9000)), "La base de données est abîmée", True),
    "truncated": (lambda path: os.truncate(path, 100_000), "La base de données est abîmée", True),
    "another program": (drop_everything, "n’est pas celle d’Étui", True),
    "table missing": (
        lambda path: change(path, "DROP TABLE tournaments_ruling"),
        "Il manque une partie de la base de données",
        True,
    ),
    "newer": (
        lambda path: change(
            path, "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_next', '')"
        ),
        "version plus récente d’Étui",
        False,
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_data_that_cannot_be_used_is_told_with_what_to_do_and_left_alone(database: Path, damage: str) -> None:
    spoil, expected, is_restore_advised = DAMAGES[damage]
    saved = dated_path("nightly", now=timezone.now())
    saved.parent.mkdir(parents=True)
    saved.touch()
    spoil(database)
    content = database.read_bytes()

    message = refused()

    assert expected in message
    assert (f"{RESTORE} {saved}" in message) == is_restore_advised
    assert database.read_bytes() == content


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b"")], ids=["absent", "empty"])
def test_lost_database_is_not_replaced_by_an_empty_one(
    database: Path, lose: Callable[[Path], object]
) -> None:
    call_command("backup", verbosity=0, stdout=StringIO())
    connection.close()
    lose(database)

    message = refused()

    assert "n’est plus là" in message
    assert RESTORE in message
    assert not database.exists() or not database.stat().st_size


def test_interrupted_restore_is_undone_at_the_next_start(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("backup", str(tmp_path / "saved.zip"), stdout=StringIO())
    make_user("Reste")
    with monkeypatch.context() as patch:
        patch.setattr(replacing, "_judge_new", lambda *_: (_ for _ in ()).throw(SystemExit))
        patch.setattr(replacing, "_put_back_at_once", lambda *_: None)
        with pytest.raises(SystemExit):
            call_command("restore", str(tmp_path / "saved.zip"))
    assert User.objects.count() == 1

    messages = prepare()

    assert "les données d’avant sont revenues" in messages[0]
    assert User.objects.count() == 2


def test_data_is_saved_before_a_migration_and_only_then(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = database.parent / "backups"
    with monkeypatch.context() as patch:
        patch.setattr(migrating, "call_command", None)  # nothing to apply: not even `migrate` runs
        assert prepare() == []
    assert not list(backups.glob("*.zip"))
    unmigrate_sessions()

    messages = prepare()

    assert messages == ["Nouvelle version : sauvegarde des données avant de les mettre à jour…"]
    assert not has_migrations_to_apply()
    (backup,) = backups.glob("before-migration-*.zip")
    make_user("Nouveau")
    call_command("restore", str(backup), stdout=StringIO())
    assert list(User.objects.values_list("name", flat=True)) == ["Anne"]


def test_without_a_backup_nothing_is_migrated(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unmigrate_sessions()
    monkeypatch.setattr(
        "tournaments.installation.archive.shutil.disk_usage", lambda path: type("Usage", (), {"free": 10**7})
    )

    message = refused()

    assert "la sauvegarde d’avant n’a pas pu être faite" in message
    assert "pas assez de place sur le disque" in message
    with closing(sqlite3.connect(database)) as opened:
        tables = {row[0] for row in opened.execute("SELECT name FROM sqlite_master")}
    assert "accounts_user" in tables
    assert "django_session" not in tables
    assert backup_state(now=timezone.now()).failure


def test_first_start_expects_backups_from_now_on_and_keeps_its_data_private(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The umask of the starting user has no effect, not even on SQLite's log.

    The tables are those of all tests.
    """
    database.unlink()
    monkeypatch.setattr(installation, "migrate_database", lambda: restore_schema(connection))
    previous_umask = os.umask(0)
    make_new_files_private()
    try:
        messages = prepare()
        make_user()
        files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in database.parent.glob("etui*")}
    finally:
        os.umask(previous_umask)

    assert messages == ["Premier démarrage : préparation de la base de données…"]
    assert files == dict.fromkeys(("etui.sqlite3", "etui.sqlite3-wal", "etui.sqlite3-shm"), 0o600)
    assert backup_state(now=timezone.now()).expected_since is not None
    assert not list((database.parent / "backups").glob("*.zip"))


def test_data_found_with_wider_rights_is_the_owners_alone_after_a_start(database: Path) -> None:
    var = database.parent
    (var / "broker" / "celery").mkdir(parents=True)
    (var / "broker" / "celery" / "1.msg").touch()
    (var / "backups").mkdir()
    (var / "backups" / "etui-1.zip").touch()
    (var / "logs").mkdir()
    (var / "logs" / "etui.log").touch()
    (var / "photos of mine").mkdir()
    put_document("scan.jpg", b"scan")
    make_user()  # makes the log of SQLite
    for path in [var, *var.rglob("*")]:
        path.chmod(0o777 if path.is_dir() else 0o666)

    prepare()

    wide = [
        str(path.relative_to(var))
        for path in [var, *var.rglob("*")]
        if stat.S_IMODE(path.stat().st_mode) & 0o077
    ]
    assert wide == ["photos of mine"]


def change_at(when: datetime) -> None:
    """Let a club do something at a moment, as the trace has it."""
    record_event(club=make_club(), actor=None, action="club.created", subject="Club")
    AuditEvent.objects.update(created_at=when)


@pytest.mark.parametrize(
    ("minutes_since_change", "expected"), [pytest.param(5, 1, id="changed"), pytest.param(60, 0, id="saved")]
)
def test_a_laptop_that_stops_or_starts_on_data_that_no_backup_has_makes_one(
    database: Path, monkeypatch: pytest.MonkeyPatch, minutes_since_change: int, expected: int
) -> None:
    current_time = timezone.now()
    prepare_installation(lambda text: None)
    change_at(current_time - timedelta(minutes=minutes_since_change))
    last = dated_path("nightly", now=current_time - timedelta(minutes=30))
    last.touch()
    messages: list[str] = []

    prepare_installation(messages.append)
    is_due_at_start = is_wanted()
    save_before_stop(messages.append)

    assert is_due_at_start is bool(expected)
    assert len(list(last.parent.glob("evening-*.zip"))) == expected
    assert any("Sauvegarde écrite" in text for text in messages) is bool(expected)
    assert not is_wanted()


def test_the_first_start_makes_no_backup_of_its_demonstration(database: Path) -> None:
    change_at(timezone.now())

    prepare_installation(lambda text: None)

    assert not is_wanted()


def test_a_backup_that_fails_at_the_stop_is_told_and_stops_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare_installation(lambda text: None)
    change_at(timezone.now())
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 0))
    messages: list[str] = []

    save_before_stop(messages.append)

    assert "La sauvegarde n’a pas pu être faite. Il n’y a pas assez de place" in messages[-1]
