"""What the commands say and do about an installation as a whole: before it starts, and about its archives."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError
from common.installation.private_files import not_writable, private, private_folder
from common.system.file_locks import has_locked
from tournaments.base.words.dates import date_format
from tournaments.installation.archive import Archive, backups_folder
from tournaments.installation.backups import (
    EVENING,
    backup_state,
    expect_backups,
    last_backup_path,
    make_at_stop,
    make_before_migration,
    want_backup,
)
from tournaments.installation.disk import tighten, tighten_alone
from tournaments.installation.stored_database import judge, read_living, sqlite_path, unusable
from tournaments.management.replacing import LOGS, finish_interrupted
from tournaments.models import AuditEvent, Person, ResultSlip, Tournament

OURS = ("backups", "broker", "documents", "logs", "secret_key", "serve.lock", "static", "restoring.json")
"""What the site keeps in its folder; anything else there is not ours to touch."""


def lock_data(folder: Path) -> IO[str]:
    """Keep other processes from serving or replacing the data in `folder`, made if absent, until closed.

    The system releases the lock however this process ends.

    Raises:
        AppError: `data_in_use`, another process has it; `not_writable`.
    """
    path = folder / "serve.lock"
    try:
        private_folder(folder)
        lock = open(path, "a", encoding="utf-8", opener=private)  # noqa: SIM115 # the caller closes it
    except OSError as error:
        raise not_writable(path, error) from error
    if not has_locked(lock):
        lock.close()
        raise AppError("data_in_use", _("Étui est déjà démarré avec ces données, dans une autre fenêtre."))
    return lock


def prepare_installation(say: Callable[[str], None]) -> None:
    """Make the database ready for this version: judged, saved before it is changed, migrated.

    Raises:
        AppError: the data cannot be used, with what is wrong and what to do. Nothing was changed then.
    """
    try:
        tighten_installation()
        if finish_interrupted():
            say(
                _(
                    "La remise en place d’une sauvegarde avait été interrompue : "
                    "les données d’avant sont revenues."
                )
            )
        _refuse_lost_database()
        _refuse_unusable_database()
        refuse_unsafe_sqlite()
        if not connection.introspection.table_names():
            say(_("Premier démarrage : préparation de la base de données…"))
        elif _has_migrations_to_apply():
            say(_("Nouvelle version : sauvegarde des données avant de les mettre à jour…"))
            _save_before_migration()
        call_command("migrate", verbosity=0, interactive=False)
        if has_changed_since_backup():
            want_backup(EVENING, now=timezone.now())
        expect_backups()
        tighten_installation()
    except OSError as error:
        raise not_writable(Path(error.filename or settings.VAR_DIR), error) from error
    except (DatabaseError, sqlite3.Error) as error:
        raise unusable(error) from error


def has_changed_since_backup() -> bool:
    """Return whether the trace goes on after the last backup. One query."""
    last_event = AuditEvent.objects.order_by("-pk").values_list("created_at", flat=True).first()
    last_backup = backup_state(now=timezone.now()).last
    return last_event is not None and (last_backup is None or last_event > last_backup)


def save_before_stop(say: Callable[[str], None]) -> None:
    """Make a backup of what changed since the last one; a failure is said, and nothing else stops."""
    try:
        if not has_changed_since_backup():
            return
        say(_("Sauvegarde des données avant l’arrêt… (Ctrl-C pour s’en passer)"))
        say(_("Sauvegarde écrite : %(path)s") % {"path": make_at_stop(now=timezone.now())})
    except AppError as error:
        say(_("La sauvegarde n’a pas pu être faite. %(why)s") % {"why": error.message})
    except (DatabaseError, sqlite3.Error) as error:
        say(_("La sauvegarde n’a pas pu être faite. %(why)s") % {"why": error})


def tighten_installation() -> None:
    """Take everybody else's rights away from the data of the site, the folder that holds it included."""
    folder = Path(settings.VAR_DIR)
    database = sqlite_path()
    files = [] if database is None else [database, *(Path(f"{database}{log}") for log in LOGS)]
    tighten(
        [*files, Path(settings.MEDIA_ROOT), *(folder / name for name in OURS), *folder.glob("beat-schedule*")]
    )
    tighten_alone(folder)


