"""Restoring an archive over the present installation: completely, or not at all.

The former database and documents are set aside under another name beside their place, which needs no room
and works whatever state they are in; the new ones take their place, are migrated and judged; then the
former go. `restoring.json` says how far that is: whatever stops this process, even a power cut, the next
start puts the former state back (`finish_interrupted`).

On PostgreSQL the former tables are set aside in a schema, and the new ones come in one transaction. In
a bucket nothing is set aside: the archive's files come beside the former ones, which go last. The journal
names both.
"""

import json
import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError
from common.installation.private_files import not_writable, private, private_folder
from tournaments.installation.archive import (
    DATABASE,
    DOCUMENTS,
    Archive,
    dated_path,
    keep_archive,
    unpack,
    write_archive,
)
from tournaments.installation.disk import sync_folder, tighten
from tournaments.installation.file_storages import documents, is_on_disk
from tournaments.installation.stored_database import (
    ASIDE,
    away,
    damaged,
    judge,
    judge_rows,
    postgresql,
    read_contents,
    read_living,
)
from tournaments.installation.stored_database import sqlite_path as database_path

LOGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database: of no use, or worse, beside another one."""
PARTING_SECONDS = 2.0
"""In which a connection to PostgreSQL that was closed is gone, on a machine that is busy."""


@dataclass(frozen=True)
class ReplacedInstallation:
    """What a restore has put in place."""

    archive: Archive
    kept: Path | None
    """Where the former state is: an archive, or its files as they were; None when there was nothing."""
    kept_schema: str | None
    """PostgreSQL: where the former tables are that no archive could be made of."""


def check_archive(path: Path) -> Archive:
    """Judge the archive `path` as a restore would, and change nothing.

    Raises:
        AppError: as `tournaments.installation.archive.unpack`.
    """
    with _scratch() as folder:
        return unpack(path, Path(folder))


def replace_installation(path: Path, *, now: datetime) -> ReplacedInstallation:
    """Put what the archive `path` holds in place of the present installation, whatever state that is in.

    Nobody may be using the site meanwhile: the caller sees to it.

    Raises:
        AppError: as `archive.unpack`; `site_running`; `not_replaced`. Nothing has changed then.
    """
    with _scratch() as folder:
        finish_interrupted()
        archive = unpack(path, Path(folder))
        _refuse_company()
        kept = _save_former(now)
        raw = None if kept else dated_path("before-restore", now=now).with_suffix("")
        schema = _replace(Path(folder), archive, raw)
    _forget_messages()
    return ReplacedInstallation(archive, raw if raw is not None and raw.exists() else kept, schema)


def finish_interrupted() -> bool:
    """End a restore that was stopped half-way; returns whether the former state was put back.

    Called before anything is read: at every start, and before a restore.
    """
    journal = _journal()
    if not journal.exists():
        return False
    try:
        said = json.loads(journal.read_text(encoding="utf-8"))
    except ValueError:  # cut short: nothing was moved yet
        said = {"paths": [], "existed": [], "done": False, "raw": None}
    if said["done"]:
        _let_go(said)
        return False
    _put_back(said)
    return True


def _scratch() -> "tempfile.TemporaryDirectory[str]":
    folder = Path(settings.VAR_DIR)
    try:
        return tempfile.TemporaryDirectory(dir=private_folder(folder), prefix=".restoring-")
    except OSError as error:
        raise not_writable(folder, error) from error


def _save_former(now: datetime) -> Path | None:
    """An archive of the present state, if it can be had; else its files will be kept as they are."""
    path = dated_path("before-restore", now=now)
    try:
        write_archive(path, now=now)
        return keep_archive(path)
    except AppError:
        return None


def _replace(folder: Path, archive: Archive, raw: Path | None) -> str | None:
    """The step itself; `raw` is where the former files are kept, None when they need not be.

    Returns the schema in which former tables are kept, if any.
    """
    connection.close()  # the last one to leave SQLite's log takes it along
    places = _places()
    existed = [path for path in places if path.exists()]
    journal: dict[str, Any] = {
        "paths": [str(path) for path in places],
        "existed": [str(path) for path in existed],
        "raw": str(raw) if raw else None,
        "done": False,
    }
    if not is_on_disk("default"):
        journal |= {"files": [name for name, _size in documents().walk()], "incoming": _unpacked(folder)}
    try:
        _write_journal(journal)
        for path in existed:
            os.replace(path, _aside(path))
            sync_folder(path.parent)
        if connection.vendor == "postgresql":
            _set_tables_aside()
        _put_in_place(folder)
        call_command("migrate", verbosity=0, interactive=False)
        _judge_new(archive)
        _write_journal(journal | {"done": True})
    except BaseException as error:
        _put_back_at_once(journal)
        if isinstance(error, OSError | DatabaseError | sqlite3.Error | AppError):
            why = error.message if isinstance(error, AppError) else error
            raise AppError(
                "not_replaced",
                _("La sauvegarde n’a pas pu être mise en place, rien n’est changé. %(why)s") % {"why": why},
            ) from error
        raise
    return _let_go(journal)


def _put_back_at_once(journal: dict[str, Any]) -> None:
    try:
        _put_back(journal)
    except (OSError, DatabaseError) as error:
        raise AppError(
            "half_replaced",
            _(
                "La remise en place s’est arrêtée à mi-chemin : %(why)s. Les données d’avant ne sont pas "
                "perdues : elles reviendront quand vous relancerez cette commande, ou Étui."
            )
            % {"why": error},
        ) from error


def _judge_new(archive: Archive) -> None:
    """The new database as it is now, migrated: whole, and nothing of the archive's lost on the way."""
    living = read_living()
    judge(living)
    path = database_path()
    if path is not None:
        connection.close()
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        contents = read_contents(path)
        judge_rows(contents)
        rows = contents.rows
    else:
        with connection.cursor() as cursor:
            rows = {table: _count(cursor, table) for table in living.columns}
    if not archive.contents.is_older and any(
        rows.get(table, 0) < count for table, count in archive.contents.rows.items()
    ):
        raise damaged(_("il y manque des lignes de la sauvegarde"))


