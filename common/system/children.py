"""Child processes: how they start on this system, and that each ends with its parent.

Linux forks them, and its kernel kills each one when its parent ends, also one that is stopped or stuck in a
library. Windows ends them by a job object of the parent. Elsewhere a thread of each child waits for the end
of the parent. Only Linux forks: libraries of macOS break in a forked process, and Windows cannot fork.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

from common.system import jobs

OWN_NAME = Path("/proc/self/comm")
"""Linux: the name of this process in the system's list."""
SIGNAL_AT_END_OF_PARENT = 1
"""Linux: PR_SET_PDEATHSIG of prctl(2)."""
ORPHANED_STATUS = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None
_forking: int | None = None
_parent: int | None = None
"""The process that forked this one, noted by it: the system names another one once it has ended."""


def can_fork() -> bool:
    """Return whether children are forked here, with all that this process has loaded."""
    return sys.platform == "linux" and hasattr(os, "fork")


def start_method() -> str:
    """Return how multiprocessing starts children here."""
    return "fork" if can_fork() else "spawn"


def end_children_with_this_process() -> None:
    """Have Windows end all children to come, and theirs, when this process ends."""
    if sys.platform == "win32":
        jobs.enter_job()


def end_with_parent() -> None:
    """In a child: have it killed when the process that started it ends."""
    parent = multiprocessing.parent_process()
    if not die_with_parent() and parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(ORPHANED_STATUS)

        threading.Thread(target=wait, name="lifeline", daemon=True).start()


def die_with_parent() -> bool:
    """Have the kernel kill this process when the one that forked it ends. Return whether it will.

    The kernel takes the end of the thread that forked for the end of the parent. Only a main thread lives as
    long as its process: a process that another thread forked is left alone, and one that Python did not fork.
    """
    if _parent is None or _libc is None:
        return False
    _libc.prctl(SIGNAL_AT_END_OF_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != _parent:  # it ended before the kernel was asked
        os._exit(ORPHANED_STATUS)
    return True


def _note_fork() -> None:
    global _forking
    _forking = os.getpid() if threading.current_thread() is threading.main_thread() else None


def _note_parent() -> None:
    global _parent
    _parent = _forking


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_note_fork, after_in_child=_note_parent)


def take_name(name: str) -> None:
    """Show this process under `name` in the system's list, where that can be written."""
    with suppress(OSError):
        OWN_NAME.write_text(name, encoding="ascii")
