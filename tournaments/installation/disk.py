"""Files of an installation on the disk: removal of wide permissions, file names that survive a power cut."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from common.installation.private_files import PRIVATE_UMASK


def tighten(paths: Iterable[Path]) -> None:
    """Remove permissions that are too wide, as left by an old version, a copy or an archive.

    Links are not followed. Files of another account are skipped silently.
    """
    for path in paths:
        tighten_alone(path)
        if path.is_dir() and not path.is_symlink():
            for folder, folders, files in os.walk(path):
                for name in (*folders, *files):
                    tighten_alone(Path(folder, name))


def tighten_alone(path: Path) -> None:
    """Remove wide permissions from `path`, but not from its content."""
    with suppress(OSError):
        mode = path.lstat().st_mode
        if mode & PRIVATE_UMASK and not stat.S_ISLNK(mode):
            path.chmod(stat.S_IMODE(mode) & ~PRIVATE_UMASK)


def sync_folder(folder: Path) -> None:
    """Flush new, changed and deleted names in `folder`, so that they survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
