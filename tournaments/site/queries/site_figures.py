"""How much work waits in the whole installation, and who is there: figures without anybody in them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import CharField, Count, Min, Model

from tournaments.hall.queries.wall import PRESENT
from tournaments.models import TablePhone
from tournaments.work.kinds import KINDS
from tournaments.work.recomputing import Recomputed

JOBS = {kind.name: kind.rows for kind in KINDS if not isinstance(kind, Recomputed)}
"""Rows that are jobs and have a `state`, by kind of work."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Work of one kind that waits for a worker."""

    count: int
    seconds: float
    """Since the oldest was asked for; 0 when none waits."""


def queues(now: datetime) -> dict[str, Queue]:
    """The queues by kind of work. One query each."""
    return {
        kind.name: _queue(kind.waiting().aggregate(Count("pk"), Min("created_at")), now) for kind in KINDS
    }


def _queue(found: dict[str, object], now: datetime) -> Queue:
    oldest = found["created_at__min"]
    waited = (now - oldest).total_seconds() if isinstance(oldest, datetime) else 0.0
    return Queue(int(str(found["pk__count"])), max(waited, 0.0))


def jobs_by_state() -> dict[tuple[str, str], int]:
    """How many jobs are in each state, by kind and state. One query for each kind."""
    counts = {(kind, state): 0 for kind, rows in JOBS.items() for state in _states_of(rows)}
    for kind, rows in JOBS.items():
        found = rows._default_manager.order_by().values_list("state").annotate(Count("pk"))
        counts |= {(kind, state): count for state, count in found}
    return counts


def _states_of(rows: type[Model]) -> list[str]:
    column = rows._meta.get_field("state")
    assert isinstance(column, CharField)
    return [state for state, _label in column.flatchoices]


def connected_phones(now: datetime) -> int:
    """Phones that were heard of lately. One query."""
    heard = TablePhone.objects.filter(seen_at__gt=now - PRESENT)
    return heard.values("device").distinct().count()
