"""Clean-up of free tables: end idle ones, delete old ones without an account."""

from datetime import datetime, timedelta

from play.free.models import FreeTable
from play.tables.models import PlayedTable
from play.tables.services.played_tables import GUESTS_KEPT

IDLE = timedelta(hours=2)
"""Time without a visit after which a table is ended. Its players can open it again."""


def sweep_free_tables(*, now: datetime) -> int:
    """End idle tables, and delete old ones without an account.

    Returns:
        Number of deleted tables.
    """
    idle_tables = FreeTable.objects.filter(ended_at=None).exclude(seats__seen_at__gt=now - IDLE)
    idle_tables.filter(resumed_at__lt=now - IDLE).update(ended_at=now)
    ended_tables = FreeTable.objects.filter(ended_at__lt=now - GUESTS_KEPT)
    # a table with an account's seat is part of its history
    old_keys = list(ended_tables.exclude(seats__owner__isnull=False).values_list("pk", flat=True))
    # first the deals, which the deletion of a free table would leave behind
    PlayedTable.objects.filter(free_deal__free_table__in=old_keys).delete()
    FreeTable.objects.filter(pk__in=old_keys).delete()
    return len(old_keys)
