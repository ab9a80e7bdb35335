"""File permissions: only the owner can read what the site writes, files 0600 in folders 0700.

The settings call `make_new_files_private`, so every process that writes starts with it.
"""

import os
from pathlib import Path

PRIVATE_UMASK = 0o077


def make_new_files_private() -> None:
    """Set the umask of this process and its children: their new files are readable by the owner only."""
    os.umask(PRIVATE_UMASK)


def open_privately(path: str, flags: int) -> int:
    """Open a private file. An `opener` for `open`, safe against a later change of the umask."""
    return os.open(path, flags, 0o600)


def make_private_folder(folder: Path) -> Path:
    """Create a private folder with its parents if it is missing. Return it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
