"""Replacement of the present installation by an archive: completely, or not at all.

A restore has four steps:

- The former database and documents are renamed beside their place. This takes no space and works in any
  state.
- The new ones take their place.
- They are migrated and checked.
- The former ones are removed.

The journal `restoring.json` records the progress. If the process stops, even in a power cut, the next start
restores the former state, or completes the last step (`finish_interrupted`).

On PostgreSQL the former tables move to another schema, and the new ones come in one transaction. In a bucket
nothing is renamed: the archive's files are added beside the former ones, which are removed last. The journal
lists both.
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
from common.installation.private_files import make_private_folder, open_privately
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
    check_stored_database,
    damaged,
    judge_rows,
    postgresql,
    read_contents,
    read_living,
)
from tournaments.installation.stored_database import sqlite_path as database_path
from tournaments.installation.unwritable import unwritable_error

LOGS = ("-wal", "-shm", "-journal")
"""Suffixes of SQLite's files beside a database. They are useless or harmful beside another database."""
PARTING_SECONDS = 2.0
"""Seconds after which a closed connection to PostgreSQL has ended, on a busy machine."""


@dataclass(frozen=True)
class ReplacedInstallation:
    """The result of a restore."""

    archive: Archive
    kept: Path | None
    """Path of the former state: an archive, or a folder of its files; None if there was no former state."""
    kept_schema: str | None
    """PostgreSQL schema with former tables that could not be archived."""


def check_archive(path: Path) -> Archive:
    """Check the archive `path` as a restore would, and change nothing.

    Raises:
        AppError: as `tournaments.installation.archive.unpack`.
    """
    with _scratch_folder() as folder:
        return unpack(path, Path(folder))


def replace_installation(path: Path, *, now: datetime) -> ReplacedInstallation:
    """Replace the present installation, even a damaged one, by the content of the archive `path`.

    The caller makes sure that the site is not in use.

    Raises:
        AppError: as `archive.unpack`; `site_running`; `not_replaced`. Nothing has changed then.
    """
    with _scratch_folder() as folder:
        finish_interrupted()
        archive = unpack(path, Path(folder))
        _refuse_connections()
        archive_of_former = _save_former(now)
        raw = None if archive_of_former else dated_path("before-restore", now=now).with_suffix("")
        schema = _replace(Path(folder), archive, raw)
    _forget_messages()
    return ReplacedInstallation(
        archive, raw if raw is not None and raw.exists() else archive_of_former, schema
    )


def finish_interrupted() -> bool:
    """Complete or undo an interrupted restore. Return whether the former state was restored.

    Call it before anything is read: at every start, and before a restore.
    """
    journal = _journal_path()
    if not journal.exists():
        return False
    try:
        entries = json.loads(journal.read_text(encoding="utf-8"))
    except ValueError:  # the journal is incomplete: nothing was moved yet
        entries = {"paths": [], "existed": [], "done": False, "raw": None}
    if entries["done"]:
        _let_go(entries)
        return False
    _put_back(entries)
    return True


def _scratch_folder() -> "tempfile.TemporaryDirectory[str]":
    folder = Path(settings.VAR_DIR)
    try:
        return tempfile.TemporaryDirectory(dir=make_private_folder(folder), prefix=".restoring-")
    except OSError as error:
        raise unwritable_error(folder, error) from error


def _save_former(now: datetime) -> Path | None:
    """Archive the present state and return the path; None if it cannot be archived."""
    path = dated_path("before-restore", now=now)
    try:
        write_archive(path, now=now)
        return keep_archive(path)
    except AppError:
        return None


