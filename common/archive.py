"""One file that holds an installation: its database and its printed documents.

A zip with `about.json` (version of the layout, engine, date), `database`, and `documents/…`. SQLite is
copied while people go on writing, by its online backup; PostgreSQL by pg_dump. The file holds private
addresses and secret deals: only its owner may read it.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError

LAYOUT = 1


def dated_path(kind: str, *, now: datetime) -> Path:
    """Where an archive goes that nobody named: with the data, under its kind and local time."""
    return Path(settings.VAR_DIR) / "backups" / f"{kind}-{timezone.localtime(now):%Y%m%d-%H%M%S-%f}.zip"


def write_archive(path: Path, *, now: datetime) -> None:
    """Write the whole installation to `path`, which must not exist.

    Raises:
        AppError: `archive_exists`, or `database_damaged` when the copy fails or is not sound.
    """
    if path.exists():
        raise AppError("archive_exists", _("Le fichier « %(path)s » existe déjà.") % {"path": path})
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        copy = Path(folder) / "database"
        _dump(copy)
        with (
            open(part, "wb", opener=_private) as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            archive.writestr("about.json", json.dumps(_about(now)))
            archive.write(copy, "database")
            for document in sorted(Path(settings.MEDIA_ROOT).rglob("*")):
                if document.is_file():
                    archive.write(document, Path("documents") / document.relative_to(settings.MEDIA_ROOT))
    os.replace(part, path)


def read_archive(path: Path) -> None:
    """Put the installation held by `path` in place of the present one; documents of the present one stay.

    The database is replaced in one step or not at all. Nobody may be using the site meanwhile: the caller
    sees to it.

    Raises:
        AppError: `archive_unreadable`, `archive_other_engine` or `database_damaged`.
    """
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(path) as archive:
                about = dict(json.loads(archive.read("about.json")))
                archive.extractall(folder)
        except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
            raise AppError(
                "archive_unreadable", _("« %(path)s » n’est pas une sauvegarde d’Étui.") % {"path": path}
            ) from error
        if (about.get("layout"), about.get("engine")) != (LAYOUT, connection.vendor):
            raise AppError(
                "archive_other_engine",
                _("Cette sauvegarde vient d’une installation sur %(theirs)s ; celle-ci utilise %(ours)s.")
                % {"theirs": about.get("engine"), "ours": connection.vendor},
            )
        _load(Path(folder) / "database")
        documents = Path(folder) / "documents"
        if documents.exists():
            shutil.copytree(documents, settings.MEDIA_ROOT, dirs_exist_ok=True)


def _about(now: datetime) -> dict[str, Any]:
    return {"layout": LAYOUT, "engine": connection.vendor, "made_at": now.isoformat()}


def _dump(target: Path) -> None:
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(target)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        _check_sqlite(target)
    else:
        _postgresql("pg_dump", "--format=custom", "--no-owner", f"--file={target}")


def _load(source: Path) -> None:
    if connection.vendor == "sqlite":
        _check_sqlite(source)
        connection.ensure_connection()
        with closing(sqlite3.connect(source)) as stored:
            stored.backup(connection.connection)
    else:
        connection.close()
        options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"]
        _postgresql("pg_restore", *options, f"--dbname={connection.settings_dict['NAME']}", str(source))


def _check_sqlite(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as copy:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        verdict = str(error)
    if verdict != "ok":
        raise _damaged(verdict)


def _damaged(why: str) -> AppError:
    return AppError(
        "database_damaged", _("La base de données ne peut pas être copiée : %(why)s") % {"why": why}
    )


def _postgresql(program: str, *arguments: str) -> None:
    given = connection.settings_dict
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    environment = os.environ | {name: str(given[key]) for name, key in names.items() if given[key]}
    done = subprocess.run([program, *arguments], env=environment, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise _damaged(done.stderr.strip())


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
