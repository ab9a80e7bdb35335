"""The database as one file: written from the live one, read and checked before a restore.

SQLite is copied by its online backup during writes, PostgreSQL by pg_dump. Both files are read in full
without being restored: an archive can be refused for the content of its database, not only for its layout.
"""

import os
import re
import sqlite3
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.installation.former_states import FORMER_MIGRATIONS, is_former_gap

ASIDE = "etui_aside"
"""Schema of PostgreSQL that holds the former tables during a restore. It is never dumped."""
_HISTORY = "django_migrations"
_RESTORED_KINDS = (
    "TABLE ", "SEQUENCE ", "DEFAULT ", "CONSTRAINT ", "CHECK CONSTRAINT ", "FK CONSTRAINT ", "INDEX ",
    "COMMENT ", "EXTENSION ", "SCHEMA ", "ACL ",
)  # fmt: skip
"""Kinds of objects that our pg_dump writes. Functions, triggers and rules would run with our rights."""
_COPY = re.compile(rb'COPY (?:"?\w+"?\.)?"?(\w+)"? \((.*)\) FROM stdin;\r?\n')

_OF_THE_SYSTEM = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
}  # fmt: skip
"""Errors of SQLite that do not depend on the content of the database."""

Migrations = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Contents:
    """Content of a database."""

    rows: Mapping[str, int]
    """Number of rows per table."""
    columns: Mapping[str, frozenset[str]]
    """Names of the columns per table."""
    migrations: Migrations
    """Applied migrations: app and name."""

    @property
    def is_older(self) -> bool:
        """True if migrations of this version have not been applied."""
        return lacks_migrations(self.migrations)


def sqlite_path() -> Path | None:
    """Return the file of the live database; None if it is in memory, or not SQLite."""
    if connection.vendor != "sqlite" or connection.is_in_memory_db():  # type: ignore[attr-defined]
        return None
    return Path(connection.settings_dict["NAME"])


def dump(target: Path) -> None:
    """Write the live database to `target`, which must not exist.

    Raises:
        AppError: `database_absent` or `database_damaged`.
    """
    path = sqlite_path()
    if path is not None and not path.exists():
        raise AppError(
            "database_absent", _("Il n’y a pas de base de données dans %(path)s.") % {"path": path}
        )
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(path, target)
        else:
            options = ["--format=custom", "--no-owner", "--no-privileges", f"--exclude-schema={ASIDE}*"]
            postgresql("pg_dump", *options, f"--file={target}")
    except (DatabaseError, sqlite3.Error) as error:
        raise damaged(error) from error


def read_contents(path: Path) -> Contents:
    """Read a dump in full.

    Raises:
        AppError: `database_damaged` or `database_foreign`.
    """
    if connection.vendor != "sqlite":
        return _postgresql_contents(path)
    try:
        # immutable: a copy has no log beside it, and reading makes none
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)) as database:
            return _sqlite_contents(database, "integrity_check")
    except sqlite3.Error as error:
        raise damaged(error) from error


def read_living() -> Contents:
    """Return the content of the live database.

    Its structure is checked, its pages quickly, and its rows are not counted.

    Raises:
        AppError: `database_damaged`, `database_foreign`, `database_unusable` or `database_away`.
    """
    path = sqlite_path()
    try:
        if path is not None:
            # the file may not be ours: Django's own connection would add a log to any database
            with closing(
                sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=20)
            ) as database:
                return _sqlite_contents(database, "quick_check", count=False)
        connection.ensure_connection()
        if connection.vendor == "sqlite":
            return _sqlite_contents(connection.connection, "quick_check", count=False)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT table_name, column_name FROM information_schema.columns"
                " WHERE table_schema = current_schema()"
            )
            columns: dict[str, set[str]] = {}
            for table, column in cursor.fetchall():
                columns.setdefault(table, set()).add(column)
            migrations: list[tuple[str, str]] = []
            if _HISTORY in columns:
                cursor.execute(f"SELECT app, name FROM {_HISTORY}")  # noqa: S608
                migrations = cursor.fetchall()
        frozen = {table: frozenset(names) for table, names in columns.items()}
        return Contents({}, frozen, frozenset(migrations))
    except (DatabaseError, sqlite3.Error) as error:
        if connection.vendor != "sqlite":
            raise away(error) from error
        cause = error.__cause__ or error
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        raise (unusable(error) if code in _OF_THE_SYSTEM else damaged(error)) from error


