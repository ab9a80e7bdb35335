"""Entries made at the reception, and arrivals."""

import pytest

from tests.factories.tournaments import make_club, make_people, make_tournament, make_user
from tournaments.entries.services.entries import mark_arrival
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent

pytestmark = pytest.mark.django_db


def test_arrival_is_dated_once_and_taken_back_with_a_trace_of_each() -> None:
    club = make_club()
    user = make_user(club=club)
    (entry,) = enter_people(tournament=make_tournament(club), people=make_people(club, 1), entered_by=None)

    first = mark_arrival(entry=entry, is_here=True, marked_by=user)
    again = mark_arrival(entry=entry, is_here=True, marked_by=None)
    unmarked = mark_arrival(entry=entry, is_here=False, marked_by=user)

    events = AuditEvent.objects.filter(action__startswith="entry.arriv").order_by("pk")
    assert first.arrived_at is not None
    assert again.arrived_at == first.arrived_at
    assert unmarked.arrived_at is None
    assert [(event.action, event.actor) for event in events] == [
        ("entry.arrived", user),
        ("entry.arrival_undone", user),
    ]
