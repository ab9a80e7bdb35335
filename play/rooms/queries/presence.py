"""The number of people who play on the site at present."""

from datetime import datetime, timedelta

from django.core.cache import cache

from play.free.models import TableSeat
from play.rooms.models import RoomEntry
from play.tables.models import PlayedTable

KEY = "people-playing"
KEPT_SECONDS = 30
"""Seconds for which the number is kept."""
AT_A_TABLE = timedelta(minutes=20)
"""Age at which a deal of one person that is not over counts no more."""
SEEN = timedelta(minutes=1)
"""Time without a poll after which a player of a free table counts no more."""


def count_people_playing(now: datetime) -> int:
    """Return the number of browsers of people at tables and in rooms. One query every `KEPT_SECONDS`."""
    number = cache.get(KEY)
    if number is None:
        number = _count(now)
        cache.set(KEY, number, KEPT_SECONDS)
    return int(number)


def known_people_playing() -> int:
    """Return the number that `count_people_playing` kept; 0 where none is kept. No query."""
    return int(cache.get(KEY, 0))


def _count(now: datetime) -> int:
    alone = PlayedTable.objects.filter(created_at__gt=now - AT_A_TABLE, ended_at=None).exclude(device="")
    seated = TableSeat.objects.filter(seen_at__gt=now - SEEN).exclude(device="")
    entered = RoomEntry.objects.filter(
        round__starts_at__lte=now, round__ends_at__gt=now, is_robot=False, left_at=None
    ).exclude(device="")
    # a union counts a browser once
    devices = (
        alone.order_by()
        .values_list("device")
        .union(seated.order_by().values_list("device"), entered.order_by().values_list("device"))
    )
    return devices.count()
