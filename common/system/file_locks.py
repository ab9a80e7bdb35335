"""Locks of open files between processes, which the system releases however a process ends."""

import os
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt
LOCKED_BYTES = 1
"""Windows locks a range of bytes, which the file need not hold."""


def has_locked(file: IO[str]) -> bool:
    """Lock a file for this process unless another one has it, and return whether that succeeded."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            os.lseek(file.fileno(), 0, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, LOCKED_BYTES)
    except (BlockingIOError, PermissionError):
        return False
    return True
