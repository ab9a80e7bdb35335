"""Time while the site was down: it is not counted against anybody who plays.

The worker notes every five seconds that it lives. When it finds that nobody did for a while, rounds that were
under way last as much longer, and at free tables the present turn begins anew.
"""

from datetime import datetime, timedelta

from django.db import transaction

from play.free.models import FreeTable
from play.rooms.models import RoomRound, SiteBeat

OUTAGE = timedelta(seconds=20)
"""Without a sign of life for longer the site was down; the worker looks every five seconds. A round that
began so soon after the last sign was under way, too: the site may have lived on for a moment."""
LONGEST_OUTAGE = timedelta(hours=1)
"""After a longer one rounds end when they would have: a laptop that was shut for the night."""


@transaction.atomic
def note_alive(*, now: datetime) -> timedelta:
    """Note that the site lives; how long it was down since the last time, nothing where it was not."""
    SiteBeat.objects.get_or_create(pk=SiteBeat.ONLY, defaults={"at": now})
    beat = SiteBeat.objects.select_for_update().get(pk=SiteBeat.ONLY)
    gap, before = now - beat.at, beat.at
    if gap <= timedelta():
        return timedelta()
    SiteBeat.objects.filter(pk=beat.pk).update(at=now)
    if gap <= OUTAGE:
        return timedelta()
    FreeTable.objects.filter(ended_at=None).update(resumed_at=now)
    if gap <= LONGEST_OUTAGE:
        begun = RoomRound.objects.filter(settled_at=None, starts_at__lte=before + OUTAGE, ends_at__gt=before)
        for of in begun.filter(starts_at__lt=now):
            of.ends_at += now - max(before, of.starts_at)
            of.save(update_fields=["ends_at"])
    return gap
