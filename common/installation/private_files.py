"""File rights: what the site writes is readable by its owner only, files 0600 in folders 0700.

`keep_private` is called by the settings: every process that writes begins with them.
"""

import os
from pathlib import Path

from django.utils.translation import gettext as _

from common.errors import AppError

PRIVATE_UMASK = 0o077


def keep_private() -> None:
    """What this process and its children make from now on is readable by their owner only."""
    os.umask(PRIVATE_UMASK)


def private(path: str, flags: int) -> int:
    """An `opener` for a file that is its owner's, should the umask have been changed again."""
    return os.open(path, flags, 0o600)


def private_folder(folder: Path) -> Path:
    """`folder`, made with its parents if absent."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def not_writable(path: Path, error: OSError) -> AppError:
    """What to say of a file that the system refused to write."""
    return AppError(
        "not_writable",
        _(
            "« %(path)s » ne peut pas être écrit (%(why)s). Vérifiez que le disque n’est ni plein ni "
            "protégé, et que le dossier appartient à votre compte."
        )
        % {"path": path, "why": error.strerror or error},
    )
