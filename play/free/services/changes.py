"""Changes of a free table: row lock, version count and notification of its pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from common.live.notifying import notify_pages
from play.free.models import FreeTable, TableSeat
from play.free.queries.free_tables import AWAY, topic_of


def lock_table(table: FreeTable) -> FreeTable:
    """Return the current row of a table, locked until the end of the transaction."""
    return FreeTable.objects.select_for_update().get(pk=table.pk)


def save_change(table: FreeTable) -> None:
    """Store the table with a new version and notify its pages."""
    table.version += 1
    table.save()
    notify_pages(topic_of(table))


@contextmanager
def change_beside_deals(table: FreeTable) -> Iterator[None]:
    """Lock a table during a change beside its deals, then notify its pages."""
    with transaction.atomic():
        locked_table = lock_table(table)
        yield
        save_change(locked_table)


def notify_table(table: FreeTable) -> None:
    """Notify the pages of a table of a change outside its own rows."""
    with transaction.atomic():
        save_change(lock_table(table))


def note_seat_presence(table: FreeTable, me: TableSeat, now: datetime) -> None:
    """Record a player's request. After an absence of all players, all clocks start again."""
    last_seen = table.seats.aggregate(last=Max("seen_at"))["last"]
    if last_seen is not None and last_seen < now - AWAY:
        FreeTable.objects.filter(pk=table.pk).update(resumed_at=now)
        table.resumed_at = now
    table.seats.filter(pk=me.pk).update(seen_at=now)


def give_seat_back(table: FreeTable, me: TableSeat, now: datetime) -> None:
    """Give a player's seat back if a robot holds it."""
    note_seat_presence(table, me, now)
    # one statement, so that two requests give it back once
    if table.seats.filter(pk=me.pk, robot_since__isnull=False).update(robot_since=None, back_at=now):
        save_change(table)
