"""Calls for the referee: from the table's call to its end, and what two people do at once."""

import pytest
from django.utils import timezone

from common.errors import AppError
from tests.factories.tables import make_device, open_table, round_of
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import TournamentState
from tournaments.hall.queries.hall import open_calls, waiting_tables
from tournaments.hall.services.hall_calls import call_referee, close_call, take_back_call, take_call
from tournaments.models import AuditEvent, HallCall, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


@pytest.fixture
def access(evening):
    return open_table(evening, 3)


def call(access, reason=""):
    return call_referee(access=access, this_round=round_of(access), device=make_device(), reason=reason)


def refused(code, service, **arguments):
    with pytest.raises(AppError) as refusal:
        service(**arguments)
    assert refusal.value.code == code


@pytest.mark.postgres
def test_a_call_waits_is_taken_and_ended(evening, access):
    referee = make_user("Arbitre")
    new_call = call(access, "renonce ?")
    assert waiting_tables(evening) == [3]

    take_call(call=new_call, taken_by=referee)
    assert waiting_tables(evening) == []
    assert [open_call.taken_by for open_call in open_calls(evening.sessions.get())] == [referee]
    close_call(call=new_call, closed_by=referee)

    assert list(open_calls(evening.sessions.get())) == []
    actions = (
        AuditEvent.objects.filter(action__startswith="hall.").order_by("pk").values_list("action", "subject")
    )
    assert list(actions) == [("hall.called", "3/1"), ("hall.call_taken", "3/1"), ("hall.call_closed", "3/1")]


@pytest.mark.postgres
def test_a_table_has_one_open_call(access):
    first = call(access)
    second = call(access, "écart faux")
    call(access)

    assert second.pk == first.pk
    assert HallCall.objects.get().reason == "écart faux"


def test_a_table_takes_its_call_back_and_calls_again(access):
    first = call(access)

    taken_back = take_back_call(access=access)
    again = call(access)

    assert (taken_back.pk, taken_back.closed_by) == (first.pk, None)
    assert again.pk != first.pk


def test_nobody_takes_a_call_from_somebody_else(access):
    new_call = call(access)
    referee = make_user("Arbitre")
    take_call(call=new_call, taken_by=referee)

    assert take_call(call=new_call, taken_by=referee).taken_by == referee
    refused("call_taken", take_call, call=new_call, taken_by=make_user("Autre"))


def test_what_is_over_is_not_ended_again(access):
    new_call = call(access)
    close_call(call=new_call, closed_by=make_user())

    refused("call_closed", close_call, call=new_call, closed_by=make_user())
    refused("call_closed", take_call, call=new_call, taken_by=make_user())
    refused("call_closed", take_back_call, access=access)


@pytest.mark.postgres
def test_a_call_left_open_in_an_archived_event_stays_as_it_is(evening, access):
    new_call = call(access)
    Tournament.objects.filter(pk=evening.pk).update(
        state=TournamentState.FINISHED, archived_at=timezone.now()
    )

    refused("archived", close_call, call=new_call, closed_by=make_user())
