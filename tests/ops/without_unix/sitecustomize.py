"""Python without the modules and functions of Unix.

Libraries that read the name of the system, which is still Linux, have them.
"""

import builtins
import fcntl
import os
import signal
import subprocess  # noqa: F401  # it would take what follows for Windows
import sys
import time
import types

MISSING = {"fcntl", "resource", "pwd", "grp", "termios"}
BY_NAME_OF_SYSTEM = {"billiard"}
FUNCTIONS = {
    os: "fork mkfifo nice register_at_fork sched_getaffinity sched_setscheduler setsid",
    signal: "SIGHUP SIGALRM SIGXCPU setitimer pthread_sigmask",
    time: "clock_gettime",
}
usual = builtins.__import__


def importing(name, variables=None, *rest, **named):
    """Import a module as on that machine."""
    importer = str((variables or {}).get("__name__")).partition(".")[0]
    level = named.get("level", rest[2] if len(rest) > 2 else 0)
    if level == 0 and name in MISSING and importer not in BY_NAME_OF_SYSTEM:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return usual(name, variables, *rest, **named)


def locking(number, _mode, _size):
    fcntl.lockf(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


builtins.__import__ = importing
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
for owner, names in FUNCTIONS.items():
    for name in names.split():
        delattr(owner, name)
