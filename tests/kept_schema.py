"""The migrated SQLite database of the tests, kept between runs: every process would make it for seconds."""

import hashlib
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

KEPT_SECONDS = 7 * 24 * 3600
FOLDER = Path(__file__).parents[1] / "var" / "tests"


def kept_schema() -> Path:
    """Where the database is that the migrations of today make; a change in one of them names another file."""
    digest = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for migration in sorted((Path(app.path) / "migrations").glob("*.py")):
            digest.update(migration.name.encode() + migration.read_bytes())
    return FOLDER / f"schema-{digest.hexdigest()[:16]}.sqlite3"


def restore_schema(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Fill an empty SQLite database as it is connected to; migrating then finds nothing to do."""
    path = kept_schema()
    if connection.vendor != "sqlite" or not path.exists():
        return
    target = connection.connection
    if not target.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as kept:
            kept.backup(target)


def keep_schema(connection: BaseDatabaseWrapper) -> None:
    """Keep the SQLite database just migrated for the next run."""
    path = kept_schema()
    if connection.vendor != "sqlite" or path.exists():
        return
    making = path.with_suffix(f".{os.getpid()}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(making)) as kept:
        connection.ensure_connection()
        connection.connection.backup(kept)
    keep_file(making)
    making.unlink()


def keep_file(made: Path) -> None:
    """Keep a copy of a SQLite database just migrated, in place of those of last week's migrations."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for older in FOLDER.glob("schema-*"):
        if time.time() - older.stat().st_mtime > KEPT_SECONDS:
            older.unlink(missing_ok=True)
    path = kept_schema()
    copied = path.with_suffix(f".{os.getpid()}.copy")
    shutil.copy(made, copied)
    with closing(sqlite3.connect(copied)) as kept:
        kept.execute("PRAGMA journal_mode = delete")  # a database in memory knows no other one
    copied.rename(path)
