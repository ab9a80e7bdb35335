"""The round that a session plays now, and the state of its clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from tournaments.base.queries.sessions import current_session_key
from tournaments.core.hall.clock import Clock, RoundPhase
from tournaments.models import Play, ResultSlip, Round, RoundClock, Seating, Section, Session, Tournament

COUNTING = frozenset({RoundPhase.RUNNING, RoundPhase.ENDING, RoundPhase.PAUSED})
"""Phases in which the round of the clock is the one that is played."""


FORGOTTEN = timedelta(minutes=20)
"""Overtime after which only the director still sees a clock, which has probably been forgotten."""


@dataclass(frozen=True, slots=True)
class RoundNow:
    """The round of a session at a given moment."""

    number: int
    """Number of the round from 1; 0 before the seats are fixed."""
    round_count: int
    """Number of rounds in the section with most, without those that are still to be drawn."""
    clock: Clock | None
    """Clock of the session; None if none was ever set."""
    now: datetime
    undrawn_count: int = 0
    """Number of rounds that are still to be drawn."""
    is_drawn: bool = False
    """True if the rounds are drawn one by one."""

    @property
    def planned_count(self) -> int:
        """Number of rounds with those that are still to be drawn."""
        return self.round_count + self.undrawn_count

    @property
    def phase(self) -> RoundPhase | None:
        """Phase of the clock; None without a clock."""
        return self.clock.phase(self.now) if self.clock else None

    @property
    def is_late(self) -> bool:
        """True if the time of the current round is up."""
        return (
            self.clock is not None
            and self.clock.round_number == self.number
            and self.phase is RoundPhase.OVER
        )

    @property
    def mark(self) -> str:
        """Text that changes with the round, the clock, its phase, or a round that is drawn."""
        return f"{self.number}.{self.round_count}.{clock_mark(self.clock, self.now)}"


@dataclass(frozen=True, slots=True)
class SessionNow:
    """A session and its progress."""

    session: Session
    clock: Clock | None
    """Clock of the session; None if none was ever set."""
    round_count: int
    """Number of rounds in the section with most; 0 before the seats are fixed."""
    missing_round: int | None
    """First round with a missing result; None if nothing is missing."""
    is_last: bool
    """True if no other session of the event follows."""
    undrawn_count: int = 0
    """Number of rounds that are still to be drawn."""
    is_drawn: bool = False
    """True if the rounds are drawn one by one."""

    @property
    def is_over(self) -> bool:
        """True if every result is entered and no round is left to be drawn."""
        return self.round_count > 0 and self.missing_round is None and not self.undrawn_count

    def round_now(self, moment: datetime) -> RoundNow:
        """Return the round that is played, with the clock."""
        incomplete_round = self.missing_round or self.round_count
        number = _current_number(self.clock, self.round_count, incomplete_round, moment)
        return RoundNow(
            number, self.round_count, self.clock, moment, self.undrawn_count, is_drawn=self.is_drawn
        )


def read_sessions(sessions: QuerySet[Session]) -> list[SessionNow]:
    """Return some sessions with their progress, in the order of the rows. One query."""
    plays = Play.objects.filter(round__section__session=OuterRef("pk"))
    has_result = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    later_sessions = Session.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    rows = sessions.select_related("clock").annotate(
        last_round=Subquery(plays.order_by("-round__number").values("round__number")[:1]),
        missing_round=Subquery(
            plays.filter(~has_result).order_by("round__number").values("round__number")[:1]
        ),
        is_followed=Exists(later_sessions),
        undrawn_count=_undrawn_count(OuterRef("pk")),
        is_drawn=Exists(Section.objects.filter(session=OuterRef("pk"), is_drawn=True)),
    )
    return [
        SessionNow(
            row,
            clock_of(row),
            row.last_round or 0,
            row.missing_round,
            not row.is_followed,
            row.undrawn_count or 0,
            is_drawn=row.is_drawn,
        )
        for row in rows
    ]


def undrawn_rounds(session: Session | OuterRef) -> QuerySet[Round]:
    """Return the rounds of a session that are still to be drawn: they have no seats yet.

    Each colour has a row of its own.
    """
    rounds = Round.objects.filter(section__session=session, section__is_drawn=True)
    return rounds.filter(~Exists(Seating.objects.filter(round=OuterRef("pk"))))


def count_undrawn_rounds(session: Session, after_round: int = 0) -> int:
    """Return the number of rounds to be drawn after a round, each once for all colours. One query."""
    rounds = undrawn_rounds(session).filter(number__gt=after_round)
    return rounds.order_by().values("number").distinct().count()


def _undrawn_count(session: OuterRef) -> Subquery:
    rounds = undrawn_rounds(session).order_by().values("section__session")
    counts = rounds.annotate(count=Count("number", distinct=True))
    return Subquery(counts.values("count"))


def clock_of(session: Session) -> Clock | None:
    """Return the clock of a session, None if none was set. No query if it was loaded with the session."""
    row: RoundClock | None = getattr(session, "clock", None)
    return row.clock if row else None


def current_round(session: Session) -> int:
    """Return the number of the round that is played. One query.

    It is the round of the clock while the clock counts. Otherwise it is the first round with a missing
    result, but no round before that of the clock. It is the last round if nothing is missing, and 0 before
    the seats are fixed.
    """
    return load_round(session, timezone.now()).number


def load_round(session: Session, moment: datetime) -> RoundNow:
    """Return the round of a session and its clock. One query."""
    return read_sessions(Session.objects.filter(pk=session.pk))[0].round_now(moment)


def public_clock(tournament: Tournament, moment: datetime) -> Clock | None:
    """Return the clock of the current session for the public; None without one that is in use. One query."""
    row = RoundClock.objects.filter(session=current_session_key(tournament)).first()
    return followed(row.clock if row else None, moment)


def followed(clock: Clock | None, moment: datetime) -> Clock | None:
    """Return the clock; None if its time has been up for so long that it is probably forgotten."""
    return clock if clock is not None and clock.remaining(moment) > -FORGOTTEN else None


def _current_number(clock: Clock | None, round_count: int, first_incomplete: int, moment: datetime) -> int:
    if clock is None or round_count == 0:
        return first_incomplete
    # while the clock counts, the hall plays its round even if an older result is still missing
    if clock.phase(moment) in COUNTING:
        return clock.round_number
    return min(max(clock.round_number, first_incomplete), round_count)


def clock_mark(clock: Clock | None, moment: datetime) -> str:
    """Return a text that changes with a clock or its phase. It stays the same while the clock only runs."""
    if clock is None:
        return "-"
    times = [time.timestamp() if time else 0 for time in (clock.started_at, clock.paused_at)]
    spans = [span.total_seconds() for span in (clock.length, clock.added, clock.paused_for)]
    return (
        f"{clock.round_number}.{clock.phase(moment)}.{'.'.join(f'{part:.0f}' for part in (*times, *spans))}"
    )
