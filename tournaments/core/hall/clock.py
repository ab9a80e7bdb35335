"""The clock of a round: what it shows at a moment, and what may be done with it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.core.errors import TournamentError

LAST_MINUTES = timedelta(minutes=5)
"""How long before the end people are told that it comes."""
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(hours=5)
"""A round as it is set; extensions may change it within the same bounds."""
NOTHING = timedelta(0)


class RoundPhase(StrEnum):
    """What the hall is told about a round."""

    READY = "ready"
    """Set and not started: people change tables."""
    RUNNING = "running"
    PAUSED = "paused"
    ENDING = "ending"
    """Running, with at most `LAST_MINUTES` left."""
    OVER = "over"
    """The time is up; the deal in hand is finished."""


class ClockError(TournamentError):
    """Something that cannot be done with the clock as it is."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one round. Times are aware; `now` is always given.

    When it lies before what it follows, the clock of the computer was set back: nothing has passed since.
    """

    round_number: int
    """From 1."""
    length: timedelta
    """Of the round as it was set."""
    added: timedelta = NOTHING
    """By extensions, negative when the round was shortened."""
    started_at: datetime | None = None
    paused_at: datetime | None = None
    """None unless it stands still."""
    paused_for: timedelta = NOTHING
    """In all pauses that are over."""

    def remaining(self, now: datetime) -> timedelta:
        """Time left; negative once it is up, by how long."""
        whole = self.length + self.added
        if self.started_at is None:
            return whole
        return whole - max((self.paused_at or now) - self.started_at - self.paused_for, NOTHING)

    def ends_at(self, now: datetime) -> datetime | None:
        """When the time is up if nobody touches the clock; None for one that does not run."""
        is_running = self.started_at is not None and self.paused_at is None
        return now + self.remaining(now) if is_running else None

    def phase(self, now: datetime) -> RoundPhase:
        """What the hall is told at a moment; a round that is over stays over when it stands still."""
        if self.started_at is None:
            return RoundPhase.READY
        left = self.remaining(now)
        if left <= NOTHING:
            return RoundPhase.OVER
        if self.paused_at is not None:
            return RoundPhase.PAUSED
        return RoundPhase.ENDING if left <= LAST_MINUTES else RoundPhase.RUNNING


def set_clock(round_number: int, length: timedelta) -> Clock:
    """A clock that waits for the beginning of a round.

    Raises:
        ClockError: `clock_length`, outside `SHORTEST` to `LONGEST`.
    """
    _check_length(length)
    return Clock(round_number, length)


def start(clock: Clock, now: datetime) -> Clock:
    """The round begins.

    Raises:
        ClockError: `clock_started`, it has begun.
    """
    if clock.started_at is not None:
        raise ClockError("clock_started", f"round {clock.round_number} has begun", round=clock.round_number)
    return replace(clock, started_at=now)


def pause(clock: Clock, now: datetime) -> Clock:
    """The clock stands still.

    Raises:
        ClockError: `clock_stands`, it does not run.
    """
    if clock.started_at is None or clock.paused_at is not None:
        raise ClockError("clock_stands", f"the clock of round {clock.round_number} does not run")
    return replace(clock, paused_at=now)


def resume(clock: Clock, now: datetime) -> Clock:
    """The clock goes on with the time that was left.

    Raises:
        ClockError: `clock_not_paused`, it does not stand still.
    """
    if clock.paused_at is None:
        raise ClockError("clock_not_paused", f"the clock of round {clock.round_number} is not paused")
    return replace(clock, paused_at=None, paused_for=clock.paused_for + max(now - clock.paused_at, NOTHING))


def extend(clock: Clock, by: timedelta) -> Clock:
    """The round lasts longer, or less long for a negative time.

    Raises:
        ClockError: `clock_length`, the whole round would leave `SHORTEST` to `LONGEST`.
    """
    _check_length(clock.length + clock.added + by)
    return replace(clock, added=clock.added + by)


def clock_of_next_round(clock: Clock, round_count: int) -> Clock:
    """The clock of the following round, of the same length without its extensions, not started.

    Raises:
        ClockError: `clock_last_round`, there is none of `round_count`.
    """
    if clock.round_number >= round_count:
        raise ClockError(
            "clock_last_round", f"round {clock.round_number} is the last of {round_count}", count=round_count
        )
    return Clock(clock.round_number + 1, clock.length)


def _check_length(length: timedelta) -> None:
    if not SHORTEST <= length <= LONGEST:
        minutes = [int(each / timedelta(minutes=1)) for each in (SHORTEST, LONGEST)]
        raise ClockError(
            "clock_length",
            f"a round of {length} not in {SHORTEST}..{LONGEST}",
            field="minutes",
            least=minutes[0],
            most=minutes[1],
        )
