"""A restore that a page prepares: the archive that is checked, the result of the check, the request.

The folder VAR_DIR/restore has the archive, readable and whole, and a note with the step. A process of its own
checks the archive (`manage.py stage_restore`), because that may take longer than a request. Only
`manage.py serve` carries a request out: it ends all its processes and starts again, and the new start
restores before anything reads the data (tournaments/management/wanted_restore.py).
"""

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from common.errors import AppError
from common.installation.private_files import make_private_folder, open_privately
from common.system.file_locks import has_locked
from etui.places import own_command
from tournaments.installation.unwritable import unwritable_error

NOTE, ARCHIVE, INCOMING = "state.json", "archive.zip", "incoming"
KEPT_FOR = timedelta(hours=1)
"""Lifetime of a prepared restore. Its archive is a second copy of somebody's data."""
LONGEST_CHECK = timedelta(minutes=15)
"""Time after which the process of a check must have been killed."""


class RestoreStep(StrEnum):
    """Step of a restore that a page prepares."""

    CHECKING = "checking"
    REFUSED = "refused"
    READY = "ready"
    WANTED = "wanted"
    BEGUN = "begun"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class StagedRestore:
    """State of a restore that a page prepares."""

    step: RestoreStep
    at: datetime
    """Time of the step."""
    name: str
    """Name of the archive for people."""
    mark: str
    """Random text: a confirmation names the check that its page showed."""
    lines: tuple[str, ...] = ()
    """Sentences about the content and the changes, or about the result."""
    code: str = ""
    """Code of a refusal."""
    why: str = ""
    """Sentence of a refusal or a failure."""


def restore_folder() -> Path:
    """Return the folder of a prepared restore."""
    return Path(settings.VAR_DIR) / "restore"


def staged_restore(*, now: datetime) -> StagedRestore | None:
    """Return the prepared restore; None without one.

    One that is too old is forgotten. A check that has ended without a result counts as refused.
    """
    staged = _read_note()
    if staged is None:
        return None
    age = abs(now - staged.at)
    if staged.step == RestoreStep.CHECKING and age > LONGEST_CHECK:
        message = _(
            "La vérification s’est arrêtée. Recommencez ; si cela se répète, lisez le journal d’Étui."
        )
        return replace(staged, step=RestoreStep.REFUSED, code="check_ended", why=message)
    if staged.step in (RestoreStep.READY, RestoreStep.REFUSED) and age > KEPT_FOR:
        forget_staged()
        return None
    return staged


def receive_archive(pieces: Iterable[bytes]) -> Path:
    """Store an archive that a person sends. Return its path.

    Raises:
        AppError: `not_writable`.
    """
    path = restore_folder() / INCOMING
    try:
        make_private_folder(path.parent)
        with open(path, "wb", opener=open_privately) as file:
            for piece in pieces:
                file.write(piece)
    except OSError as error:
        forget_staged()
        raise unwritable_error(path, error) from error
    return path


def start_check(path: Path, *, name: str, passphrase: str, now: datetime) -> "subprocess.Popen[bytes]":
    """Start the process that checks the archive `path`. Return it. An earlier prepared restore is forgotten.

    Raises:
        AppError: `not_writable`, `restore_wanted` while an earlier request waits.
    """
    previous = staged_restore(now=now)
    if previous is not None and previous.step in (RestoreStep.WANTED, RestoreStep.BEGUN):
        raise AppError("restore_wanted", _("Une sauvegarde est déjà en train d’être remise en place."))
    forget_staged(keep=path)
    write_staged(StagedRestore(RestoreStep.CHECKING, now, name, secrets.token_urlsafe(12)))
    process = subprocess.Popen(  # noqa: S603 # our own words
        own_command("stage_restore"),
        cwd=settings.PROJECT_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    request = {"path": str(path), "passphrase": passphrase, "language": get_language() or "fr"}
    assert process.stdin is not None
    with suppress(OSError), process.stdin:  # the passphrase is in no list of processes and on no disk
        process.stdin.write(json.dumps(request).encode())
    return process


def want_restore(mark: str, *, now: datetime) -> StagedRestore:
    """Request the restore of the archive that was checked. Return its state.

    Raises:
        AppError: `restore_not_ready` for another check, or none.
    """
    staged = staged_restore(now=now)
    if staged is None or staged.step != RestoreStep.READY or not constant_time_compare(staged.mark, mark):
        raise AppError(
            "restore_not_ready",
            _(
                "Cette vérification n’est plus la dernière : vérifiez de nouveau la sauvegarde. Rien n’a été "
                "changé."
            ),
        )
    wanted = replace(staged, step=RestoreStep.WANTED, at=now)
    write_staged(wanted)
    return wanted


def is_restore_wanted() -> bool:
    """Return whether a request waits for the start that carries it out."""
    staged = _read_note()
    return staged is not None and staged.step == RestoreStep.WANTED


def is_served_here() -> bool:
    """Return whether `manage.py serve` runs the site, so that it can carry a request out."""
    try:
        with open(
            Path(settings.VAR_DIR) / "serve.lock", "a", encoding="utf-8", opener=open_privately
        ) as lock:
            return not has_locked(lock)
    except OSError:
        return False


def write_staged(staged: StagedRestore) -> None:
    """Store the state of the prepared restore.

    Raises:
        AppError: `not_writable`.
    """
    path = restore_folder() / NOTE
    part = path.with_name(f"{NOTE}.part")
    try:
        make_private_folder(path.parent)
        with open(part, "w", encoding="utf-8", opener=open_privately) as file:
            json.dump(asdict(staged) | {"at": staged.at.isoformat()}, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise unwritable_error(path, error) from error


def forget_staged(*, keep: Path | None = None) -> None:
    """Remove a prepared restore and its archive, except the file `keep`."""
    folder = restore_folder()
    with suppress(OSError):
        for path in folder.iterdir():
            if path != keep:
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def _read_note() -> StagedRestore | None:
    try:
        note: dict[str, Any] = json.loads((restore_folder() / NOTE).read_text(encoding="utf-8"))
        return StagedRestore(
            **note
            | {
                "step": RestoreStep(note["step"]),
                "at": datetime.fromisoformat(note["at"]),
                "lines": tuple(map(str, note["lines"])),
            }
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None
