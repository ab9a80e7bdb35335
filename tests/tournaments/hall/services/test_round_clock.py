"""Clock of a session: rights to turn it, and the effects of each change."""

from datetime import timedelta

import pytest
from django.utils import timezone

from common.errors import AppError
from tests.factories.concurrent import run_against
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.queries.rounds import current_round, load_round
from tournaments.core.hall.clock import RoundPhase
from tournaments.hall.services.round_clock import (
    call_next_round,
    extend_round,
    pause_round,
    proposed_minutes,
    resume_round,
    start_round,
    turn_clock,
)
from tournaments.models import AuditEvent, RoundClock

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return make_seated_tournament(make_club()).sessions.select_related("tournament__club").get()


@pytest.fixture
def director(session):
    return make_user("Directrice", tournament=session.tournament)


def shift(session, **ago):
    """Move the start of the round so far into the past."""
    row = RoundClock.objects.get(session=session)
    row.started_at -= timedelta(**ago)
    row.save()


def now_of(session):
    return load_round(session, timezone.now())


def test_a_round_takes_as_long_as_the_adviser_says(session):
    assert proposed_minutes(session) == 28


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_two_first_settings_at_once_leave_the_later_one(session, director):
    def turn(minutes):
        return turn_clock(session=session, round_number=1, minutes=minutes, turned_by=director)

    run_against(lambda: turn(20), lambda: turn(30))

    assert RoundClock.objects.get().length == timedelta(minutes=30)


@pytest.mark.postgres
def test_an_evening_by_the_clock(session, director):
    turn_clock(session=session, round_number=1, minutes=28, turned_by=director)
    start_round(session=session, started_by=director)
    pause_round(session=session, paused_by=director)
    resume_round(session=session, resumed_by=director)
    extend_round(session=session, minutes=5, extended_by=director)
    row = call_next_round(session=session, called_by=director)

    trace = AuditEvent.objects.filter(action__startswith="hall.").order_by("pk")
    assert [event.action for event in trace] == [
        "hall.clock_set",
        "hall.clock_started",
        "hall.clock_paused",
        "hall.clock_resumed",
        "hall.clock_extended",
        "hall.round_called",
    ]
    assert {event.actor for event in trace} == {director}
    assert trace[4].before["minutes"] == 28
    assert trace[4].after["minutes"] == 33
    assert (row.round_number, row.length, row.started_at) == (2, timedelta(minutes=28), None)


@pytest.mark.postgres
def test_what_cannot_be_done_is_refused_and_leaves_no_trace(session, director):
    def refused(call, **arguments):
        with pytest.raises(AppError) as refusal:
            call(session=session, **arguments)
        assert str(refusal.value.message)
        return refusal.value.code

    codes = [refused(start_round, started_by=director)]
    codes += [refused(turn_clock, round_number=6, minutes=28, turned_by=director)]
    codes += [refused(turn_clock, round_number=1, minutes=0, turned_by=director)]
    turn_clock(session=session, round_number=5, minutes=28, turned_by=director)
    codes += [refused(pause_round, paused_by=director), refused(resume_round, resumed_by=director)]
    codes += [refused(call_next_round, called_by=director)]
    codes += [refused(extend_round, minutes=999, extended_by=director)]

    assert codes == [
        "clock_missing",
        "no_such_round",
        "clock_length",
        "clock_stands",
        "clock_not_paused",
        "clock_last_round",
        "clock_length",
    ]
    assert AuditEvent.objects.filter(action__startswith="hall.").count() == 1


def test_no_clock_before_the_seats_are_fixed():
    session = make_tournament(make_club()).sessions.get()

    with pytest.raises(AppError, match="not_playing"):
        turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    with pytest.raises(AppError, match="not_playing"):
        start_round(session=session, started_by=None)

    assert current_round(session) == 0


def test_the_current_round_follows_the_results_without_a_clock(session):
    assert current_round(session) == 1

    for play in list_plays(session.tournament):
        if play.round.number == 1:
            enter_result(play, 56)

    assert current_round(session) == 2


@pytest.mark.postgres
def test_the_current_round_is_that_of_the_clock_while_it_counts(session, django_assert_num_queries):
    turn_clock(session=session, round_number=3, minutes=28, turned_by=None)
    assert current_round(session) == 3

    start_round(session=session, started_by=None)
    with django_assert_num_queries(1):
        assert current_round(session) == 3
    shift(session, minutes=29)
    assert now_of(session).phase is RoundPhase.OVER
    assert now_of(session).is_late


def test_a_forgotten_clock_does_not_hold_the_evening_back(session):
    turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    start_round(session=session, started_by=None)
    shift(session, hours=2)
    for play in list_plays(session.tournament):
        if play.round.number <= 2:
            enter_result(play, 56)

    assert current_round(session) == 3
    assert not now_of(session).is_late


def test_the_last_round_stays_when_everything_is_in(session):
    enter_results((play, 56) for play in list_plays(session.tournament))

    assert current_round(session) == 5


def test_the_mark_changes_with_each_turn_and_with_the_phase_alone(session):
    marks = [now_of(session).mark]
    turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    marks.append(now_of(session).mark)
    start_round(session=session, started_by=None)
    marks.append(now_of(session).mark)
    assert now_of(session).mark == marks[-1]
    pause_round(session=session, paused_by=None)
    marks.append(now_of(session).mark)

    assert len(set(marks)) == 4
