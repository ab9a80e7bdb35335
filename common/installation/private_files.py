"""File rights: what the site writes is readable by its owner only, files 0600 in folders 0700.

`keep_private` is called by the settings: every process that writes begins with them. `tighten` takes
wider rights away from what an earlier version, a copy or an archive left behind.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
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


def tighten(paths: Iterable[Path]) -> None:
    """Take the rights of everybody else away from `paths` and what they hold; links are not followed.

    What belongs to another account stays as it is, and nothing is said about it.
    """
    for path in paths:
        tighten_alone(path)
        if path.is_dir() and not path.is_symlink():
            for folder, folders, files in os.walk(path):
                for name in (*folders, *files):
                    tighten_alone(Path(folder, name))


def tighten_alone(path: Path) -> None:
    """The same for `path` without what it holds."""
    with suppress(OSError):
        mode = path.lstat().st_mode
        if mode & PRIVATE_UMASK and not stat.S_ISLNK(mode):
            path.chmod(stat.S_IMODE(mode) & ~PRIVATE_UMASK)


def sync_folder(folder: Path) -> None:
    """Make names given or taken away in `folder` outlast a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