def _replace(folder: Path, archive: Archive, raw: Path | None) -> str | None:
    """Replace the data. `raw` is the folder for the former files, None if they are archived.

    Return the schema in which former tables remain, if any.
    """
    connection.close()  # the last connection to close removes SQLite's log
    places = _replaced_paths()
    present_paths = [path for path in places if path.exists()]
    journal: dict[str, Any] = {
        "paths": [str(path) for path in places],
        "existed": [str(path) for path in present_paths],
        "raw": str(raw) if raw else None,
        "done": False,
    }
    if not is_on_disk("default"):
        journal |= {
            "files": [name for name, _size in documents().walk()],
            "incoming": _document_names(folder),
        }
    try:
        # the journal is on the disk before the first file moves
        _write_journal(journal)
        for path in present_paths:
            os.replace(path, _aside_path(path))
            sync_folder(path.parent)
        if connection.vendor == "postgresql":
            _set_tables_aside()
        _put_in_place(folder)
        call_command("migrate", verbosity=0, interactive=False)
        _judge_new(archive)
        # from here on an interrupted restore is completed, not undone
        _write_journal(journal | {"done": True})
    except BaseException as error:
        _put_back_at_once(journal)
        if isinstance(error, OSError | DatabaseError | sqlite3.Error | AppError):
            reason = error.message if isinstance(error, AppError) else error
            raise AppError(
                "not_replaced",
                _("La sauvegarde n’a pas pu être mise en place, rien n’est changé. %(why)s")
                % {"why": reason},
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
    """Check the new, migrated database: it is complete, and no row of the archive is missing."""
    contents_now = read_living()
    check_stored_database(contents_now)
    path = database_path()
    if path is not None:
        connection.close()
        with closing(sqlite3.connect(path)) as database:
            # the check below reads the file alone, so the log is written into it first
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        contents = read_contents(path)
        judge_rows(contents)
        rows = contents.rows
    else:
        with connection.cursor() as cursor:
            rows = {table: _count(cursor, table) for table in contents_now.columns}
    # an older archive has been migrated by now, which may have removed rows or whole tables
    if not archive.contents.is_older and any(
        rows.get(table, 0) < count for table, count in archive.contents.rows.items()
    ):
        raise damaged(_("il y manque des lignes de la sauvegarde"))


def _count(cursor: Any, table: str) -> int:
    cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608
    return int(cursor.fetchone()[0])


def _replaced_paths() -> list[Path]:
    """Return the paths to replace, in the order in which they are renamed."""
    database = database_path()
    # the log belongs to the database and is renamed before it
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
        make_private_folder(path.parent)
        _move(folder / DATABASE, path)
    place = Path(settings.MEDIA_ROOT)
    if not is_on_disk("default"):
        _add_files(folder)
    elif (folder / DOCUMENTS).exists():
        _move(folder / DOCUMENTS, place)
    else:
        make_private_folder(place)


def _document_names(folder: Path) -> list[str]:
    """Return the names of the archive's documents."""
    root = folder / DOCUMENTS
    return [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]


def _add_files(folder: Path) -> None:
    """Add the documents of the archive to the bucket. Files of the same name and size are not copied."""
    sizes = dict(documents().walk())
    for name in _document_names(folder):
        path = folder / DOCUMENTS / name
        if sizes.get(name) != path.stat().st_size:
            # `save` would choose another name beside an existing file
            default_storage.delete(name)
            with open(path, "rb") as file:
                default_storage.save(name, File(file))


def _take_from_bucket(name: str, copy: Path | None) -> None:
    """Remove a former document, after copying it to `copy` if that is given."""
    if copy is not None and default_storage.exists(name):
        make_private_folder(copy.parent)
        with open(copy, "wb", opener=open_privately) as file:
            documents().fetch(name, file)
    default_storage.delete(name)


def _move(source: Path, target: Path) -> None:
    # a move is durable once its folder is on the disk
    shutil.move(source, target)
    sync_folder(target.parent)


def _put_back(journal: dict[str, Any]) -> None:
    """Undo a replacement. The function may be interrupted and repeated."""
    connection.close()
    for path in map(Path, journal["paths"]):
        aside_path = _aside_path(path)
        if aside_path.exists():
            _remove(path)
            os.replace(aside_path, path)
            sync_folder(path.parent)
        elif str(path) not in journal["existed"]:  # new data where there was none before
            _remove(path)
    for name in set(journal.get("incoming", ())) - set(journal.get("files", ())):
        default_storage.delete(name)
    if connection.vendor == "postgresql":
        _put_tables_back()
    _journal_path().unlink(missing_ok=True)


def _let_go(journal: dict[str, Any]) -> str | None:
    """Complete a replacement: move the former files to the folder `raw` of the journal, or remove them.

    Return the schema in which former tables remain, if any.
    """
    schema, raw = None, journal["raw"]
    for path in map(Path, journal["paths"]):
        aside_path = _aside_path(path)
        if raw is not None and aside_path.exists():
            shutil.move(aside_path, make_private_folder(Path(raw)) / path.name)
        _remove(aside_path)
    for name in sorted(set(journal.get("files", ())) - set(journal.get("incoming", ()))):
        _take_from_bucket(name, None if raw is None else Path(raw) / DOCUMENTS / name)
    if raw is not None:
        tighten([Path(raw)])
    if connection.vendor == "postgresql":
        schema = _drop_or_keep_tables(None if raw is None else Path(raw).name.removeprefix("before-restore-"))
    _journal_path().unlink(missing_ok=True)
    return schema


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _aside_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.aside")


def _journal_path() -> Path:
    return Path(settings.VAR_DIR) / "restoring.json"


def _write_journal(entries: dict[str, object]) -> None:
    part = _journal_path().with_suffix(".part")
    with open(part, "w", encoding="utf-8", opener=open_privately) as file:
        json.dump(entries, file)
        # after a power cut the disk has the former journal or this one, and both are complete
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, _journal_path())
    sync_folder(part.parent)


