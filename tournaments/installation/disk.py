"""Files of an installation on the disk: wider rights taken away, names that outlast a power cut."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from common.installation.private_files import PRIVATE_UMASK


def tighten(paths: Iterable[Path]) -> None:
    """Take wider rights away that an earlier version, a copy or an archive left. Links are not followed.

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
