"""Migrated databases of the tests, kept between runs. Otherwise every process would migrate for seconds."""

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import django
import pytest
from django.apps import apps
from django.core.management.commands import migrate
from django.db.backends.base.base import BaseDatabaseWrapper

ENDINGS = {"sqlite": "sqlite3", "postgresql": "sql"}
KEPT_SECONDS = 7 * 24 * 3600
FOLDER = Path(__file__).parents[1] / "var" / "tests"


def kept_schema(vendor: str = "sqlite") -> Path:
    """Return the path of the migrated database. Its name changes with every change in a migration."""
    digest = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for migration in sorted((Path(app.path) / "migrations").glob("*.py")):
            digest.update(migration.name.encode() + migration.read_bytes())
    return FOLDER / f"schema-{digest.hexdigest()[:16]}.{ENDINGS[vendor]}"


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Hold a lock on this file among all processes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def making_schema(connection: BaseDatabaseWrapper) -> AbstractContextManager[None]:
    """Hold the lock while a process migrates the first database. The others wait to copy it."""
    path = kept_schema(connection.vendor)
    return nullcontext() if path.exists() else one_at_a_time(path.with_suffix(".lock"))


@contextmanager
def leaving_out_migration(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Leave out Django's own `migrate` while a test database that is restored whole is set up.

    With nothing to do it takes half a second in each process.
    """
    with pytest.MonkeyPatch.context() as patch:
        if kept_schema(connection.vendor).exists():
            patch.setattr(migrate.Command, "handle", lambda *_, **__: None)
        yield


def restore_schema(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Fill an empty test database when it is connected to. Migrating then has nothing to do."""
    path = kept_schema(connection.vendor)
    if not path.exists():
        return
    if connection.vendor == "sqlite":
        target = connection.connection
        if not target.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source:
                source.backup(target)
    elif str(connection.settings_dict["NAME"]).startswith("test_"):
        tables = connection.connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        if not tables.fetchone()[0]:
            program = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
            subprocess.run([*program, f"--file={path}", *of_postgresql(connection)], check=True)


def keep_schema(connection: BaseDatabaseWrapper) -> None:
    """Keep the database just migrated for the next process and the next run."""
    path = kept_schema(connection.vendor)
    if path.exists():
        return
    making = path.with_suffix(f".{os.getpid()}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    if connection.vendor == "postgresql":
        program = ["pg_dump", "--no-owner", f"--file={making}", *of_postgresql(connection)]
        subprocess.run(program, check=True)
        making.rename(path)
        return
    with closing(sqlite3.connect(making)) as target:
        connection.ensure_connection()
        connection.connection.backup(target)
    keep_file(making)
    making.unlink()


def of_postgresql(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the arguments that lead PostgreSQL's programs to the database of a connection."""
    database = connection.settings_dict
    return [f"--{name}={database[name.upper()]}" for name in ("host", "port")] + [
        f"--username={database['USER']}",
        f"--dbname={database['NAME']}",
    ]


def keep_file(database_file: Path) -> None:
    """Keep a copy of a SQLite database just migrated, and delete copies of last week and before."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for older in FOLDER.glob("schema-*"):
        if time.time() - older.stat().st_mtime > KEPT_SECONDS:
            older.unlink(missing_ok=True)
    path = kept_schema()
    copied = path.with_suffix(f".{os.getpid()}.copy")
    shutil.copy(database_file, copied)
    with closing(sqlite3.connect(copied)) as copy:
        copy.execute("PRAGMA journal_mode = delete")  # a database in memory knows no other one
    copied.rename(path)
