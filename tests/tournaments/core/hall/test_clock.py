"""The clock of a round: time passes, stands still, is added, and nothing else changes what is left."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.hall.clock import (
    LAST_MINUTES,
    LONGEST,
    Clock,
    ClockError,
    RoundPhase,
    clock_of_next_round,
    extend_clock,
    make_waiting_clock,
    pause,
    resume,
    start_clock,
)

BEGIN = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
HALF_HOUR = timedelta(minutes=30)
SECOND = timedelta(seconds=1)
spans = st.timedeltas(timedelta(0), timedelta(hours=2))


def running(length: timedelta = HALF_HOUR) -> Clock:
    return start_clock(make_waiting_clock(1, length), BEGIN)


@given(spans)
@examples(25)
def test_what_is_left_shrinks_as_time_passes(passed: timedelta) -> None:
    clock = running()

    assert clock.remaining(BEGIN + passed) == HALF_HOUR - passed
    assert clock.ends_at(BEGIN + passed) == BEGIN + HALF_HOUR


@given(spans, spans, spans)
@examples(25)
def test_a_pause_takes_nothing_away(before: timedelta, during: timedelta, after: timedelta) -> None:
    at = BEGIN + before

    paused = pause(running(), at)
    resumed = resume(paused, at + during)

    assert paused.remaining(at + during) == HALF_HOUR - before
    assert paused.ends_at(at + during) is None
    assert resumed.remaining(at + during + after) == HALF_HOUR - before - after


@given(spans, spans, st.integers(1, 60))
@examples(25)
def test_an_extension_adds_the_same_before_during_and_after_a_pause(
    before: timedelta, during: timedelta, minutes: int
) -> None:
    by, at = timedelta(minutes=minutes), BEGIN + before
    later = at + during

    ways = [
        resume(pause(extend_clock(running(), by), at), later),
        resume(extend_clock(pause(running(), at), by), later),
        extend_clock(resume(pause(running(), at), later), by),
    ]

    assert ways[0] == ways[1] == ways[2]
    assert ways[0].remaining(later) == HALF_HOUR - before + by


@pytest.mark.parametrize(
    ("passed", "phase"),
    [
        (timedelta(0), RoundPhase.RUNNING),
        (HALF_HOUR - LAST_MINUTES - SECOND, RoundPhase.RUNNING),
        (HALF_HOUR - LAST_MINUTES, RoundPhase.ENDING),
        (HALF_HOUR - SECOND, RoundPhase.ENDING),
        (HALF_HOUR, RoundPhase.OVER),
        (3 * HALF_HOUR, RoundPhase.OVER),
    ],
)
def test_phase_of_a_running_clock(passed: timedelta, phase: RoundPhase) -> None:
    assert running().phase(BEGIN + passed) is phase


def test_a_clock_that_waits_or_stands_still_says_so() -> None:
    waiting = make_waiting_clock(2, HALF_HOUR)
    paused = pause(running(), BEGIN + SECOND)

    assert (waiting.phase(BEGIN), waiting.remaining(BEGIN), waiting.ends_at(BEGIN)) == (
        RoundPhase.READY,
        HALF_HOUR,
        None,
    )
    assert paused.phase(BEGIN + HALF_HOUR) is RoundPhase.PAUSED


def test_time_added_after_the_end_makes_the_clock_run_again() -> None:
    at = BEGIN + HALF_HOUR + SECOND

    assert running().phase(at) is RoundPhase.OVER
    assert extend_clock(running(), timedelta(minutes=10)).phase(at) is RoundPhase.RUNNING


def test_the_next_round_waits_with_the_length_that_was_set() -> None:
    clock = extend_clock(running(), timedelta(minutes=7))

    assert clock_of_next_round(clock, 5) == Clock(2, HALF_HOUR)


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("clock_length", lambda: make_waiting_clock(1, timedelta(0))),
        ("clock_length", lambda: make_waiting_clock(1, LONGEST + SECOND)),
        ("clock_length", lambda: extend_clock(running(), -HALF_HOUR)),
        ("clock_length", lambda: extend_clock(running(), LONGEST)),
        ("clock_started", lambda: start_clock(running(), BEGIN)),
        ("clock_stands", lambda: pause(make_waiting_clock(1, HALF_HOUR), BEGIN)),
        ("clock_stands", lambda: pause(pause(running(), BEGIN), BEGIN)),
        ("clock_not_paused", lambda: resume(running(), BEGIN)),
        ("clock_last_round", lambda: clock_of_next_round(running(), 1)),
    ],
)
def test_refusals_have_their_code(code: str, call: object) -> None:
    with pytest.raises(ClockError) as refusal:
        call()  # type: ignore[operator]

    assert refusal.value.code == code
