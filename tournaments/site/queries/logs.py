"""Queries for the trace of a tournament."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.models import AuditEvent, Tournament


@dataclass(frozen=True, slots=True)
class LogFilter:
    """A filter of the trace. Empty fields filter nothing."""

    actor: User | None = None
    is_without_actor: bool = False
    """True for only the actions of phones, of players without an account and of the program itself."""
    actions: Collection[str] | None = None
    other_than: Collection[str] | None = None
    """Actions to leave out."""
    board: int | None = None
    table: int | None = None
    since: datetime | None = None
    until: datetime | None = None


PLAY_ACTIONS = ("result.", "sheet.", "scan.", "second.", "play.")
"""Prefixes of the actions whose subject is board/round/table."""
TABLE_ACTIONS = ("phone.", "hall.call")
"""Prefixes of the actions whose subject is table/round."""


def list_log(tournament: Tournament, log_filter: LogFilter) -> QuerySet[AuditEvent]:
    """Return the events of a tournament with their actors, the latest first."""
    events = AuditEvent.objects.filter(tournament=tournament).select_related("actor")
    if log_filter.actor is not None:
        events = events.filter(actor=log_filter.actor)
    if log_filter.is_without_actor:
        events = events.filter(actor=None)
    if log_filter.actions is not None:
        events = events.filter(action__in=log_filter.actions)
    if log_filter.other_than is not None:
        events = events.exclude(action__in=log_filter.other_than)
    if log_filter.board is not None:
        events = events.filter(_begins(PLAY_ACTIONS), _of_board(log_filter.board))
    if log_filter.table is not None:
        of_play = _begins(PLAY_ACTIONS) & Q(subject__endswith=f"/{log_filter.table}")
        of_table = _begins(TABLE_ACTIONS) & Q(subject__startswith=f"{log_filter.table}/")
        # renewed and revoked links have the table as their subject
        of_link = Q(action__startswith="phones.re", subject=str(log_filter.table))
        events = events.filter(of_play | of_table | of_link)
    if log_filter.since is not None:
        events = events.filter(created_at__gte=log_filter.since)
    if log_filter.until is not None:
        events = events.filter(created_at__lte=log_filter.until)
    return events


def actors_of(tournament: Tournament) -> QuerySet[User]:
    """Return the users with an action in a tournament, by name."""
    events_with_actor = AuditEvent.objects.filter(tournament=tournament, actor__isnull=False)
    return User.objects.filter(pk__in=events_with_actor.order_by().values("actor")).order_by("name", "pk")


def _begins(starts: Collection[str]) -> Q:
    matching = Q()
    for start in starts:
        matching |= Q(action__startswith=start)
    return matching


def _of_board(board: int) -> Q:
    return Q(subject=str(board)) | Q(subject__startswith=f"{board}/")
