"""Which round a session plays now, and what its clock says."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, Min, OuterRef, Q
from django.utils import timezone

from tournaments.core.hall.clock import Clock, Phase
from tournaments.models import Play, ResultSlip, RoundClock, Session

COUNTING = frozenset({Phase.RUNNING, Phase.ENDING, Phase.PAUSED})
"""While the clock says so, its round is the one that is played."""


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The round of a session at one moment."""

    number: int
    """From 1; 0 before the seats are fixed."""
    round_count: int
    """Of the section that plays most."""
    clock: Clock | None
    """None before anybody set it."""
    now: datetime

    @property
    def phase(self) -> Phase | None:
        """What the clock says; None without one."""
        return self.clock.phase(self.now) if self.clock else None

    @property
    def is_late(self) -> bool:
        """The time of the round that is played is up."""
        return self.clock is not None and self.clock.round_number == self.number and self.phase is Phase.OVER

    @property
    def mark(self) -> str:
        """What changes whenever the clock or its phase does; a clock that merely runs keeps it."""
        clock = self.clock
        if clock is None:
            return f"{self.number}"
        parts = (clock.started_at, clock.paused_at, clock.length, clock.added, clock.paused_for)
        figures = ".".join(
            f"{part.timestamp():.0f}"
            if isinstance(part, datetime)
            else ""
            if part is None
            else f"{part.total_seconds():.0f}"
            for part in parts
        )
        return f"{self.number}.{clock.round_number}.{self.phase}.{figures}"


def current_round(session: Session) -> int:
    """The number of the round that is played: that of the clock while it counts, else the first with a
    missing result, never before the clock's; the last when nothing is missing, 0 before seats are fixed.
    Two queries.
    """
    return load_round(session, timezone.now()).number


def load_round(session: Session, now: datetime) -> RoundNow:
    """The round of a session and its clock. Two queries."""
    row = RoundClock.objects.filter(session=session).first()
    clock = row.clock if row else None
    entered = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    plays = Play.objects.filter(round__section__session=session).annotate(is_entered=entered)
    found = plays.aggregate(
        last=Max("round__number"), missing=Min("round__number", filter=Q(is_entered=False))
    )
    last: int = found["last"] or 0
    return RoundNow(_played(clock, last, found["missing"] or last, now), last, clock, now)


def _played(clock: Clock | None, last: int, reached: int, now: datetime) -> int:
    if clock is None or last == 0:
        return reached
    if clock.phase(now) in COUNTING:
        return clock.round_number
    return min(max(clock.round_number, reached), last)
