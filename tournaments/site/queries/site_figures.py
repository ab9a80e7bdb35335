"""How much work waits in the whole installation, and who is there: figures without anybody in them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Model

from tournaments.enums import JobState, MailState, SearchState
from tournaments.hall.queries.wall import PRESENT
from tournaments.models import (
    CompetitionRequest,
    MovementSearch,
    PrintedDocument,
    RecordsRequest,
    ResultMail,
    StandingsRequest,
    TablePhone,
)

WAITING = {
    "standings": StandingsRequest.objects.all(),
    "competition": CompetitionRequest.objects.all(),
    "records": RecordsRequest.objects.all(),
    "document": PrintedDocument.objects.filter(state=JobState.QUEUED),
    "search": MovementSearch.objects.filter(state=SearchState.QUEUED),
    "mail": ResultMail.objects.filter(state=MailState.QUEUED),
}
JOBS: dict[str, tuple[type[Model], list[str]]] = {
    "document": (PrintedDocument, JobState.values),
    "search": (MovementSearch, SearchState.values),
    "mail": (ResultMail, MailState.values),
}
"""Rows that are jobs, and the states that they have."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Work of one kind that waits for a worker."""

    count: int
    seconds: float
    """Since the oldest was asked for; 0 when none waits."""


def queues(now: datetime) -> dict[str, Queue]:
    """The queues by kind of work. One query each."""
    return {
        kind: _queue(waiting.aggregate(Count("pk"), Min("created_at")), now)
        for kind, waiting in WAITING.items()
    }


def _queue(found: dict[str, object], now: datetime) -> Queue:
    oldest = found["created_at__min"]
    waited = (now - oldest).total_seconds() if isinstance(oldest, datetime) else 0.0
    return Queue(int(str(found["pk__count"])), max(waited, 0.0))


def jobs_by_state() -> dict[tuple[str, str], int]:
    """How many jobs are in each state, by kind and state. One query for each kind."""
    counts = {(kind, state): 0 for kind, (_model, states) in JOBS.items() for state in states}
    for kind, (model, _states) in JOBS.items():
        found = model._default_manager.order_by().values_list("state").annotate(Count("pk"))
        counts |= {(kind, state): count for state, count in found}
    return counts


def connected_phones(now: datetime) -> int:
    """Phones that were heard of lately. One query."""
    heard = TablePhone.objects.filter(seen_at__gt=now - PRESENT)
    return heard.values("device").distinct().count()
