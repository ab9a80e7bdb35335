"""File locks between processes. The system releases them when a process ends in any way."""

import os
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt
LOCKED_BYTES = 1
"""Length of the locked range on Windows. The file may be shorter."""


def has_locked(file: IO[str]) -> bool:
    """Try to lock a file for this process. Return False if another process holds the lock."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            # msvcrt locks from the current position, and a file opened for appending is at its end
            os.lseek(file.fileno(), 0, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, LOCKED_BYTES)
    except (BlockingIOError, PermissionError):
        return False
    return True
