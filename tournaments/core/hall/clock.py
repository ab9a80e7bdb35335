"""The clock of a round: its display at a point in time, and the actions that its state permits."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.core.errors import TournamentError

LAST_MINUTES = timedelta(minutes=5)
"""Time before the end of a round at which the hall is warned."""
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(hours=5)
"""Shortest and longest round, extensions included."""
NOTHING = timedelta(0)


class RoundPhase(StrEnum):
    """State of a round as the hall sees it."""

    READY = "ready"
    """Set and not started; people change tables."""
    RUNNING = "running"
    PAUSED = "paused"
    ENDING = "ending"
    """Running, with at most `LAST_MINUTES` left."""
    OVER = "over"
    """Time is up; the deal in hand is finished."""


class ClockError(TournamentError):
    """An action that the state of the clock does not permit."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one round.

    Times are aware, and the caller passes the current time.
    """

    round_number: int
    """Number of the round, from 1."""
    length: timedelta
    """Length of the round as it was set."""
    added: timedelta = NOTHING
    """Time added by extensions; negative for a shortened round."""
    started_at: datetime | None = None
    paused_at: datetime | None = None
    """Start of the present pause; None unless the clock is paused."""
    paused_for: timedelta = NOTHING
    """Length of all pauses that are over."""

    def remaining(self, moment: datetime) -> timedelta:
        """Return the time left; negative once it is up."""
        total = self.length + self.added
        if self.started_at is None:
            return total
        # a computer clock that was set back must not add time: less than nothing counts as nothing
        return total - max((self.paused_at or moment) - self.started_at - self.paused_for, NOTHING)

    def ends_at(self, moment: datetime) -> datetime | None:
        """Return the end of the round if no further action follows; None unless the clock runs."""
        is_running = self.started_at is not None and self.paused_at is None
        return moment + self.remaining(moment) if is_running else None

    def phase(self, moment: datetime) -> RoundPhase:
        """Return the state of the round. A round that is over stays over when the clock is paused."""
        if self.started_at is None:
            return RoundPhase.READY
        time_left = self.remaining(moment)
        # before the test for a pause: a round that is over stays over
        if time_left <= NOTHING:
            return RoundPhase.OVER
        if self.paused_at is not None:
            return RoundPhase.PAUSED
        return RoundPhase.ENDING if time_left <= LAST_MINUTES else RoundPhase.RUNNING


def make_waiting_clock(round_number: int, length: timedelta) -> Clock:
    """Return a clock that waits for the beginning of a round.

    Raises:
        ClockError: `clock_length`, for a length outside `SHORTEST` to `LONGEST`.
    """
    _check_length(length)
    return Clock(round_number, length)


def start_clock(clock: Clock, moment: datetime) -> Clock:
    """Return the clock, started.

    Raises:
        ClockError: `clock_started`, if the round has begun.
    """
    if clock.started_at is not None:
        raise ClockError("clock_started", f"round {clock.round_number} has begun", round=clock.round_number)
    return replace(clock, started_at=moment)


def pause(clock: Clock, moment: datetime) -> Clock:
    """Return the clock, paused.

    Raises:
        ClockError: `clock_stands`, if the clock does not run.
    """
    if clock.started_at is None or clock.paused_at is not None:
        raise ClockError("clock_stands", f"the clock of round {clock.round_number} does not run")
    return replace(clock, paused_at=moment)


def resume(clock: Clock, moment: datetime) -> Clock:
    """Return the clock, running again with the time that was left.

    Raises:
        ClockError: `clock_not_paused`, if the clock is not paused.
    """
    if clock.paused_at is None:
        raise ClockError("clock_not_paused", f"the clock of round {clock.round_number} is not paused")
    return replace(
        clock, paused_at=None, paused_for=clock.paused_for + max(moment - clock.paused_at, NOTHING)
    )


def extend_clock(clock: Clock, extension: timedelta) -> Clock:
    """Return the clock with a longer round, or a shorter one for a negative time.

    Raises:
        ClockError: `clock_length`, if the round would leave `SHORTEST` to `LONGEST`.
    """
    _check_length(clock.length + clock.added + extension)
    return replace(clock, added=clock.added + extension)


def clock_of_next_round(clock: Clock, round_count: int) -> Clock:
    """Return the clock of the following round: same length, no extensions, not started.

    Raises:
        ClockError: `clock_last_round`, if the round is the last of `round_count`.
    """
    if clock.round_number >= round_count:
        raise ClockError(
            "clock_last_round", f"round {clock.round_number} is the last of {round_count}", count=round_count
        )
    return Clock(clock.round_number + 1, clock.length)


def _check_length(length: timedelta) -> None:
    if not SHORTEST <= length <= LONGEST:
        minutes = [int(length_limit / timedelta(minutes=1)) for length_limit in (SHORTEST, LONGEST)]
        raise ClockError(
            "clock_length",
            f"a round of {length} not in {SHORTEST}..{LONGEST}",
            field="minutes",
            least=minutes[0],
            most=minutes[1],
        )
