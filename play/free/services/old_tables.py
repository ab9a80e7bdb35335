"""The end of free tables that all have left, and of old ones without an account."""

from datetime import datetime, timedelta

from play.free.models import FreeTable
from play.tables.models import PlayedTable
from play.tables.services.played_tables import GUESTS_KEPT

IDLE = timedelta(hours=2)
"""After which a table that nobody looks at is ended; whoever sat there may open it again."""


def sweep_free_tables(*, now: datetime) -> int:
    """End the tables that everybody has left, and delete old ones without an account.

    Returns:
        How many were deleted.
    """
    active = FreeTable.objects.filter(ended_at=None).exclude(seats__seen_at__gt=now - IDLE)
    active.filter(resumed_at__lt=now - IDLE).update(ended_at=now)
    ended = FreeTable.objects.filter(ended_at__lt=now - GUESTS_KEPT)
    old = list(ended.exclude(seats__owner__isnull=False).values_list("pk", flat=True))
    PlayedTable.objects.filter(free_deal__free_table__in=old).delete()
    FreeTable.objects.filter(pk__in=old).delete()
    return len(old)
