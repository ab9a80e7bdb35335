"""Which round a session plays now, and what its clock says."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from tournaments.base.queries.sessions import current_session_key
from tournaments.core.hall.clock import Clock, RoundPhase
from tournaments.models import Play, ResultSlip, RoundClock, Session, Tournament

COUNTING = frozenset({RoundPhase.RUNNING, RoundPhase.ENDING, RoundPhase.PAUSED})
"""While the clock says so, its round is the one that is played."""


FORGOTTEN = timedelta(minutes=20)
"""A clock whose time has been up for so long is shown to nobody but the director."""


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
    def phase(self) -> RoundPhase | None:
        """What the clock says; None without one."""
        return self.clock.phase(self.now) if self.clock else None

    @property
    def is_late(self) -> bool:
        """The time of the round that is played is up."""
        return (
            self.clock is not None
            and self.clock.round_number == self.number
            and self.phase is RoundPhase.OVER
        )

    @property
    def mark(self) -> str:
        """What changes whenever the round, the clock or its phase does."""
        return f"{self.number}.{clock_mark(self.clock, self.now)}"


@dataclass(frozen=True, slots=True)
class SessionNow:
    """A session with how far it has come."""

    session: Session
    clock: Clock | None
    """None before anybody set it."""
    round_count: int
    """Of the section that plays most; 0 before the seats are fixed."""
    missing_round: int | None
    """The first with a missing result; None when nothing is missing."""
    is_last: bool
    """No other session of the event follows."""

    @property
    def is_over(self) -> bool:
        """Every result is in."""
        return self.round_count > 0 and self.missing_round is None

    def round_now(self, now: datetime) -> RoundNow:
        """The round that is played, with the clock."""
        reached = self.missing_round or self.round_count
        number = _played(self.clock, self.round_count, reached, now)
        return RoundNow(number, self.round_count, self.clock, now)


def read_sessions(sessions: QuerySet[Session]) -> list[SessionNow]:
    """Some sessions with how far they have come, in the order of the rows. One query."""
    due = Play.objects.filter(round__section__session=OuterRef("pk"))
    entered = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    later = Session.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    rows = sessions.select_related("clock").annotate(
        last_round=Subquery(due.order_by("-round__number").values("round__number")[:1]),
        missing_round=Subquery(due.filter(~entered).order_by("round__number").values("round__number")[:1]),
        is_followed=Exists(later),
    )
    return [
        SessionNow(row, clock_of(row), row.last_round or 0, row.missing_round, not row.is_followed)
        for row in rows
    ]


def clock_of(session: Session) -> Clock | None:
    """The clock of a session, None before anybody set it. No query where it was loaded with the session."""
    row: RoundClock | None = getattr(session, "clock", None)
    return row.clock if row else None


def current_round(session: Session) -> int:
    """The number of the round that is played: that of the clock while it counts, else the first with a
    missing result, never before the clock's; the last when nothing is missing, 0 before seats are fixed.
    One query.
    """
    return load_round(session, timezone.now()).number


def load_round(session: Session, now: datetime) -> RoundNow:
    """The round of a session and its clock. One query."""
    return read_sessions(Session.objects.filter(pk=session.pk))[0].round_now(now)


def public_clock(tournament: Tournament, now: datetime) -> Clock | None:
    """The clock of the current session for everybody: None without one that the hall follows. One query."""
    row = RoundClock.objects.filter(session=current_session_key(tournament)).first()
    return followed(row.clock if row else None, now)


def followed(clock: Clock | None, now: datetime) -> Clock | None:
    """The clock, unless its time has been up for so long that nobody turns it any more."""
    return clock if clock is not None and clock.remaining(now) > -FORGOTTEN else None


def _played(clock: Clock | None, last: int, reached: int, now: datetime) -> int:
    if clock is None or last == 0:
        return reached
    if clock.phase(now) in COUNTING:
        return clock.round_number
    return min(max(clock.round_number, reached), last)


def clock_mark(clock: Clock | None, now: datetime) -> str:
    """What changes whenever a clock or its phase does; one that merely runs keeps it."""
    if clock is None:
        return "-"
    moments = [moment.timestamp() if moment else 0 for moment in (clock.started_at, clock.paused_at)]
    spans = [span.total_seconds() for span in (clock.length, clock.added, clock.paused_for)]
    return f"{clock.round_number}.{clock.phase(now)}.{'.'.join(f'{part:.0f}' for part in (*moments, *spans))}"
