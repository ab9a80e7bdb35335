"""Health of the machine: heartbeats of its processes, free space on its disk, steadiness of its clock.

Nothing in this module reads the database, which may be away. Heartbeats are files on a laptop. On a server
they are in Redis, where the processes of all its hosts write and read them.
"""

import json
import os
import shutil
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.cache import cache

WORKER, PRINTER, SWEEP = "worker", "printer", "sweep"
"""Processes with a heartbeat: the workers for short and for long jobs, the sweep for lost jobs."""
BEAT_SECONDS = 10.0
"""Seconds between two heartbeats of a worker."""
SIGN_KEPT_SECONDS = 24 * 60 * 60
"""Lifetime in seconds of the last heartbeat of a dead worker on a server."""

NO_ROOM = 100 * 1024**2
"""Free bytes below which nothing should be stored."""
LITTLE_ROOM, LITTLE_SHARE, ENOUGH_ROOM = 500 * 1024**2, 0.02, 5 * 1024**3
"""Limits below which a disk is nearly full: bytes, and a share of its size up to a number of bytes."""

JUMP_SECONDS = 60.0
"""Seconds by which the clock must jump, forward or back, to count as changed."""
JUMP_TOLD_SECONDS = 600.0
"""Seconds after a jump of the clock during which it is reported."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def clock_seconds() -> float:
    """Return the time of the system's clock. Tests replace it."""
    return time.time()


def machine_seconds() -> float:
    """Return the seconds since the machine was started, with the time in which it slept."""
    if not hasattr(time, "clock_gettime"):
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


@lru_cache(maxsize=1)
def boot_id() -> str:
    """Return the identifier of this start of the machine; "" if the system has none."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


started_at = machine_seconds()


def beat(name: str) -> None:
    """Write a heartbeat. A disk that takes no file is ignored."""
    if settings.ETUI_LIVE_URL:
        cache.set(f"sign-of-life:{name}", clock_seconds(), SIGN_KEPT_SECONDS)
        return
    path = _folder() / name
    temporary_path = path.with_name(f"{name}.{os.getpid()}.{threading.get_ident()}.part")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary_path.write_text(
            json.dumps({"boot": boot_id(), "seconds": machine_seconds()}), encoding="ascii"
        )
        temporary_path.replace(path)


def silence_of(name: str) -> float | None:
    """Return the seconds since the last heartbeat; None without one since the machine was started."""
    if settings.ETUI_LIVE_URL:
        seen_at = cache.get(f"sign-of-life:{name}")
        # the clocks of two hosts are never quite the same
        return None if seen_at is None else max(clock_seconds() - seen_at, 0.0)
    try:
        heartbeat = json.loads((_folder() / name).read_text(encoding="ascii"))
        silence = machine_seconds() - float(heartbeat["seconds"])
        # a heartbeat of an earlier start counts from another zero
        return silence if heartbeat["boot"] == boot_id() and silence >= 0 else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def is_alive(name: str, seconds: float) -> bool:
    """Return whether there was a heartbeat in the last seconds, or this process is younger than that."""
    silence = silence_of(name)
    if silence is not None and silence <= seconds:
        return True
    return machine_seconds() - started_at < seconds


def keep_beating(name: str) -> None:
    """Write heartbeats in a thread for as long as this process lives."""

    def go_on() -> None:
        while True:
            beat(name)
            time.sleep(BEAT_SECONDS)

    threading.Thread(target=go_on, name="signs of life", daemon=True).start()


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """Free and total bytes of the disk that holds the data."""

    free: int
    total: int

    @property
    def is_there(self) -> bool:
        return self.free >= NO_ROOM

    @property
    def is_ample(self) -> bool:
        return self.free >= max(LITTLE_ROOM, min(LITTLE_SHARE * self.total, ENOUGH_ROOM))


def room() -> DiskSpace:
    """Return the space that is free for the user of this process."""
    usage = shutil.disk_usage(settings.VAR_DIR)
    # `free` leaves out what only root may use
    return DiskSpace(usage.free, usage.total)


class MachineClock:
    """Detector of jumps of the machine's clock."""

    def __init__(self) -> None:
        self._offset = clock_seconds() - machine_seconds()
        self._jumped_at: float | None = None

    @property
    def is_steady(self) -> bool:
        """False for ten minutes after a jump is noticed. Sleep of the machine is no jump."""
        machine_time, offset = machine_seconds(), clock_seconds() - machine_seconds()
        if abs(offset - self._offset) > JUMP_SECONDS:
            self._offset, self._jumped_at = offset, machine_time
        return self._jumped_at is None or machine_time - self._jumped_at > JUMP_TOLD_SECONDS


clock = MachineClock()


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "signs"
