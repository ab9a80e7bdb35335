"""Progress of events under way, for visitors."""

import pytest
from django.utils import timezone

from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.tournaments import enter_results, list_plays, make_club, make_tournament
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.event_options import PlannedSession
from tournaments.events.queries.public_events import list_running
from tournaments.models import Table, TableAccess
from tournaments.rankings.services.sessions import plan_sessions
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_the_round_and_the_results_of_each_event_are_told(django_assert_num_queries):
    half_way, played_event = make_short_evening(), play_session(make_short_evening())
    enter_results((play, 60) for play in [play for play in list_plays(half_way) if play.round.number == 1])
    refresh_standings(session=current_session(half_way))
    prepared = make_tournament(make_club())
    TableAccess.objects.create(
        table=Table.objects.filter(section__session__tournament=half_way)[0], nonce="n"
    )

    with django_assert_num_queries(3):
        running = list_running([half_way, prepared, played_event], timezone.now())

    assert [running_event.tournament for running_event in running] == [half_way, prepared, played_event]
    assert [(running_event.round.number, running_event.round.round_count) for running_event in running] == [
        (2, 2),
        (0, 0),
        (2, 2),
    ]
    assert [(running_event.results_counted, running_event.results_expected) for running_event in running] == [
        (10, 20),
        (0, 0),
        (20, 20),
    ]
    assert [running_event.has_table_codes for running_event in running] == [True, False, False]


def test_an_event_is_complete_once_no_result_and_no_planned_session_is_missing():
    played_event, between = play_session(make_short_evening()), play_session(make_short_evening())
    plan_sessions(tournament=between, planned=[PlannedSession(days_after=1)], planned_by=None)
    between.refresh_from_db()
    again = play_session(make_short_evening())
    open_next(again)
    half_way = make_short_evening()

    running = list_running([played_event, between, again, half_way], timezone.now())

    assert [event.is_complete for event in running] == [True, False, False, False]
    assert [event.session_number for event in running] == [1, 1, 2, 1]


def test_no_event_asks_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert list_running([], timezone.now()) == []
