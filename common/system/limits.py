"""Limits that the system enforces for one process: memory, processor time, open files, priority."""

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
"""Processor time between the call of `too_late` and the end of a process."""
SPARE_MEMORY = 64 * 1024 * 1024
"""Bytes that a process may still use to report a lack of memory."""
OPEN_FILES = 65_536
"""Upper limit of open files of a process."""


def limit_this_process(*, memory: int, cpu_seconds: int, too_late: Callable[[int, Any], object]) -> None:
    """Let the system end this process beyond its limits.

    Args:
        memory: bytes of data, including those of the program. Mapped files do not count.
        too_late: signal handler for the end of `cpu_seconds`. The process ends GRACE_CPU_SECONDS later.
    """
    if resource is not None:
        signal.signal(signal.SIGXCPU, too_late)
        _lower(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + GRACE_CPU_SECONDS)
        _lower(resource.RLIMIT_DATA, memory, memory + SPARE_MEMORY)
        # no core dump: it would write the memory of the process to the disk
        _lower(resource.RLIMIT_CORE, 0, 0)
    elif sys.platform == "win32":
        jobs.enter_job(memory=memory, cpu_seconds=cpu_seconds)


def use_spare_memory() -> None:
    """Raise the memory limit of this process so that it can report a lack of memory."""
    if resource is not None:
        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def limit_further_memory(size: int) -> None:
    """Limit this process to `size` more bytes of data. Beyond, Python raises MemoryError. On Linux only."""
    with suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="ascii")
        kilobytes = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmData:"))
        if resource is not None:
            # the hard limit stays: a process without rights could not raise it again
            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            _lower(resource.RLIMIT_DATA, 1024 * kilobytes + size, hard)


def _lower(kind: int, soft: int, hard: int) -> None:
    """Set a limit of this process. Keep a lower limit that the system has already set."""
    _soft, hard_limit = resource.getrlimit(kind)
    if hard_limit != resource.RLIM_INFINITY:
        soft, hard = (
            min(soft, hard_limit),
            min(hard, hard_limit) if hard != resource.RLIM_INFINITY else hard_limit,
        )
    resource.setrlimit(kind, (soft, hard))


def raise_open_files() -> None:
    """Raise the limit of open files as far as the system permits. Each connected phone is an open file."""
    if resource is not None:
        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        file_limit = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (file_limit, hard))


def most_open_files() -> int:
    return OPEN_FILES if resource is None else resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def lower_priority(niceness: int, *, only_when_idle: bool = False) -> None:
    """Lower the priority of this process. Not on Windows.

    Args:
        niceness: lowest niceness after the call.
        only_when_idle: run only while no other process needs the core.
    """
    if not hasattr(os, "nice"):
        return
    # os.nice adds to the niceness and returns the sum; os.nice(0) reads it
    os.nice(max(0, niceness - os.nice(0)))
    if only_when_idle and hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def core_count() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
