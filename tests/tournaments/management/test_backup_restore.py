"""Saving an installation and putting it back: from every damaged state, and from sound archives only."""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import stat
import tempfile
import zipfile
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings as site
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from tests.factories.tournaments import make_user
from tests.installations import (
    Rows,
    all_documents,
    all_rows,
    database_in_file,
    make_site,
    put_document,
    unmigrate_sessions,
)
from tournaments.installation.stored_database import ASIDE, postgresql
from tournaments.management import replacing
from tournaments.management.installation import lock_data
from tournaments.management.migrating import has_migrations_to_apply

pytestmark = pytest.mark.django_db(transaction=True)

ON_SQLITE = connection.vendor == "sqlite"
Usage = namedtuple("Usage", "total used free")
Parts = dict[str, bytes]


@dataclass(frozen=True)
class Saved:
    """Archive, with the rows and documents that it holds."""

    path: Path
    rows: Rows
    documents: dict[str, bytes]


@pytest.fixture
def var(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """Yield the folder of a new installation without users."""
    settings.VAR_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "documents"
    with database_in_file(tmp_path / "var" / "etui.sqlite3"):
        yield tmp_path / "var"
        if not ON_SQLITE:
            run_sql(*(f'DROP SCHEMA "{name}" CASCADE' for name in schemas_aside()))


@pytest.fixture(scope="session")
def kept_sites(tmp_path_factory: pytest.TempPathFactory) -> list[Saved]:
    """The site of these tests once it is made: an evening takes a second."""
    return []


@pytest.fixture
def saved(var: Path, tmp_path: Path, settings: Any, kept_sites: list[Saved], tmp_path_factory: Any) -> Saved:
    """A site that was saved; here is another one, with its own person and document."""
    if not kept_sites:
        with database_in_file(tmp_path / "var" / "made.sqlite3"):
            make_site()
            path = tmp_path_factory.mktemp("saved") / "saved.zip"
            call_command("backup", str(path), stdout=StringIO())
            kept_sites.append(Saved(path, all_rows(), all_documents()))
        (var / "made.sqlite3").unlink(missing_ok=True)
        shutil.rmtree(site.MEDIA_ROOT)
    make_user("Reste")
    put_document("other.pdf", b"%PDF other")
    kept_site = kept_sites[0]
    return Saved(
        Path(shutil.copy(kept_site.path, tmp_path / "saved.zip")), kept_site.rows, kept_site.documents
    )


def restore(path: Path, *options: str) -> str:
    output = StringIO()
    call_command("restore", str(path), *options, stdout=output)
    return output.getvalue()


def living(var: Path) -> tuple[Any, ...]:
    """All that a refused restore must leave as it is."""
    connection.close()
    files = {str(path.relative_to(var)): path.read_bytes() for path in var.rglob("*") if path.is_file()}
    files = {
        name: content for name, content in files.items() if not name.endswith(("-shm", "-wal", "serve.lock"))
    }
    return files, all_rows(), list(User.objects.values_list("name", flat=True))


def schemas_aside() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE %s", [f"{ASIDE}%"])
        return [name for (name,) in cursor.fetchall()]


def run_sql(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


# --- what is there before -------------------------------------------------------------------------


def lost(database: Path) -> None:
    database.unlink()


def emptied(database: Path) -> None:
    database.write_bytes(b"")


def truncated(database: Path) -> None:
    os.truncate(database, database.stat().st_size // 2)


def garbage(database: Path) -> None:
    database.write_bytes(os.urandom(50_000))


def page_overwritten(database: Path) -> None:
    with open(database, "r+b") as file:
        file.seek(4096)
        file.write(os.urandom(3 * 4096))


def foreign_log(database: Path) -> None:
    for log in ("-wal", "-shm"):
        Path(f"{database}{log}").write_bytes(os.urandom(40_000))


def log_of_another(database: Path) -> None:
    """A log that SQLite would play back: a real one."""
    second_database = database.with_name("other.sqlite3")
    with closing(sqlite3.connect(second_database, isolation_level=None)) as database_connection:
        database_connection.execute("PRAGMA journal_mode=WAL")
        for number in range(50):
            database_connection.execute(f"CREATE TABLE song{number} (title)")
        shutil.copy(f"{second_database}-wal", f"{database}-wal")
    second_database.unlink()


def tables_missing(database: Path) -> None:
    with closing(sqlite3.connect(database)) as database_connection:
        for table in ("tournaments_play", "accounts_user", "django_migrations"):
            database_connection.execute(f"DROP TABLE {table}")


def folder_in_its_place(database: Path) -> None:
    database.unlink()
    (database / "something").mkdir(parents=True)


def sql(*statements: str) -> Callable[[Path], None]:
    return lambda _database: run_sql(*statements)


DAMAGES: dict[str, Callable[[Path], None]] = (
    {
        "lost": lost,
        "empty": emptied,
        "truncated": truncated,
        "garbage": garbage,
        "page overwritten": page_overwritten,
        "foreign log": foreign_log,
        "log of another": log_of_another,
        "tables missing": tables_missing,
        "a folder in its place": folder_in_its_place,
    }
    if ON_SQLITE
    else {
        "empty": sql("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"),
        "half restored": sql("DROP TABLE tournaments_resultslip CASCADE", "DROP TABLE django_migrations"),
        "newer": sql(
            "CREATE TABLE tournaments_tomorrow (club_id bigint REFERENCES tournaments_club (id))",
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_next', now())",
        ),
        "not ours": sql(
            "DROP SCHEMA public CASCADE", "CREATE SCHEMA public", "CREATE TABLE song (title text)"
        ),
    }
)


@pytest.mark.parametrize("damage", DAMAGES)
def test_restore_works_whatever_became_of_the_database_and_keeps_it_as_it_was(
    var: Path, saved: Saved, damage: str
) -> None:
    connection.close()
    database = var / "etui.sqlite3"
    DAMAGES[damage](database)
    damaged_bytes = database.read_bytes() if database.is_file() else None

    output = restore(saved.path)

    assert all_rows() == saved.rows
    assert all_documents() == saved.documents
    (former_data,) = (var / "backups").iterdir()
    assert f"Les données d’avant sont dans {former_data}" in output
    if former_data.is_dir():
        assert (former_data / "documents" / "printed" / "other.pdf").read_bytes() == b"%PDF other"
        assert damaged_bytes is None or (former_data / "etui.sqlite3").read_bytes() == damaged_bytes
    if not ON_SQLITE:
        schemas = schemas_aside()
        assert len(schemas) == (damage != "empty")
        assert all(f"schéma « {name} »" in output for name in schemas)
    assert not [*var.glob("*.aside"), *var.glob(".restoring*"), *var.glob("restoring*")]


@pytest.mark.postgres
def test_restore_brings_back_rows_and_documents_and_keeps_what_was_there(var: Path, saved: Saved) -> None:
    state_before = all_rows(), all_documents()

    output = restore(saved.path)

    assert (all_rows(), all_documents()) == (saved.rows, saved.documents)
    assert re.search(
        r"Sauvegarde du \d.* : 1 tournoi, 100 résultats saisis, 20 personnes, 1 document\.", output
    )
    (former_data,) = (var / "backups").glob("before-restore-*.zip")
    assert f"Les données d’avant sont dans {former_data}" in output
    restore(former_data)
    assert (all_rows(), all_documents()) == state_before


def test_restore_into_a_new_folder_needs_nothing_there(var: Path, saved: Saved) -> None:
    if ON_SQLITE:
        connection.close()
        shutil.rmtree(var)
    else:
        run_sql("DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
        shutil.rmtree(site.MEDIA_ROOT)

    output = restore(saved.path)

    assert (all_rows(), all_documents()) == (saved.rows, saved.documents)
    assert "Il n’y avait pas de données avant." in output


@pytest.mark.postgres
def test_restore_of_an_earlier_version_is_migrated(var: Path, saved: Saved, tmp_path: Path) -> None:
    unmigrate_sessions()
    call_command("backup", str(tmp_path / "older.zip"), stdout=StringIO())
    call_command("migrate", verbosity=0)
    User.objects.all().delete()

    restore(tmp_path / "older.zip")

    assert not has_migrations_to_apply()
    assert list(User.objects.values_list("name", "language")) == [("Reste", "")]


@pytest.mark.once
def test_archive_of_the_first_layout_is_still_read(var: Path, saved: Saved) -> None:
    def without_digests(parts: Parts) -> None:
        parts["about.json"] = json.dumps(
            {"layout": 1, "engine": connection.vendor, "made_at": "2026-11-20T20:00:00+00:00"}
        ).encode()

    restore(rewritten(saved.path, without_digests))

    assert all_rows() == saved.rows


@pytest.mark.once
def test_restore_forgets_messages_about_the_former_rows(var: Path, saved: Saved) -> None:
    message = var / "broker" / "celery" / "1.msg"
    message.parent.mkdir(parents=True)
    message.write_text("{}")

    restore(saved.path)

    assert not message.exists()


# --- what is not put in place ----------------------------------------------------------------------


def rewritten(path: Path, change: Callable[[Parts], None]) -> Path:
    """Return a copy of the archive `path` whose members went through `change`."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    copy = path.with_name("rewritten.zip")
    with zipfile.ZipFile(copy, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return copy


def consistent(parts: Parts, *, counted: bool = True) -> None:
    """Make the manifest consistent with the parts, like a person who knows the layout."""
    about = json.loads(parts["about.json"])
    about["parts"] = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        for name, content in parts.items()
        if name != "about.json"
    }
    if not counted:
        del about["rows"]
    parts["about.json"] = json.dumps(about).encode()


def with_parts(*, drop: str = "", **added: bytes) -> Callable[[Path], Path]:
    def change(parts: Parts) -> None:
        parts.pop(drop, None)
        parts.update({name.replace("__", "/"): content for name, content in added.items()})
        consistent(parts)

    return lambda path: rewritten(path, change)


def named(name: str) -> Callable[[Path], Path]:
    return with_parts(**{name: b"climbing"})


def said_otherwise(**changes: object) -> Callable[[Path], Path]:
    def change(parts: Parts) -> None:
        parts["about.json"] = json.dumps(json.loads(parts["about.json"]) | changes).encode()

    return lambda path: rewritten(path, change)


def cut_short(path: Path) -> Path:
    os.truncate(path, path.stat().st_size * 2 // 3)
    return path


def bit_flipped(path: Path) -> Path:
    with zipfile.ZipFile(path) as archive:
        place = archive.getinfo("database").header_offset + 2000
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    return path


def wrong_digest(path: Path) -> Path:
    return rewritten(path, lambda parts: parts.update({"documents/printed/seats.pdf": b"%PDF SEATS"}))


def document_missing(path: Path) -> Path:
    return rewritten(path, lambda parts: parts.pop("documents/printed/seats.pdf"))


def document_unsaid(path: Path) -> Path:
    return rewritten(path, lambda parts: parts.update({"documents/more.pdf": b"%PDF"}))


def twice_the_same_name(path: Path) -> Path:
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("database", b"another")
    return path


def symbolic_link(path: Path) -> Path:
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("documents/link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    return path


def longer_than_said(path: Path) -> Path:
    """A bomb that hides its size: its head declares ten bytes."""
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("documents/bomb", b"\0" * 10_000_000, zipfile.ZIP_DEFLATED)
        archive.getinfo("documents/bomb").file_size = 10
    return path


def no_archive(path: Path) -> Path:
    path.write_text("Bonjour", encoding="utf-8")
    return path


def no_bytes(path: Path) -> Path:
    path.write_bytes(b"")
    return path


NOT_OURS = "n’est pas une sauvegarde d’Étui, ou elle est abîmée"
REFUSED_ARCHIVES: list[tuple[str, Callable[[Path], Path], str]] = [
    ("absent", lambda path: path.with_name("none.zip"), "n’existe pas"),
    ("a folder", lambda path: path.parent, "n’existe pas"),
    ("no archive", no_archive, NOT_OURS),
    ("no bytes", no_bytes, NOT_OURS),
    ("cut short", cut_short, NOT_OURS),
    ("a bit flipped", bit_flipped, NOT_OURS),
    ("nothing about it", lambda path: rewritten(path, lambda parts: parts.pop("about.json")), NOT_OURS),
    ("about is a list", lambda path: rewritten(path, lambda p: p.update({"about.json": b"[1]"})), NOT_OURS),
    (
        "about is deep",
        lambda path: rewritten(path, lambda p: p.update({"about.json": b"[" * 10**5})),
        NOT_OURS,
    ),
    ("a newer layout", said_otherwise(layout=3), "version plus récente d’Étui"),
    ("another layout", said_otherwise(layout=0), NOT_OURS),
    ("a layout in words", said_otherwise(layout="3"), NOT_OURS),
    ("a version that is no number", said_otherwise(layout=3, program=["7"]), "version plus récente d’Étui"),
    ("parts are a list", said_otherwise(parts=["database"]), NOT_OURS),
    ("rows are other", said_otherwise(rows={"accounts_user": 7}), NOT_OURS),
    ("another engine", said_otherwise(engine="abacus"), "vient d’une installation sur abacus"),
    ("wrong digest", wrong_digest, NOT_OURS),
    ("document missing", document_missing, NOT_OURS),
    ("document unsaid", document_unsaid, NOT_OURS),
    ("no database", with_parts(drop="database"), NOT_OURS),
    ("climbing", named("documents/../../climbed"), NOT_OURS),
    ("climbing far", named("../climbed"), NOT_OURS),
    ("absolute", named("/climbed"), NOT_OURS),
    ("absolute document", named("documents//tmp/climbed"), NOT_OURS),
    ("with backslashes", named("documents/..\\climbed"), NOT_OURS),
    ("unknown part", named("secret_key"), NOT_OURS),
    ("same name twice", twice_the_same_name, NOT_OURS),
    ("symbolic link", symbolic_link, NOT_OURS),
    ("longer than said", longer_than_said, NOT_OURS),
    ("garbage for a database", with_parts(database=b"\1" * 9000), "est abîmée"),
    ("file for a folder", with_parts(documents__printed=b"file"), "ne peut pas être écrit"),
]


@pytest.mark.once
def test_unusable_archives_are_refused_and_change_nothing(
    var: Path, saved: Saved, subtests: pytest.Subtests
) -> None:
    state_before = living(var)

    for name, change, message in REFUSED_ARCHIVES:
        with subtests.test(name):
            archive = change(copied(saved))
            for options in ((), ("--check",)):
                with pytest.raises(CommandError, match=message):
                    restore(archive, *options)
            assert living(var) == state_before


def copied(saved: Saved) -> Path:
    """Return a copy of the archive for one more change."""
    return Path(shutil.copy(saved.path, saved.path.with_name("copy.zip")))


def other_database(
    change: Callable[[sqlite3.Connection], object], *, counted: bool
) -> Callable[[Path], Path]:
    """Return a function that builds an archive whose SQLite database went through `change`.

    Its counts stay, or are absent.
    """

    def altered(parts: Parts) -> None:
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(parts["database"])
            change(database)
            database.commit()
            parts["database"] = database.serialize()
        consistent(parts, counted=counted)

    return lambda path: rewritten(path, altered)


def all_dropped(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA foreign_keys=OFF")
    tables = database.execute(
        "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'"
    )
    for (name,) in tables.fetchall():
        database.execute(f'DROP TABLE "{name}"')


def of_another_program(database: sqlite3.Connection) -> None:
    all_dropped(database)
    database.execute("CREATE TABLE song (title)")


def other_dump(change: str, undo: str) -> Callable[[Path], Path]:
    """An archive whose dump of PostgreSQL was made between `change` and `undo`."""

    def altered(parts: Parts) -> None:
        run_sql(change)
        with tempfile.TemporaryDirectory() as folder:
            postgresql("pg_dump", "--format=custom", "--exclude-schema=hidden", f"--file={folder}/dump")
            parts["database"] = Path(folder, "dump").read_bytes()
        run_sql(undo)
        consistent(parts, counted=False)

    return lambda path: rewritten(path, altered)


NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_next', '2030-01-01')"
FORMER_NAME = NEWER.replace("9999_next", "0002_opened_boards")
FORMER_PARTS = """
PRAGMA foreign_keys=OFF; DROP TABLE rooms_silence; DROP TABLE rooms_clubtable;
ALTER TABLE rooms_room RENAME COLUMN has_free_words TO words;
"""
"""A state of 27 November 2026 had just the migrations of the first version by name."""
EARLIER = "antérieur à sa première version"
NOBODY = """
PRAGMA foreign_keys=OFF; DELETE FROM tournaments_membership; DELETE FROM tournaments_auditevent;
DELETE FROM accounts_user;
"""
TRIGGER = "CREATE TRIGGER t AFTER INSERT ON tournaments_club BEGIN DELETE FROM accounts_user; END"
TO_NOBODY = "UPDATE tournaments_membership SET user_id = 999999"


def doing(statement: str, *, counted: bool = False) -> Callable[[Path], Path]:
    return other_database(lambda database: database.executescript(statement), counted=counted)


REFUSED_DATABASES: dict[str, tuple[Callable[[Path], Path], str]] = (
    {
        "empty file": (with_parts(database=b""), "La base de données est vide"),
        "no table": (other_database(all_dropped, counted=False), "La base de données est vide"),
        "another program": (other_database(of_another_program, counted=False), "n’est pas celle d’Étui"),
        "newer": (doing(NEWER), "version plus récente d’Étui"),
        "former migration": (doing(f"{NEWER}; {FORMER_NAME}"), EARLIER),
        "former first migration": (doing(FORMER_PARTS), EARLIER),
        "table missing": (doing("DROP TABLE tournaments_ruling"), "manque une partie de la base"),
        "column missing": (
            doing("ALTER TABLE tournaments_club DROP COLUMN name"),
            "manque une partie de la base",
        ),
        "nobody": (doing(NOBODY), "n’a aucun compte"),
        "a key to nobody": (doing(TO_NOBODY, counted=True), "est abîmée"),
        "rows missing": (doing("DELETE FROM tournaments_standings", counted=True), NOT_OURS),
        "trigger": (doing(TRIGGER, counted=True), "n’est pas celle d’Étui"),
    }
    if ON_SQLITE
    else {
        "empty file": (with_parts(database=b""), "est abîmée"),
        "newer": (
            other_dump(NEWER, "DELETE FROM django_migrations WHERE name = '9999_next'"),
            "version plus récente d’Étui",
        ),
        "former migration": (
            other_dump(FORMER_NAME, "DELETE FROM django_migrations WHERE name = '0002_opened_boards'"),
            EARLIER,
        ),
        "table missing": (
            other_dump(
                "ALTER TABLE tournaments_ruling RENAME TO elsewhere",
                "ALTER TABLE elsewhere RENAME TO tournaments_ruling",
            ),
            "manque une partie de la base",
        ),
        "function": (
            other_dump("CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", "DROP FUNCTION f()"),
            "n’est pas celle d’Étui",
        ),
        "no table": (
            other_dump(
                "ALTER SCHEMA public RENAME TO hidden",
                "ALTER SCHEMA hidden RENAME TO public",
            ),
            "La base de données est vide",
        ),
    }
)


def test_archives_with_a_database_that_is_not_ours_change_nothing(
    var: Path, saved: Saved, subtests: pytest.Subtests
) -> None:
    state_before = living(var)

    for name, (change, message) in REFUSED_DATABASES.items():
        with subtests.test(name):
            archive = change(copied(saved))
            with pytest.raises(CommandError, match=message):
                restore(archive)
            assert living(var) == state_before


@pytest.mark.once
def test_archive_that_the_disk_has_no_room_for_is_refused(
    var: Path, saved: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    state_before = living(var)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9 - 10**8, 10**8))

    with pytest.raises(CommandError, match="pas assez de place sur le disque"):
        restore(saved.path)

    assert living(var) == state_before


# --- interrupted ------------------------------------------------------------------------------------


class Killed(BaseException):
    """Ends everything at once, as SIGKILL or a power cut."""


def killed(*arguments: object) -> None:
    raise Killed


@pytest.mark.postgres
@pytest.mark.parametrize("moment", ["_put_in_place", "migrate_database", "_judge_new"])
def test_killed_restore_leaves_the_former_state_to_the_next_start(
    var: Path, saved: Saved, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    state_before = all_rows(), all_documents()
    with monkeypatch.context() as patch:
        patch.setattr(replacing, moment, lambda *arguments, **options: killed())
        patch.setattr(replacing, "_put_back_at_once", killed)
        with pytest.raises(Killed):
            restore(saved.path)
    assert not moment.startswith("_judge") or all_rows() != state_before[0]

    assert replacing.finish_interrupted()

    assert (all_rows(), all_documents()) == state_before
    assert not [*var.glob("*.aside"), *var.glob("restoring*")]


def test_restore_killed_when_it_was_done_stays_done(
    var: Path, saved: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(replacing, "_let_go", killed)
        patch.setattr(replacing, "_put_back_at_once", killed)
        with pytest.raises(Killed):
            restore(saved.path)

    assert not replacing.finish_interrupted()

    assert (all_rows(), all_documents()) == (saved.rows, saved.documents)
    assert not [*var.glob("*.aside"), *var.glob("restoring*")]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=repr)
def test_restore_that_fails_half_way_puts_everything_back(
    var: Path, saved: Saved, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    state_before = all_rows(), all_documents()
    monkeypatch.setattr(replacing, "_judge_new", fail)

    with pytest.raises(CommandError, match="rien n’est changé"):
        restore(saved.path)

    assert (all_rows(), all_documents()) == state_before


def test_restore_under_a_running_site_is_refused(var: Path, saved: Saved) -> None:
    with lock_data(var), pytest.raises(CommandError, match="déjà démarré"):
        restore(saved.path)
    if not ON_SQLITE:  # on a server it is known by its connections
        database_settings = connection.settings_dict
        address = f"postgres://{database_settings['USER']}@{database_settings['HOST']}:{database_settings['PORT']}/{database_settings['NAME']}"
        with closing(psycopg.connect(address)), pytest.raises(CommandError, match="Le site est en marche"):
            restore(saved.path)


# --- saving ----------------------------------------------------------------------------------------


def test_check_says_what_an_archive_holds_and_changes_nothing(var: Path, saved: Saved) -> None:
    state_before = living(var)

    output = restore(saved.path, "--check")

    assert re.search(
        r"Sauvegarde du .* : 1 tournoi, 100 résultats saisis, 20 personnes, 1 document\.", output
    )
    assert "Cette sauvegarde est bonne. Rien n’a été changé." in output
    assert living(var) == state_before


def test_backup_says_what_it_holds_and_is_for_its_owner_only(var: Path, saved: Saved, tmp_path: Path) -> None:
    output = StringIO()

    call_command("backup", str(tmp_path / "made.zip"), stdout=output)

    assert "Sauvegarde écrite" in output.getvalue()
    assert "0 tournoi," in output.getvalue()
    assert (tmp_path / "made.zip").stat().st_mode & 0o077 == 0


@pytest.mark.once
def test_backup_without_a_name_is_dated_and_kept_with_the_data(var: Path) -> None:
    call_command("backup", stdout=StringIO())

    (backup,) = (var / "backups").iterdir()
    assert re.fullmatch(r"etui-\d{8}-\d{6}-\d{6}\.zip", backup.name)


@pytest.mark.once
def test_backup_never_overwrites(var: Path, saved: Saved) -> None:
    content = saved.path.read_bytes()

    with pytest.raises(CommandError, match="existe déjà"):
        call_command("backup", str(saved.path))

    assert saved.path.read_bytes() == content


@pytest.mark.parametrize("damage", [name for name in DAMAGES if name not in ("foreign log", "newer")])
def test_backup_of_damaged_data_is_refused_and_leaves_no_file(
    var: Path, saved: Saved, tmp_path: Path, damage: str
) -> None:
    connection.close()
    DAMAGES[damage](var / "etui.sqlite3")

    with pytest.raises(CommandError, match="base de données"):
        call_command("backup", str(tmp_path / "new" / "made.zip"))

    assert not list((tmp_path / "new").iterdir())
    restore(saved.path)  # PostgreSQL: the next test finds its tables


def test_backup_that_the_disk_cuts_short_is_refused_and_leaves_no_file(
    var: Path, saved: Saved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(CommandError, match="ne peut pas être écrit"):
        call_command("backup", str(tmp_path / "new" / "made.zip"))

    assert not list((tmp_path / "new").iterdir())


@pytest.mark.once
def test_archive_names_its_engine_and_the_digest_of_every_part(saved: Saved) -> None:
    with zipfile.ZipFile(saved.path) as archive:
        about = json.loads(archive.read("about.json"))
        parts = {name: archive.read(name) for name in archive.namelist() if name != "about.json"}

    assert about["engine"] == connection.vendor
    assert {name: part["sha256"] for name, part in about["parts"].items()} == {
        name: hashlib.sha256(content).hexdigest() for name, content in parts.items()
    }
