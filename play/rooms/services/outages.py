"""Compensation for time while the site was down.

The worker stores a sign of life every five seconds. After a gap, rounds under way are extended by the time
lost. At free tables the present turn starts again.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from play.free.models import FreeTable
from play.rooms.models import RoomRound, SiteBeat

OUTAGE = timedelta(seconds=20)
"""Gap between two signs of life above which the site counts as down. A round that began within this span
after the last sign was under way, too, since the site may have lived a little longer."""
LONGEST_OUTAGE = timedelta(hours=1)
"""Longest gap that extends rounds. After a longer one, such as a laptop shut for the night, rounds end as
planned."""


@transaction.atomic
def note_alive(*, now: datetime) -> timedelta:
    """Store a sign of life. Return the length of the outage since the last one, zero if there was none."""
    SiteBeat.objects.get_or_create(pk=SiteBeat.ONLY, defaults={"at": now})
    beat = SiteBeat.objects.select_for_update().get(pk=SiteBeat.ONLY)
    gap, last_beat = now - beat.at, beat.at
    # another worker stored a later sign of life while this one waited for the lock
    if gap <= timedelta():
        return timedelta()
    SiteBeat.objects.filter(pk=beat.pk).update(at=now)
    if gap <= OUTAGE:
        return timedelta()
    if gap <= LONGEST_OUTAGE:
        # also rounds that began shortly after the last sign of life
        interrupted_rounds = RoomRound.objects.filter(
            settled_at=None, starts_at__lte=last_beat + OUTAGE, ends_at__gt=last_beat
        )
        for interrupted_round in interrupted_rounds.filter(starts_at__lt=now).order_by("pk"):
            # a round that began during the gap lost only the time since its start
            lost_time = now - max(last_beat, interrupted_round.starts_at)
            rows = RoomRound.objects.filter(pk=interrupted_round.pk, settled_at=None)
            rows.update(ends_at=F("ends_at") + lost_time)
    # after the rounds: a player who leaves locks the round first, then the table
    FreeTable.objects.filter(ended_at=None).update(resumed_at=now)
    return gap