def archive_told(archive: Archive) -> str:
    """What an archive holds, in one sentence."""
    rows = archive.contents.rows
    tournaments, results, people = (
        rows.get(model._meta.db_table, 0) for model in (Tournament, ResultSlip, Person)
    )
    counts = ", ".join(
        (
            ngettext("%(n)s tournoi", "%(n)s tournois", tournaments) % {"n": tournaments},
            ngettext("%(n)s résultat saisi", "%(n)s résultats saisis", results) % {"n": results},
            ngettext("%(n)s personne", "%(n)s personnes", people) % {"n": people},
            ngettext("%(n)s document", "%(n)s documents", archive.documents) % {"n": archive.documents},
        )
    )
    if archive.made_at is None:
        return _("Sauvegarde sans date : %(counts)s.") % {"counts": counts}
    when = timezone.localtime(archive.made_at)
    return _("Sauvegarde du %(date)s à %(time)s : %(counts)s.") % {
        "date": date_format(when, "DATE_FORMAT"),
        "time": date_format(when, "TIME_FORMAT"),
        "counts": counts,
    }


def refuse_unsafe_sqlite() -> None:
    """Stop unless SQLite keeps a write-ahead log: without it phones that write at once are refused.

    Raises:
        AppError: `unsafe_journal`.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    if mode != "wal":
        raise AppError(
            "unsafe_journal",
            _(
                "Ce dossier ne convient pas à la base de données (journal « %(mode)s » au lieu de « wal ») : "
                "il est sans doute partagé ou synchronisé. Choisissez-en un sur le disque de l’ordinateur, "
                "par exemple ETUI_VAR_DIR=~/etui script/server"
            )
            % {"mode": mode},
        )


def _refuse_lost_database() -> None:
    """An empty site must not begin where another one has been saved: its people would think it was lost."""
    path = sqlite_path()
    is_lost = path is not None and (not path.exists() or not path.stat().st_size)
    if is_lost and any(backups_folder().glob("*.zip")):
        raise AppError(
            "database_lost",
            _(
                "La base de données %(path)s n’est plus là.\n%(advice)s\n"
                "Pour recommencer à vide, déplacez d’abord le dossier %(folder)s."
            )
            % {"path": path, "advice": _advice(), "folder": backups_folder()},
        )


def _refuse_unusable_database() -> None:
    path = sqlite_path()
    if path is not None:
        for each in (path, path.parent):
            if each.exists() and not os.access(each, os.W_OK):
                raise not_writable(each, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
        if not path.exists():
            return
    try:
        contents = read_living()
        if contents.columns:
            judge(contents)
    except AppError as error:
        if error.code in ("database_newer", "database_away", "database_unusable"):
            raise
        advice = _start_elsewhere() if error.code == "database_earlier" else _advice()
        raise AppError(error.code, f"{error.message}\n{advice}") from error


def _start_elsewhere() -> str:
    return _(
        "Pour commencer avec cette version, choisissez un autre dossier : ETUI_VAR_DIR=~/etui script/server"
    )


def _advice() -> str:
    """What to do about data that cannot be used."""
    last = last_backup_path()
    return _(
        "Remettez une sauvegarde en place : .venv/bin/python manage.py restore %(file)s\n"
        "Les fichiers actuels seront mis de côté, entiers."
    ) % {"file": last or _("FICHIER")}


def _has_migrations_to_apply() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _save_before_migration() -> None:
    try:
        make_before_migration(now=timezone.now())
    except AppError as error:
        raise AppError(
            error.code,
            _(
                "Cette version doit mettre les données à jour, et la sauvegarde d’avant "
                "n’a pas pu être faite.\n%(why)s"
            )
            % {"why": error.message},
        ) from error