def _count(cursor: Any, table: str) -> int:
    cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608
    return int(cursor.fetchone()[0])


def _places() -> list[Path]:
    """What is replaced, in the order in which it is set aside: a log belongs to the database still there."""
    database = database_path()
    files = [] if database is None else [*(Path(f"{database}{log}") for log in LOGS), database]
    return [*files, Path(settings.MEDIA_ROOT)] if is_on_disk("default") else files


def _put_in_place(folder: Path) -> None:
    path = database_path()
    if path is None:
        options = [
            "--no-owner",
            "--no-privileges",
            "--schema=public",
            "--single-transaction",
            "--exit-on-error",
        ]
        name = connection.settings_dict["NAME"]
        postgresql("pg_restore", *options, f"--dbname={name}", str(folder / DATABASE))
    else:
        private_folder(path.parent)
        _move(folder / DATABASE, path)
    place = Path(settings.MEDIA_ROOT)
    if not is_on_disk("default"):
        _add_files(folder)
    elif (folder / DOCUMENTS).exists():
        _move(folder / DOCUMENTS, place)
    else:
        private_folder(place)


def _unpacked(folder: Path) -> list[str]:
    """Return the names of the archive's documents."""
    root = folder / DOCUMENTS
    return [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]


def _add_files(folder: Path) -> None:
    """Put the documents of the archive into the bucket. Files of the same name and size stay as they are."""
    sizes = dict(documents().walk())
    for name in _unpacked(folder):
        path = folder / DOCUMENTS / name
        if sizes.get(name) != path.stat().st_size:
            default_storage.delete(name)
            with open(path, "rb") as file:
                default_storage.save(name, File(file))


def _take_from_bucket(name: str, copy: Path | None) -> None:
    """Remove a former document, after copying it where a person wants it kept."""
    if copy is not None and default_storage.exists(name):
        private_folder(copy.parent)
        with open(copy, "wb", opener=private) as file:
            documents().fetch(name, file)
    default_storage.delete(name)


def _move(source: Path, target: Path) -> None:
    shutil.move(source, target)
    sync_folder(target.parent)


def _put_back(journal: dict[str, Any]) -> None:
    """Undo what was done of the step; safe to be interrupted and done again."""
    connection.close()
    for path in map(Path, journal["paths"]):
        aside = _aside(path)
        if aside.exists():
            _remove(path)
            os.replace(aside, path)
            sync_folder(path.parent)
        elif str(path) not in journal["existed"]:
            _remove(path)
    for name in set(journal.get("incoming", ())) - set(journal.get("files", ())):
        default_storage.delete(name)
    if connection.vendor == "postgresql":
        _put_tables_back()
    _journal().unlink(missing_ok=True)


