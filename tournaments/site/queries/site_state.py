"""State of the installation for the people who look after it: disk, work, mail, clock, version, backups."""

from dataclasses import dataclass
from datetime import datetime

from django.core.files.storage import storages

from tournaments.enums import JobState, MailState
from tournaments.evening.queries.standstill import Standstill, standstills
from tournaments.installation.archive import database_bytes
from tournaments.installation.backups import kept_backups
from tournaments.installation.file_storages import documents, is_on_disk
from tournaments.installation.vital_signs import PRINTER, SWEEP, WORKER, DiskSpace, room, silence_of
from tournaments.site.queries.site_figures import jobs_by_state, queues

RUNNING = frozenset({JobState.RUNNING.value, MailState.SENDING.value})


@dataclass(frozen=True, slots=True)
class DiskUse:
    """Room on the disk of the data, and what Étui uses of it, in bytes."""

    space: DiskSpace
    database: int
    documents: int | None
    """Bytes of scans, photos and papers; None if they are in a bucket."""
    backups: int | None


@dataclass(frozen=True, slots=True)
class WorkState:
    """Work in the background."""

    waiting: int
    oldest_seconds: float
    running: int
    failed: int
    silences: dict[str, float | None]
    """Seconds since the last sign of life of each process; None without one."""


def disk_use() -> DiskUse:
    """Return the use of the disk. It reads the size of each file."""
    return DiskUse(
        room(),
        database_bytes(),
        sum(size for _name, size in documents().walk()) if is_on_disk("default") else None,
        sum(storages["backups"].size(path.name) for path, _made in kept_backups())
        if is_on_disk("backups")
        else None,
    )


def work_state(moment: datetime) -> WorkState:
    """Return the state of the work: waiting, running, failed, by all kinds together. Some twenty queries."""
    waiting, jobs = list(queues(moment).values()), jobs_by_state()
    return WorkState(
        sum(queue.count for queue in waiting),
        max((queue.seconds for queue in waiting), default=0.0),
        sum(count for (_kind, state), count in jobs.items() if state in RUNNING),
        sum(count for (_kind, state), count in jobs.items() if state == JobState.FAILED),
        {name: silence_of(name) for name in (WORKER, PRINTER, SWEEP)},
    )


def present_faults() -> frozenset[Standstill]:
    """Return the present faults of background work, disk and clock. Two queries."""
    return frozenset(standstills())
