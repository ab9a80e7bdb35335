"""Queries for calls for the referee, messages to the hall and the hall's part of a phone's page."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet, Value

from accounts.models import User
from common.text.moments import filter_in_force, is_in_force
from games.core.seats import SHEET_ORDER
from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.referee_tables import load_referees
from tournaments.base.queries.rounds import clock_mark, followed
from tournaments.core.hall.clock import Clock
from tournaments.events.queries.unsettled import flags_of_event
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
    """The hall as a phone at a table shows it."""

    clock: Clock | None
    """Clock of the session; None before it is first set and long after its time is up."""
    now: datetime
    messages: tuple[HallMessage, ...]
    """Messages for the table, the latest first, without those that the phone has put away."""
    call: HallCall | None
    """Open call of the table for the referee."""

    @property
    def mark(self) -> str:
        """Version of this data: another text for another display."""
        call = f"{self.call.pk}{'t' if self.call.taken_at else ''}" if self.call else ""
        message_keys = ".".join(str(message.pk) for message in self.messages)
        return f"{clock_mark(self.clock, self.now)}_{message_keys}_{call}"


def open_calls(session: Session) -> QuerySet[HallCall]:
    """Return the open calls of a session with the user who took each, the oldest first. One query."""
    calls = HallCall.objects.filter(table__section__session=session, closed_at=None)
    return calls.select_related("table", "round", "taken_by")


def waiting_tables(tournament: Tournament, user: User | None = None) -> list[int]:
    """Return the numbers of tables with an open call that no user took, the oldest call first.

    One query, two for a user with several tables.

    Args:
        user: referee whose own tables come before the others.
    """
    numbers = list(_untaken_calls(tournament).values_list("table__number", flat=True))
    return _own_tables_first(numbers, tournament, user)


def _untaken_calls(tournament: Tournament) -> QuerySet[HallCall]:
    return HallCall.objects.filter(
        table__section__session__tournament=tournament, closed_at=None, taken_at=None
    )


def _own_tables_first(numbers: list[int], tournament: Tournament, user: User | None) -> list[int]:
    if user is None or len(numbers) < 2:
        return numbers
    referees = load_referees(tournament)
    return sorted(numbers, key=lambda number: not referees.is_own(number, user))


@dataclass(frozen=True, slots=True)
class DeskWaits:
    """Calls and disputes that wait for an organiser."""

    tables: list[int]
    """Tables that call the referee, as `waiting_tables`."""
    disputes: list[int]
    """Keys of the disputes without an answer, the oldest first."""

    @property
    def mark(self) -> str:
        """Version of this data: another text for another display."""
        return "-".join(map(str, self.tables)) + "".join(f"_{key}" for key in self.disputes)


def load_desk_waits(tournament: Tournament, user: User | None = None) -> DeskWaits:
    """Return what waits at the desk of a tournament. Queries as `waiting_tables`."""
    calls = _untaken_calls(tournament).order_by().values_list("table__number", "called_at", "pk")
    no_table = Value(None, output_field=IntegerField())
    disputes = flags_of_event(tournament).order_by().values_list(no_table, "raised_at", "pk")
    rows = calls.union(disputes, all=True).order_by("called_at", "pk")
    waits = [(number, key) for number, _time, key in rows]
    tables = [number for number, _key in waits if number is not None]
    dispute_keys = [key for number, key in waits if number is None]
    return DeskWaits(_own_tables_first(tables, tournament, user), dispute_keys)


def current_messages(session: Session, moment: datetime) -> QuerySet[HallMessage]:
    """Return the unexpired messages of a session with their receivers, the latest first. One query."""
    messages = HallMessage.objects.filter(
        filter_in_force("expires_at", LONGEST_SHOWN, moment), session=session
    )
    return messages.select_related("section", "table", "sent_by")


def messages_to_all(session: Session, moment: datetime) -> QuerySet[HallMessage]:
    """Return the unexpired messages for the whole hall. One query."""
    return current_messages(session, moment).filter(section=None, table=None)


def messages_to_table(table: Table, moment: datetime, device: uuid.UUID | None = None) -> list[HallMessage]:
    """Return the messages to all, to a table's section and to the table itself, the latest first. One query.

    Args:
        device: leaves out the messages that this phone has put away.
    """
    arguments = table.pk, table.section_id, table.section.session_id, moment
    messages = _MESSAGES.all(*arguments) if device is None else _UNREAD.all(*arguments, device)
    # again, since the query lacks the upper limit: a clock that was ahead may have stored an end far away
    return [message for message in messages if is_in_force(message.expires_at, LONGEST_SHOWN, moment)]


def _messages(table: int, section: int, session: int, moment: datetime) -> QuerySet[HallMessage]:
    receivers = Q(section=None, table=None) | Q(section=section) | Q(table=table)
    return HallMessage.objects.filter(receivers, session=session, expires_at__gt=moment)


def _unread(
    table: int, section: int, session: int, moment: datetime, device: uuid.UUID
) -> QuerySet[HallMessage]:
    readings = MessageReading.objects.filter(message=OuterRef("pk"), device=device)
    return _messages(table, section, session, moment).exclude(Exists(readings))


_MESSAGES = PreparedModels(_messages, int, int, int, datetime)
"""Prepared query of the messages for a table. The caller removes those with an end too far ahead."""
_UNREAD = PreparedModels(_unread, int, int, int, datetime, uuid.UUID)
_CLOCK = PreparedModels(lambda session: RoundClock.objects.filter(session=session), int)
_CALL = PreparedModels(lambda table: HallCall.objects.filter(table=table, closed_at=None), int)


def seats_at(table: Table, round_number: int) -> list[tuple[tuple[int, ...], Entry]]:
    """Return (seats, entry) for each entry at a table in a round, in the order of score sheets. One query."""
    seats: dict[Entry, list[int]] = {}
    rows = Seating.objects.filter(table=table, round__number=round_number).select_related("entry__person")
    for row in sorted(rows, key=lambda row: _sheet_place(row.seat)):
        seats.setdefault(row.entry, []).append(row.seat)
    return [(tuple(entry_seats), entry) for entry, entry_seats in seats.items()]


def load_table_hall(table: Table, device: uuid.UUID | None, moment: datetime) -> TableHall:
    """Load the hall for one phone of a table, whose section is loaded. Three queries.

    Args:
        device: None for a phone without a key yet.
    """
    row = _CLOCK.first(table.section.session_id)
    return table_hall_at(table, row.clock if row else None, device, moment)


def table_hall_at(table: Table, clock: Clock | None, device: uuid.UUID | None, moment: datetime) -> TableHall:
    """Load the hall for one phone of a table where the session's clock is known. Two queries."""
    return TableHall(
        clock=followed(clock, moment),
        now=moment,
        messages=tuple(messages_to_table(table, moment, device)),
        call=_CALL.first(table.pk),
    )


def _sheet_place(seat: int) -> int:
    """Return the position of a seat on a score sheet. Seats beyond four come last."""
    return SHEET_ORDER.index(seat) if seat in SHEET_ORDER else seat
