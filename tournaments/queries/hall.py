"""Calls for the referee and messages to the hall, as those see them who are concerned."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import HallCall, HallMessage, MessageReading, Session, Table, Tournament
from tournaments.queries.rounds import RoundNow, load_round


@dataclass(frozen=True, slots=True)
class TableHall:
    """What a table's phone shows of the hall."""

    round: RoundNow
    messages: tuple[HallMessage, ...]
    """The latest first, without those that the phone put away."""
    call: HallCall | None
    """The table's call for the referee while it is open."""

    @property
    def mark(self) -> str:
        """What changes whenever this does."""
        call = f"{self.call.pk}{'t' if self.call.taken_at else ''}" if self.call else ""
        told = ".".join(str(message.pk) for message in self.messages)
        return f"{self.round.mark}_{told}_{call}"


def open_calls(session: Session) -> QuerySet[HallCall]:
    """Calls of a session that nobody ended, the longest waiting first, with who goes. One query."""
    calls = HallCall.objects.filter(table__section__session=session, closed_at=None)
    return calls.select_related("table", "round", "taken_by")


def waiting_tables(tournament: Tournament) -> list[int]:
    """Numbers of the tables that call and to which nobody goes yet, the longest waiting first. One query."""
    calls = HallCall.objects.filter(
        table__section__session__tournament=tournament, closed_at=None, taken_at=None
    )
    return list(calls.values_list("table__number", flat=True))


def current_messages(session: Session, now: datetime) -> QuerySet[HallMessage]:
    """Messages of a session that have not expired, the latest first, with whom they are for. One query."""
    messages = HallMessage.objects.filter(session=session, expires_at__gt=now)
    return messages.select_related("section", "table", "sent_by")


def messages_to_all(session: Session, now: datetime) -> QuerySet[HallMessage]:
    """Those for the whole hall. One query."""
    return current_messages(session, now).filter(section=None, table=None)


def messages_to_table(table: Table, now: datetime) -> QuerySet[HallMessage]:
    """Those that the phones of a table show: to all, to its section, to itself."""
    concerned = Q(section=None, table=None) | Q(section=table.section_id) | Q(table=table.pk)
    return HallMessage.objects.filter(concerned, session=table.section.session_id, expires_at__gt=now)


def load_table_hall(table: Table, device: uuid.UUID, now: datetime) -> TableHall:
    """The hall for one phone of a table, which comes with its section. Four queries."""
    read = MessageReading.objects.filter(message=OuterRef("pk"), device=device)
    return TableHall(
        round=load_round(table.section.session, now),
        messages=tuple(messages_to_table(table, now).exclude(Exists(read))),
        call=HallCall.objects.filter(table=table, closed_at=None).select_related("taken_by").first(),
    )
