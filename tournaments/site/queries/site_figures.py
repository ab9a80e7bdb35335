"""Queries for the work that waits and the devices that are connected, over the whole installation.

The figures contain no personal data.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import CharField, Count, Min, Model

from common.text.moments import filter_recent
from tournaments.hall.queries.wall import PRESENT
from tournaments.models import TablePhone
from tournaments.work.kinds import KINDS
from tournaments.work.recomputing import Recomputed

JOBS = {kind.name: kind.rows for kind in KINDS if not isinstance(kind, Recomputed)}
"""Models of jobs with a `state`, by kind of work."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Work of one kind that waits for a worker."""

    count: int
    seconds: float
    """Age of the oldest work in seconds; 0 if none waits."""


def queues(moment: datetime) -> dict[str, Queue]:
    """Return the queues by kind of work. One query each."""
    return {
        kind.name: _queue(kind.waiting().aggregate(Count("pk"), Min("created_at")), moment) for kind in KINDS
    }


def _queue(figures: dict[str, object], moment: datetime) -> Queue:
    oldest = figures["created_at__min"]
    age = (moment - oldest).total_seconds() if isinstance(oldest, datetime) else 0.0
    return Queue(int(str(figures["pk__count"])), max(age, 0.0))


def jobs_by_state() -> dict[tuple[str, str], int]:
    """Return the number of jobs by (kind, state), with zeros. One query for each kind."""
    # states without a job are reported as 0, not left out
    counts = {(kind, state): 0 for kind, rows in JOBS.items() for state in _states_of(rows)}
    for kind, rows in JOBS.items():
        state_counts = rows._default_manager.order_by().values_list("state").annotate(Count("pk"))
        counts |= {(kind, state): count for state, count in state_counts}
    return counts


def _states_of(rows: type[Model]) -> list[str]:
    column = rows._meta.get_field("state")
    assert isinstance(column, CharField)
    return [state for state, _label in column.flatchoices]


def connected_phones(moment: datetime) -> int:
    """Return the number of phones with a recent request. One query."""
    phones = TablePhone.objects.filter(filter_recent("seen_at", PRESENT, moment))
    return phones.values("device").distinct().count()
