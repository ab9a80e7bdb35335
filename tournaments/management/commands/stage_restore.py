"""Check of an archive for the page that restores it. The page starts it; its request is on standard input."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from common.errors import AppError
from common.installation.private_files import open_privately
from common.system.limits import lower_priority
from tournaments.installation.archive import Archive, fetched_archive
from tournaments.installation.encryption import decrypted_archive, is_encrypted
from tournaments.installation.staged_restore import (
    ARCHIVE,
    INCOMING,
    RestoreStep,
    restore_folder,
    staged_restore,
    write_staged,
)
from tournaments.installation.unwritable import unwritable_error
from tournaments.management.archive_words import describe_changes
from tournaments.management.installation import describe_archive
from tournaments.management.replacing import check_archive

NICENESS = 5
"""Niceness of the check. Pages have priority."""


class Command(BaseCommand):
    help = (
        "Vérifie une sauvegarde pour la page qui la remet en place. La page lance cette commande elle-même."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        request = json.load(sys.stdin)
        lower_priority(NICENESS)
        with translation.override(str(request["language"])):
            stage_archive(Path(request["path"]), str(request["passphrase"]))


def stage_archive(path: Path, passphrase: str) -> None:
    """Check an archive and store the result. A sound one is kept readable for the restore."""
    staged = staged_restore(now=timezone.now())
    if staged is None or staged.step != RestoreStep.CHECKING:
        return  # the page has forgotten it since
    folder = restore_folder()
    try:
        with fetched_archive(path) as file, _readable(file, passphrase) as plain:
            archive = check_archive(plain)
            lines = _describe(archive)
            _keep(plain, folder / ARCHIVE, moves=plain != path or path.parent == folder)
    except AppError as error:
        refused = replace(staged, step=RestoreStep.REFUSED, at=timezone.now(), code=error.code)
        message = str(error.message).replace(str(path), staged.name)
        write_staged(replace(refused, why=message))
    else:
        write_staged(replace(staged, step=RestoreStep.READY, at=timezone.now(), lines=lines))
    finally:
        (folder / INCOMING).unlink(missing_ok=True)


def _describe(archive: Archive) -> tuple[str, ...]:
    return (describe_archive(archive), *describe_changes(archive))


@contextmanager
def _readable(path: Path, passphrase: str) -> Iterator[Path]:
    """Yield an archive that is not encrypted: the given one, or a copy.

    Raises:
        AppError: `passphrase_missing`, or as `decrypted_archive`.
    """
    if not is_encrypted(path):
        yield path
        return
    if not passphrase:
        raise AppError("passphrase_missing", _("Cette sauvegarde est chiffrée : donnez sa phrase secrète."))
    with decrypted_archive(path, passphrase) as plain:
        yield plain


def _keep(path: Path, target: Path, *, moves: bool) -> None:
    """Move or copy a checked archive to the place from which it is restored."""
    try:
        if moves:
            os.replace(path, target)
            return
        # the restore must not depend on a stick, nor on a backup that is deleted meanwhile
        with open(path, "rb") as source, open(target, "wb", opener=open_privately) as file:
            shutil.copyfileobj(source, file)
    except OSError as error:
        target.unlink(missing_ok=True)
        raise unwritable_error(target, error) from error
