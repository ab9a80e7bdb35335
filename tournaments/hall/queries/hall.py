"""Calls for the referee and messages to the hall, as those see them who are concerned."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from common.text.moments import in_force, is_in_force
from games.core.seats import SHEET_ORDER
from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.rounds import clock_mark, followed
from tournaments.core.hall.clock import Clock
from tournaments.models import (
    Entry,
    HallCall,
    HallMessage,
    MessageReading,
    RoundClock,
    Seating,
    Session,
    Table,
    Tournament,
)
from tournaments.models.hall import LONGEST_SHOWN


@dataclass(frozen=True, slots=True)
class TableHall:
    """What a table's phone shows of the hall."""

    clock: Clock | None
    """None before anybody set it, and once it was forgotten."""
    now: datetime
    messages: tuple[HallMessage, ...]
    """The latest first, without those that the phone put away."""
    call: HallCall | None
    """The table's call for the referee while it is open."""

    @property
    def mark(self) -> str:
        """What changes whenever this does."""
        call = f"{self.call.pk}{'t' if self.call.taken_at else ''}" if self.call else ""
        told = ".".join(str(message.pk) for message in self.messages)
        return f"{clock_mark(self.clock, self.now)}_{told}_{call}"


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
    messages = HallMessage.objects.filter(in_force("expires_at", LONGEST_SHOWN, now), session=session)
    return messages.select_related("section", "table", "sent_by")


def messages_to_all(session: Session, now: datetime) -> QuerySet[HallMessage]:
    """Those for the whole hall. One query."""
    return current_messages(session, now).filter(section=None, table=None)


def messages_to_table(table: Table, now: datetime, device: uuid.UUID | None = None) -> list[HallMessage]:
    """What the phones of a table show: to all, to its section, to itself; the latest first. One query.

    Args:
        device: without those that this phone put away.
    """
    asked = table.pk, table.section_id, table.section.session_id, now
    ahead = _MESSAGES.all(*asked) if device is None else _UNREAD.all(*asked, device)
    return [message for message in ahead if is_in_force(message.expires_at, LONGEST_SHOWN, now)]


def _messages(table: int, section: int, session: int, now: datetime) -> QuerySet[HallMessage]:
    concerned = Q(section=None, table=None) | Q(section=section) | Q(table=table)
    return HallMessage.objects.filter(concerned, session=session, expires_at__gt=now)


def _unread(
    table: int, section: int, session: int, now: datetime, device: uuid.UUID
) -> QuerySet[HallMessage]:
    read = MessageReading.objects.filter(message=OuterRef("pk"), device=device)
    return _messages(table, section, session, now).exclude(Exists(read))


_MESSAGES = PreparedModels(_messages, int, int, int, datetime)
_UNREAD = PreparedModels(_unread, int, int, int, datetime, uuid.UUID)
_CLOCK = PreparedModels(lambda session: RoundClock.objects.filter(session=session), int)
_CALL = PreparedModels(lambda table: HallCall.objects.filter(table=table, closed_at=None), int)


def seats_at(table: Table, round_number: int) -> list[tuple[tuple[int, ...], Entry]]:
    """Who sits at a table in a round: seats and person, in the order of the sheets. One query."""
    seats: dict[Entry, list[int]] = {}
    rows = Seating.objects.filter(table=table, round__number=round_number).select_related("entry__person")
    for row in sorted(rows, key=lambda row: _sheet_place(row.seat)):
        seats.setdefault(row.entry, []).append(row.seat)
    return [(tuple(taken), entry) for entry, taken in seats.items()]


def load_table_hall(table: Table, device: uuid.UUID | None, now: datetime) -> TableHall:
    """The hall for one phone of a table, which comes with its section. Three queries.

    Args:
        device: None for a phone that the site does not know yet.
    """
    row = _CLOCK.first(table.section.session_id)
    return table_hall_at(table, row.clock if row else None, device, now)


def table_hall_at(table: Table, clock: Clock | None, device: uuid.UUID | None, now: datetime) -> TableHall:
    """The same where the session's clock is known. Two queries."""
    return TableHall(
        clock=followed(clock, now),
        now=now,
        messages=tuple(messages_to_table(table, now, device)),
        call=_CALL.first(table.pk),
    )


def _sheet_place(seat: int) -> int:
    """Where a seat stands on a sheet; those beyond four follow."""
    return SHEET_ORDER.index(seat) if seat in SHEET_ORDER else seat