def _let_go(journal: dict[str, Any]) -> str | None:
    """The step is done: keep the former files in the folder `raw` of the journal, or remove them.

    Returns the schema in which former tables are kept, if any.
    """
    schema, raw = None, journal["raw"]
    for path in map(Path, journal["paths"]):
        aside = _aside(path)
        if raw is not None and aside.exists():
            shutil.move(aside, private_folder(Path(raw)) / path.name)
        _remove(aside)
    for name in sorted(set(journal.get("files", ())) - set(journal.get("incoming", ()))):
        _take_from_bucket(name, None if raw is None else Path(raw) / DOCUMENTS / name)
    if raw is not None:
        tighten([Path(raw)])
    if connection.vendor == "postgresql":
        schema = _let_tables_go(None if raw is None else Path(raw).name.removeprefix("before-restore-"))
    _journal().unlink(missing_ok=True)
    return schema


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.aside")


def _journal() -> Path:
    return Path(settings.VAR_DIR) / "restoring.json"


def _write_journal(said: dict[str, object]) -> None:
    part = _journal().with_suffix(".part")
    with open(part, "w", encoding="utf-8", opener=private) as file:
        json.dump(said, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, _journal())
    sync_folder(part.parent)


def _forget_messages() -> None:
    """Messages to the worker that name rows of the former database; the sweep asks for what is needed."""
    with suppress(OSError):
        for message in (Path(settings.VAR_DIR) / "broker").rglob("*.msg"):
            message.unlink(missing_ok=True)


# --- PostgreSQL -----------------------------------------------------------------------------------


def _refuse_company() -> None:
    """On a server the pages and the worker hold the database, which no lock of ours tells.

    A connection that was just closed, as ours, is listed until its process is gone.
    """
    if connection.vendor != "postgresql":
        return
    connection.close()
    end = time.monotonic() + PARTING_SECONDS
    while (others := _count_others()) and time.monotonic() < end:
        time.sleep(0.1)
    if others:
        told = ngettext(
            "Le site est en marche : %(others)s connexion à la base de données. Arrêtez-le d’abord : "
            "docker compose stop web worker beat",
            "Le site est en marche : %(others)s connexions à la base de données. Arrêtez-le d’abord : "
            "docker compose stop web worker beat",
            others,
        )
        raise AppError("site_running", told % {"others": others})


def _count_others() -> int:
    """Connections to the database but this one."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            return int(cursor.fetchone()[0])
    except DatabaseError as error:
        raise away(error) from error


_MOVE_TABLES = """
DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = '{source}' AND c.relkind IN ('r', 'p') LOOP
    EXECUTE format('ALTER TABLE {source}.%I SET SCHEMA {target}', each.relname);
  END LOOP;
END $$
"""
"""Indexes, and sequences that belong to a column, go along."""
_DROP_TABLES = """
DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') LOOP
    EXECUTE format('DROP TABLE IF EXISTS public.%I CASCADE', each.relname);
  END LOOP;
END $$
"""


def _set_tables_aside() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {ASIDE}")
        cursor.execute(_MOVE_TABLES.format(source="public", target=ASIDE))
    connection.close()


def _put_tables_back() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [ASIDE])
        if cursor.fetchone():
            cursor.execute(_DROP_TABLES)
            cursor.execute(_MOVE_TABLES.format(source=ASIDE, target="public"))
            cursor.execute(f"DROP SCHEMA {ASIDE}")
    connection.close()


def _let_tables_go(kept: str | None) -> str | None:
    """Drop the former tables, or keep them in a schema that the name `kept` ends; returns its name."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(c.oid) FROM pg_namespace n LEFT JOIN pg_class c ON n.oid = c.relnamespace"
            " WHERE n.nspname = %s GROUP BY n.oid",
            [ASIDE],
        )
        found = cursor.fetchone()
        if found is None:
            return None
        if kept is None or not found[0]:
            cursor.execute(f"DROP SCHEMA {ASIDE} CASCADE")
            return None
        cursor.execute(f'ALTER SCHEMA {ASIDE} RENAME TO "{ASIDE}_{kept}"')
    return f"{ASIDE}_{kept}"
