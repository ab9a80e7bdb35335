"""Actions of the commands on the whole installation: checks before a start, and backups."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError
from common.installation.private_files import make_private_folder, open_privately
from common.system.file_locks import has_locked
from etui.places import command_text, elsewhere_text
from tournaments.base.services.link_keys import store_missing_keys
from tournaments.base.words.dates import date_format
from tournaments.installation.archive import Archive, backups_folder
from tournaments.installation.backup_making import make_at_stop, make_before_migration
from tournaments.installation.backups import (
    EVENING,
    backup_state,
    expect_backups,
    last_backup_path,
    want_backup,
)
from tournaments.installation.disk import tighten, tighten_alone
from tournaments.installation.stored_database import check_stored_database, read_living, sqlite_path, unusable
from tournaments.installation.unwritable import unwritable_error
from tournaments.management.migrating import has_migrations_to_apply, migrate_database
from tournaments.management.replacing import LOGS, finish_interrupted
from tournaments.models import AuditEvent, Person, ResultSlip, Tournament

OURS = (
    "backups", "broker", "documents", "logs", "restore", "restoring.json", "secret_key", "serve.lock",
    "static",
)  # fmt: skip
"""Files and folders of the site in its folder. Others are never touched."""


def lock_data(folder: Path) -> IO[str]:
    """Lock the data in `folder` against other processes until the lock is closed.

    The folder is made if absent.

    The system releases the lock when this process ends, in any way.

    Raises:
        AppError: `data_in_use` if another process has the lock; `not_writable`.
    """
    path = folder / "serve.lock"
    try:
        make_private_folder(folder)
        lock = open(path, "a", encoding="utf-8", opener=open_privately)  # noqa: SIM115 # the caller closes it
    except OSError as error:
        raise unwritable_error(path, error) from error
    if not has_locked(lock):
        lock.close()
        raise AppError("data_in_use", _("Étui est déjà démarré avec ces données, dans une autre fenêtre."))
    return lock


def prepare_installation(report: Callable[[str], None]) -> None:
    """Prepare the database for this version: check it, back it up before a change, migrate it.

    Raises:
        AppError: the data cannot be used. The message has the reason and the remedy; nothing was changed.
    """
    try:
        tighten_installation()
        # before anything reads the database: it may be half replaced
        if finish_interrupted():
            report(
                _(
                    "La remise en place d’une sauvegarde avait été interrompue : "
                    "les données d’avant sont revenues."
                )
            )
        _refuse_lost_database()
        _refuse_unusable_database()
        refuse_unsafe_sqlite()
        if not connection.introspection.table_names():
            report(_("Premier démarrage : préparation de la base de données…"))
        elif has_migrations_to_apply():
            report(_("Nouvelle version : sauvegarde des données avant de les mettre à jour…"))
            _save_before_migration()
        migrate_database()
        store_missing_keys()
        # changes are without a backup if the last run crashed, or made none when it stopped
        if has_changed_since_backup():
            want_backup(EVENING, now=timezone.now())
        expect_backups()
        # again, for the files made in the meantime
        tighten_installation()
    except OSError as error:
        raise unwritable_error(Path(error.filename or settings.VAR_DIR), error) from error
    except (DatabaseError, sqlite3.Error) as error:
        raise unusable(error) from error


def has_changed_since_backup() -> bool:
    """Return whether the trace has entries since the last backup. One query."""
    last_event = AuditEvent.objects.order_by("-pk").values_list("created_at", flat=True).first()
    last_backup = backup_state(now=timezone.now()).last
    return last_event is not None and (last_backup is None or last_event > last_backup)


def save_before_stop(report: Callable[[str], None]) -> None:
    """Back up the changes since the last backup. Report a failure without raising it."""
    try:
        if not has_changed_since_backup():
            return
        report(_("Sauvegarde des données avant l’arrêt… (Ctrl-C pour s’en passer)"))
        report(_("Sauvegarde écrite : %(path)s") % {"path": make_at_stop(now=timezone.now())})
    except AppError as error:
        report(_("La sauvegarde n’a pas pu être faite. %(why)s") % {"why": error.message})
    except (DatabaseError, sqlite3.Error) as error:
        report(_("La sauvegarde n’a pas pu être faite. %(why)s") % {"why": error})


def tighten_installation() -> None:
    """Remove other users' permissions on the data of the site, including the folder."""
    folder = Path(settings.VAR_DIR)
    database = sqlite_path()
    files = [] if database is None else [database, *(Path(f"{database}{log}") for log in LOGS)]
    tighten(
        [*files, Path(settings.MEDIA_ROOT), *(folder / name for name in OURS), *folder.glob("beat-schedule*")]
    )
    tighten_alone(folder)


def describe_archive(archive: Archive) -> str:
    """Return the content of an archive in one sentence."""
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
    local_time = timezone.localtime(archive.made_at)
    return _("Sauvegarde du %(date)s à %(time)s : %(counts)s.") % {
        "date": date_format(local_time, "DATE_FORMAT"),
        "time": date_format(local_time, "TIME_FORMAT"),
        "counts": counts,
    }


def refuse_unsafe_sqlite() -> None:
    """Refuse a SQLite database without a write-ahead log.

    Raises:
        AppError: `unsafe_journal`.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        # without a write-ahead log, phones that write at the same time are refused
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    if mode != "wal":
        raise AppError(
            "unsafe_journal",
            _(
                "Ce dossier ne convient pas à la base de données (journal « %(mode)s » au lieu de « wal ») : "
                "il est sans doute partagé ou synchronisé. Choisissez-en un sur le disque de l’ordinateur, "
                "par exemple %(command)s"
            )
            % {"mode": mode, "command": elsewhere_text()},
        )


def _refuse_lost_database() -> None:
    """Refuse to start an empty site if backups exist."""
    path = sqlite_path()
    is_lost = path is not None and (not path.exists() or not path.stat().st_size)
    # people would take the empty site for a loss of their data
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
        for place in (path, path.parent):
            if place.exists() and not os.access(place, os.W_OK):
                raise unwritable_error(place, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
        if not path.exists():
            return
    try:
        # an empty database has no columns and is not judged
        contents = read_living()
        if contents.columns:
            check_stored_database(contents)
    except AppError as error:
        # the data may be intact here, and the message names the remedy: a backup would not help
        if error.code in ("database_newer", "database_away", "database_unusable"):
            raise
        advice = _start_elsewhere() if error.code == "database_earlier" else _advice()
        raise AppError(error.code, f"{error.message}\n{advice}") from error


def _start_elsewhere() -> str:
    return _("Pour commencer avec cette version, choisissez un autre dossier : %(command)s") % {
        "command": elsewhere_text()
    }


def _advice() -> str:
    """Return the advice for data that cannot be used: restore the last backup."""
    file = last_backup_path() or _("FICHIER")
    return _(
        "Remettez une sauvegarde en place : %(command)s\nLes fichiers actuels seront mis de côté, entiers."
    ) % {"command": command_text(f"restore {file}")}


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