def _forget_messages() -> None:
    """Delete messages to the worker, which name rows of the former database. The sweep sends new ones."""
    with suppress(OSError):
        for message in (Path(settings.VAR_DIR) / "broker").rglob("*.msg"):
            message.unlink(missing_ok=True)


# --- PostgreSQL -----------------------------------------------------------------------------------


def _refuse_connections() -> None:
    """Refuse to run while the pages or the worker are connected to PostgreSQL.

    On a server no lock of ours shows that they use the database.
    """
    if connection.vendor != "postgresql":
        return
    connection.close()
    # a connection that was just closed, as ours, is listed until its process has ended
    end = time.monotonic() + PARTING_SECONDS
    while (other_count := _count_other_connections()) and time.monotonic() < end:
        time.sleep(0.1)
    if other_count:
        message = ngettext(
            "Le site est en marche : %(others)s connexion à la base de données. Arrêtez-le d’abord : "
            "docker compose stop web worker beat",
            "Le site est en marche : %(others)s connexions à la base de données. Arrêtez-le d’abord : "
            "docker compose stop web worker beat",
            other_count,
        )
        raise AppError("site_running", message % {"others": other_count})


def _count_other_connections() -> int:
    """Return the number of other connections to the database."""
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
"""SQL to move tables to another schema. Indexes, and sequences that belong to a column, move along."""
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


def _drop_or_keep_tables(suffix: str | None) -> str | None:
    """Drop the former tables, or keep them in a schema whose name ends with `suffix`. Return its name."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(c.oid) FROM pg_namespace n LEFT JOIN pg_class c ON n.oid = c.relnamespace"
            " WHERE n.nspname = %s GROUP BY n.oid",
            [ASIDE],
        )
        row = cursor.fetchone()
        if row is None:
            return None
        if suffix is None or not row[0]:
            cursor.execute(f"DROP SCHEMA {ASIDE} CASCADE")
            return None
        cursor.execute(f'ALTER SCHEMA {ASIDE} RENAME TO "{ASIDE}_{suffix}"')
    return f"{ASIDE}_{suffix}"
