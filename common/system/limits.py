"""Limits that the system keeps for one process: memory, processor time, open files, priority."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from common.system import jobs

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]
GRACE_CPU_SECONDS = 1
"""Between `too_late` in a process that computes for too long, and its end."""
SPARE_MEMORY = 64 * 1024 * 1024
"""Bytes that a process may still have to report that it had too little."""
OPEN_FILES = 65_536
"""At most, in a process."""


def limit_this_process(*, memory: int, cpu_seconds: int, too_late: Callable[[int, Any], object]) -> None:
    """Have the system end this process beyond its limits.

    Args:
        memory: bytes of data, the program's own included; files that it maps are not counted.
        too_late: signal handler for the end of `cpu_seconds`, GRACE_CPU_SECONDS before the process is ended.
    """
    if resource is not None:
        signal.signal(signal.SIGXCPU, too_late)
        _lower(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + GRACE_CPU_SECONDS)
        _lower(resource.RLIMIT_DATA, memory, memory + SPARE_MEMORY)
        _lower(resource.RLIMIT_CORE, 0, 0)
    elif sys.platform == "win32":
        jobs.enter_job(memory=memory, cpu_seconds=cpu_seconds)


def use_spare_memory() -> None:
    """Allow this process the memory in which it reports that it had too little."""
    if resource is not None:
        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def limit_further_memory(size: int) -> None:
    """Limit this process to `size` bytes of data more than it has: beyond, MemoryError. On Linux only."""
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="ascii")
        used = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmData:"))
        if resource is not None:
            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            _lower(resource.RLIMIT_DATA, 1024 * used + size, hard)


def _lower(kind: int, soft: int, hard: int) -> None:
    """Set a limit of this process, unless the system holds it to a lower one already."""
    _soft, known = resource.getrlimit(kind)
    if known != resource.RLIM_INFINITY:
        soft, hard = min(soft, known), min(hard, known) if hard != resource.RLIM_INFINITY else known
    resource.setrlimit(kind, (soft, hard))


def raise_open_files() -> None:
    """Let as many phones connect as the system allows: each one is an open file."""
    if resource is not None:
        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        allowed = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def most_open_files() -> int:
    """Return how many files this process may have open."""
    return OPEN_FILES if resource is None else resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def give_way(niceness: int, *, only_when_idle: bool = False) -> None:
    """Lower the priority of this process to `niceness` at least, or below all others. Not on Windows."""
    if not hasattr(os, "nice"):
        return
    os.nice(max(0, niceness - os.nice(0)))
    if only_when_idle and hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def core_count() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
