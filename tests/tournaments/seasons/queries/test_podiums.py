"""Podiums of events with a public ranking."""

import pytest

from tests.factories.tournaments import make_club, make_people, make_tournament
from tournaments.enums import TournamentState, Visibility
from tournaments.models import EventRecord, Tournament
from tournaments.seasons.queries.podiums import list_played

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return make_people(make_club(), 5)


def make_played(people, places, **fields):
    """A finished public event in which the people came to these places."""
    event = make_tournament(people[0].club)
    values = {"state": TournamentState.FINISHED, "visibility": Visibility.PUBLIC, **fields}
    Tournament.objects.filter(pk=event.pk).update(**values)
    for person, place in zip(people, places, strict=True):
        EventRecord.objects.create(tournament=event, person=person, place=place)
    return event


def test_a_place_that_several_share_is_told_once(people, django_assert_num_queries):
    event = make_played(people, [1, 4, 3, 1, None])

    with django_assert_num_queries(1):
        (event_shown,) = list_played([event])

    assert event_shown.tournament == event
    assert [(step.place, step.people) for step in event_shown.podium] == [
        (1, (people[0], people[3])),
        (3, (people[2],)),
    ]


@pytest.mark.postgres
@pytest.mark.parametrize(
    "fields", [{"showing": {"ranking": "hidden"}}, {"visibility": Visibility.PRIVATE}, {"is_practice": True}]
)
def test_nobody_is_named_where_the_ranking_does_not_show(people, fields):
    event = make_played(people, [1, 2, 3, 4, 5], **fields)

    (event_shown,) = list_played([event])

    assert (event_shown.tournament, event_shown.podium) == (event, ())


def test_events_keep_their_order(people):
    events = [make_played(people, [1, 2, 3, 4, 5]) for _ in range(2)]

    assert [event_shown.tournament for event_shown in list_played(reversed(events))] == events[::-1]