def check_stored_database(contents: Contents) -> None:
    """Refuse a database that is not of this version of Étui, or of an earlier one.

    Raises:
        AppError: `database_empty`, `database_foreign`, `database_earlier`, `database_newer` or
            `database_incomplete`.
    """
    if not contents.columns:
        raise AppError("database_empty", _("La base de données est vide."))
    if not any(app == get_user_model()._meta.app_label for app, _name in contents.migrations):
        raise foreign()
    unknown = contents.migrations - _known_migrations()
    if former := unknown & FORMER_MIGRATIONS:
        raise _earlier("/".join(min(former)))
    if unknown:
        raise AppError(
            "database_newer",
            _(
                "Ces données viennent d’une version plus récente d’Étui (« %(first)s » est inconnu ici). "
                "Installez cette version-là, ou une plus récente."
            )
            % {"first": "/".join(min(unknown))},
        )
    missing_parts = _missing_parts(contents)
    if is_former_gap(missing_parts):
        raise _earlier(min(missing_parts))
    if missing_parts:
        raise AppError(
            "database_incomplete",
            _("Il manque une partie de la base de données (« %(part)s »).") % {"part": min(missing_parts)},
        )


def _earlier(part: str) -> AppError:
    return AppError(
        "database_earlier",
        _(
            "Ces données viennent d’un état d’Étui antérieur à sa première version (« %(part)s ») : seule la "
            "copie d’Étui qui les a écrites peut les lire. Rien n’a été changé."
        )
        % {"part": part},
    )


def _missing_parts(contents: Contents) -> set[str]:
    """Return the missing tables, and the missing columns of other tables as "table.column"."""
    parts = set()
    for table, columns in expected_columns(contents.migrations).items():
        if table not in contents.columns:
            parts.add(table)
        else:
            parts.update(f"{table}.{column}" for column in columns - contents.columns[table])
    return parts


def judge_rows(contents: Contents) -> None:
    """Refuse a database without an account. A restore of it would amount to an erasure.

    Raises:
        AppError: `database_empty`.
    """
    if not contents.rows.get(get_user_model()._meta.db_table):
        raise AppError("database_empty", _("La base de données est vide : elle n’a aucun compte."))


def expected_columns(migrations: Migrations) -> dict[str, frozenset[str]]:
    """Return the columns per table of a database with exactly these migrations applied. All must be known."""
    if lacks_migrations(migrations):
        models = _state_after(migrations).apps.get_models(include_auto_created=True)
    else:
        models = apps.get_models(include_auto_created=True)
    return {
        model._meta.db_table: frozenset(
            # dumps and SQLite's list of columns leave generated ones out
            str(field.column)
            for field in model._meta.local_concrete_fields
            if not field.generated
        )
        for model in models
        if model._meta.managed and not model._meta.proxy
    }


def lacks_migrations(migrations: Migrations) -> bool:
    """Return whether migrations of this version are not among those applied.

    A squashed migration is recorded once those that it replaces are, so it does not count.
    """
    loader = MigrationLoader(None)
    return bool(loader.disk_migrations.keys() - loader.replacements.keys() - migrations)


def _state_after(migrations: Migrations) -> ProjectState:
    """Return the models of a database with exactly these migrations applied."""
    loader = MigrationLoader(None, replace_migrations=False)
    for squashed, migration in loader.replacements.items():
        applied = migrations.intersection(migration.replaces)
        # Django chooses in the same way, but from the history of the live database
        if applied and len(applied) < len(migration.replaces):
            loader.graph.remove_replacement_node(squashed, migration.replaces)
        else:
            loader.graph.remove_replaced_nodes(squashed, migration.replaces)
            migrations |= {squashed} if applied else set()
    return loader.project_state([node for node in migrations if node in loader.graph.nodes])


def overwrite_log() -> None:
    """Write SQLite's log into the database and truncate it, because it holds former versions of pages.

    A reader that is active keeps the log. The next automatic backup tries again.
    """
    # a checkpoint is impossible within a transaction
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def damaged(why: object) -> AppError:
    """Return the error of a database that cannot be read in full."""
    return AppError(
        "database_damaged", _("La base de données est abîmée : %(why)s") % {"why": str(why).strip()}
    )


def unusable(why: object) -> AppError:
    """Return the error of a database that may be intact, but that the system does not let us use."""
    return AppError(
        "database_unusable",
        _(
            "La base de données ne peut pas être utilisée (%(why)s). Vérifiez que le disque n’est ni plein "
            "ni protégé, et que le dossier des données appartient à votre compte."
        )
        % {"why": str(why).strip()},
    )


def away(why: object) -> AppError:
    return AppError(
        "database_away",
        _("La base de données PostgreSQL « %(name)s » ne répond pas : %(why)s")
        % {"name": connection.settings_dict["NAME"], "why": str(why).strip()},
    )


