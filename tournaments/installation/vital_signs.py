"""Health of the machine: signs of life of its processes, free space on its disk, whether its clock is steady.

Nothing here reads the database, which may be away. Signs of life are files on a laptop; on a server they are
in Redis, where the processes of all its hosts leave and read them.
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
"""Whoever takes the short work, whoever takes the long work, and the look for work that was lost."""
BEAT_SECONDS = 10.0
"""Between two signs of life of a worker."""
SIGN_KEPT_SECONDS = 24 * 60 * 60
"""For which a server knows the last sign of a worker that is dead."""

NO_ROOM = 100 * 1024**2
"""Bytes below which nothing should be stored any more."""
LITTLE_ROOM, LITTLE_SHARE, ENOUGH_ROOM = 500 * 1024**2, 0.02, 5 * 1024**3
"""A disk is nearly full below the first, or below the second of its size, the third at most."""

JUMP_SECONDS = 60.0
"""By so much the clock was put on or back, not brought in step."""
JUMP_TOLD_SECONDS = 600.0
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def clock_seconds() -> float:
    """Return the time that the clock shows."""
    return time.time()


def machine_seconds() -> float:
    """Return the seconds since the machine was started, asleep or not."""
    if not hasattr(time, "clock_gettime"):
        return time.monotonic()
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


@lru_cache(maxsize=1)
def boot_id() -> str:
    """Return what tells this start of the machine from others; "" where the system does not say."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


started_at = machine_seconds()


def beat(name: str) -> None:
    """Leave a sign of life, if the disk or the cache takes one."""
    if settings.ETUI_LIVE_URL:
        cache.set(f"sign-of-life:{name}", clock_seconds(), SIGN_KEPT_SECONDS)
        return
    path = _folder() / name
    part = path.with_name(f"{name}.{os.getpid()}.{threading.get_ident()}.part")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.write_text(json.dumps({"boot": boot_id(), "seconds": machine_seconds()}), encoding="ascii")
        part.replace(path)


def silence_of(name: str) -> float | None:
    """Return the seconds since the last sign of life; None without one since the machine was started."""
    if settings.ETUI_LIVE_URL:
        seen_at = cache.get(f"sign-of-life:{name}")
        # the clocks of two hosts are never quite the same
        return None if seen_at is None else max(clock_seconds() - seen_at, 0.0)
    try:
        seen = json.loads((_folder() / name).read_text(encoding="ascii"))
        silence = machine_seconds() - float(seen["seconds"])
        return silence if seen["boot"] == boot_id() and silence >= 0 else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def is_alive(name: str, seconds: float) -> bool:
    """Whether there was a sign of life in the last seconds; this process may be younger than that."""
    silence = silence_of(name)
    if silence is not None and silence <= seconds:
        return True
    return machine_seconds() - started_at < seconds


def keep_beating(name: str) -> None:
    """Leave signs of life for as long as this process lives."""

    def go_on() -> None:
        while True:
            beat(name)
            time.sleep(BEAT_SECONDS)

    threading.Thread(target=go_on, name="signs of life", daemon=True).start()


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """How much fits on the disk that holds the data."""

    free: int
    total: int

    @property
    def is_there(self) -> bool:
        return self.free >= NO_ROOM

    @property
    def is_ample(self) -> bool:
        return self.free >= max(LITTLE_ROOM, min(LITTLE_SHARE * self.total, ENOUGH_ROOM))


def room() -> DiskSpace:
    """What is free for whoever runs this process."""
    usage = shutil.disk_usage(settings.VAR_DIR)
    return DiskSpace(usage.free, usage.total)


class MachineClock:
    """Notices when the clock of the machine is put on or back."""

    def __init__(self) -> None:
        self._offset = clock_seconds() - machine_seconds()
        self._jumped_at: float | None = None

    @property
    def is_steady(self) -> bool:
        """False for ten minutes from when a jump is noticed; a machine that slept has not jumped."""
        now, offset = machine_seconds(), clock_seconds() - machine_seconds()
        if abs(offset - self._offset) > JUMP_SECONDS:
            self._offset, self._jumped_at = offset, now
        return self._jumped_at is None or now - self._jumped_at > JUMP_TOLD_SECONDS


clock = MachineClock()


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "signs"
