"""Changes of a free table: its row is locked, its version counts them, its pages are notified."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from common.live.telling import tell
from play.free.models import FreeTable, TableSeat
from play.free.queries.free_tables import AWAY, topic_of


def lock_table(table: FreeTable) -> FreeTable:
    """Return the row of a table as it is now, locked until the end of the transaction."""
    return FreeTable.objects.select_for_update().get(pk=table.pk)


def save_change(table: FreeTable) -> None:
    """Write the table with one more change, which pages hear of."""
    table.version += 1
    table.save()
    tell(topic_of(table))


@contextmanager
def changing(table: FreeTable) -> Iterator[None]:
    """Keep the deals of a table as they are while something beside them changes, which pages hear of."""
    with transaction.atomic():
        locked = lock_table(table)
        yield
        save_change(locked)


def tell_table(table: FreeTable) -> None:
    """Have the pages of a table look again, for what stands beside it."""
    with transaction.atomic():
        save_change(lock_table(table))


def note_presence(table: FreeTable, me: TableSeat, now: datetime) -> None:
    """Note that somebody is there; after a time without anybody all clocks begin anew."""
    last = table.seats.aggregate(last=Max("seen_at"))["last"]
    if last is not None and last < now - AWAY:
        FreeTable.objects.filter(pk=table.pk).update(resumed_at=now)
        table.resumed_at = now
    table.seats.filter(pk=me.pk).update(seen_at=now)


def give_seat_back(table: FreeTable, me: TableSeat, now: datetime) -> None:
    """Give somebody his seat back where a robot holds it."""
    note_presence(table, me, now)
    if table.seats.filter(pk=me.pk, robot_since__isnull=False).update(robot_since=None, back_at=now):
        save_change(table)
