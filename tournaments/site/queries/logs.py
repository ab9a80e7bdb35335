"""The trace of a tournament, as somebody asks to see it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.models import AuditEvent, Tournament


@dataclass(frozen=True, slots=True)
class LogFilter:
    """What of the trace is asked for; everything where nothing is said."""

    actor: User | None = None
    is_without_actor: bool = False
    """Only what phones at the tables, players without an account and the program itself did."""
    actions: Collection[str] | None = None
    other_than: Collection[str] | None = None
    """Every action but these."""
    board: int | None = None
    table: int | None = None
    since: datetime | None = None
    until: datetime | None = None


PLAY_ACTIONS = ("result.", "sheet.", "scan.", "second.", "play.")
"""Beginnings of the actions whose subject is board/round/table."""
TABLE_ACTIONS = ("phone.", "hall.call")
"""Beginnings of those whose subject is table/round."""


def list_log(tournament: Tournament, asked: LogFilter) -> QuerySet[AuditEvent]:
    """Events of a tournament with who did them, latest first."""
    events = AuditEvent.objects.filter(tournament=tournament).select_related("actor")
    if asked.actor is not None:
        events = events.filter(actor=asked.actor)
    if asked.is_without_actor:
        events = events.filter(actor=None)
    if asked.actions is not None:
        events = events.filter(action__in=asked.actions)
    if asked.other_than is not None:
        events = events.exclude(action__in=asked.other_than)
    if asked.board is not None:
        events = events.filter(_begins(PLAY_ACTIONS), _of_board(asked.board))
    if asked.table is not None:
        of_play = _begins(PLAY_ACTIONS) & Q(subject__endswith=f"/{asked.table}")
        of_table = _begins(TABLE_ACTIONS) & Q(subject__startswith=f"{asked.table}/")
        of_link = Q(action__startswith="phones.re", subject=str(asked.table))
        events = events.filter(of_play | of_table | of_link)
    if asked.since is not None:
        events = events.filter(created_at__gte=asked.since)
    if asked.until is not None:
        events = events.filter(created_at__lte=asked.until)
    return events


def actors_of(tournament: Tournament) -> QuerySet[User]:
    """Everybody who did something in a tournament, by name."""
    did_something = AuditEvent.objects.filter(tournament=tournament, actor__isnull=False)
    return User.objects.filter(pk__in=did_something.order_by().values("actor")).order_by("name", "pk")


def _begins(starts: Collection[str]) -> Q:
    matching = Q()
    for start in starts:
        matching |= Q(action__startswith=start)
    return matching


def _of_board(board: int) -> Q:
    return Q(subject=str(board)) | Q(subject__startswith=f"{board}/")