def foreign() -> AppError:
    return AppError("database_foreign", _("La base de données n’est pas celle d’Étui."))


def postgresql(program: str, *arguments: str) -> str:
    """Run a program of PostgreSQL on our database and return its output.

    Raises:
        AppError: `database_damaged`: the program failed; `postgresql_client_absent`: it is not installed.
    """
    with _start_program(program, *arguments) as running:
        output: bytes
        output, error = running.communicate()
    if running.returncode:
        raise damaged(error.decode(errors="replace"))
    return output.decode(errors="replace")


def _start_program(program: str, *arguments: str, errors: int | IO[bytes] = subprocess.PIPE) -> Any:
    settings_dict = connection.settings_dict
    names = {f"PG{name}": name for name in ("HOST", "PORT", "USER", "PASSWORD")} | {"PGDATABASE": "NAME"}
    environment = os.environ | {
        name: str(settings_dict[key]) for name, key in names.items() if settings_dict[key]
    }
    try:
        return subprocess.Popen(  # noqa: S603
            [program, *arguments], env=environment, stdout=subprocess.PIPE, stderr=errors
        )
    except FileNotFoundError as error:
        raise AppError(
            "postgresql_client_absent",
            _("Le programme « %(program)s » n’est pas installé : il vient avec le client de PostgreSQL.")
            % {"program": program},
        ) from error


def _copy_sqlite(path: Path | None, target: Path) -> None:
    """Copy a database through a connection that only reads, so that it stays as it is."""
    with closing(sqlite3.connect(target)) as copy:
        if path is None:
            connection.ensure_connection()
            connection.connection.backup(copy)
        else:
            with closing(
                sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=20)
            ) as source:
                source.backup(copy)
        # the copy must be one file, without a log beside it
        copy.execute("PRAGMA journal_mode=DELETE")


def _sqlite_contents(database: sqlite3.Connection, check: str, *, count: bool = True) -> Contents:
    """Read a database of SQLite. `check` is the pragma that checks its pages."""
    verdict = database.execute(f"PRAGMA {check}(1)").fetchone()[0]
    if verdict != "ok":
        raise damaged(verdict)
    objects = database.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
    tables = []
    for kind, name, definition in objects.fetchall():
        if kind in ("trigger", "view") or '"' in name or str(definition).upper().startswith("CREATE VIRTUAL"):
            raise foreign()  # ours has none: they would run with the site's rights
        if kind == "table":
            tables.append(name)
    columns = {
        table: frozenset(row[1] for row in database.execute(f'PRAGMA table_info("{table}")'))
        for table in tables
    }
    migrations: list[tuple[str, str]] = []
    if {"app", "name"} <= columns.get(_HISTORY, frozenset()):
        migrations = database.execute(f"SELECT app, name FROM {_HISTORY}").fetchall()  # noqa: S608
    rows = {}
    if count:
        broken = database.execute("PRAGMA foreign_key_check").fetchone()
        if broken:
            raise damaged(f"{broken[0]} → {broken[2]}")
        rows = {
            table: database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]  # noqa: S608
            for table in tables
        }
    return Contents(rows, columns, frozenset((str(app), str(name)) for app, name in migrations))


def _postgresql_contents(path: Path) -> Contents:
    """Read a dump as the script that it stands for, without a database."""
    for line in postgresql("pg_restore", "--list", str(path)).splitlines():
        words = line.split(maxsplit=3)
        if words and not line.startswith(";") and not words[-1].startswith(_RESTORED_KINDS):
            raise foreign()
    rows: dict[str, int] = {}
    columns: dict[str, list[str]] = {}
    migrations = set()
    with (
        tempfile.TemporaryFile() as errors,
        _start_program("pg_restore", "--data-only", "--file=-", str(path), errors=errors) as running,
    ):
        table = ""
        for line in running.stdout:
            if not table:
                if match := _COPY.fullmatch(line):
                    table = match[1].decode()
                    rows[table] = 0
                    columns[table] = [name.strip(' "') for name in match[2].decode().split(",")]
            elif line.rstrip(b"\r\n") == b"\\.":
                table = ""
            else:
                rows[table] += 1
                if table == _HISTORY:
                    row = dict(zip(columns[table], line.decode().rstrip("\n").split("\t"), strict=True))
                    migrations.add((row["app"], row["name"]))
        if running.wait():
            errors.seek(0)
            raise damaged(errors.read().decode(errors="replace"))
    return Contents(
        rows, {table: frozenset(names) for table, names in columns.items()}, frozenset(migrations)
    )


def _known_migrations() -> Migrations:
    return frozenset(MigrationLoader(None).disk_migrations)
