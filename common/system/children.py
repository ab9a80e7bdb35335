"""Start of child processes on this system, and their end together with the parent.

- Linux forks children. Its kernel kills them when the parent ends, even if they are stopped or stuck in
  a library.
- Windows ends children by a job object of the parent.
- Elsewhere a thread of each child waits for the end of the parent.

Only Linux forks: libraries of macOS break in a forked process, and Windows cannot fork.
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
"""Name of this process in the process list of Linux."""
SIGNAL_AT_END_OF_PARENT = 1
"""Number of PR_SET_PDEATHSIG in prctl(2) of Linux."""
ORPHANED_STATUS = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None
_forking: int | None = None
_parent: int | None = None
"""Process id of the parent, stored at the fork: `os.getppid` returns another one after its end."""


def can_fork() -> bool:
    """Return whether children are forked here and so inherit all loaded modules."""
    return sys.platform == "linux" and hasattr(os, "fork")


def start_method() -> str:
    return "fork" if can_fork() else "spawn"


def end_children_with_this_process() -> None:
    """Let Windows end all later children and their descendants when this process ends."""
    if sys.platform == "win32":
        jobs.enter_job()


def end_with_parent() -> None:
    """End this process when its parent ends. Call it in a child."""
    parent = multiprocessing.parent_process()
    if not die_with_parent() and parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(ORPHANED_STATUS)

        threading.Thread(target=wait, name="lifeline", daemon=True).start()


def die_with_parent() -> bool:
    """Let the kernel kill this process when its parent ends. Return whether it will.

    Returns False on other systems than Linux, and if no main thread of a Python process forked this one.
    """
    if _parent is None or _libc is None:
        return False
    # the kernel acts at the end of the thread that forked; only a main thread lives as long as its process
    _libc.prctl(SIGNAL_AT_END_OF_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != _parent:  # the parent ended before prctl
        os._exit(ORPHANED_STATUS)
    return True


def _note_fork() -> None:
    global _forking
    # a child of another thread would be killed at the end of that thread: it must not arm the signal
    _forking = os.getpid() if threading.current_thread() is threading.main_thread() else None


def _note_parent() -> None:
    global _parent
    _parent = _forking


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_note_fork, after_in_child=_note_parent)


def set_process_name(name: str) -> None:
    """Set the name of this process in the process list, on Linux."""
    with suppress(OSError):
        OWN_NAME.write_text(name, encoding="ascii")
