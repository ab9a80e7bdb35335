"""Two sessions that are open at the same time, in one club and with the same tables, never mix."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tables import make_device, open_table, round_of
from tests.factories.tournaments import make_club, make_user
from tournaments.core.hall.halls import EventHall
from tournaments.enums import SheetTask, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.hall.queries.hall import waiting_tables
from tournaments.hall.queries.wall import load_wall
from tournaments.hall.services.event_halls import set_halls, set_referee_tables
from tournaments.hall.services.hall_calls import call_referee
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.hall.services.round_clock import start_round, turn_clock
from tournaments.models import RoundClock, Standings, StandingsRequest
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.score_sheets import sheet_progress
from tournaments.results.services.sharing import ask_about_sheet, take_range
from tournaments.results.services.table_access import table_secret

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def events(club):
    """Two evenings of free deals in one club: five tables each, numbered alike."""
    tournaments = [make_seated_sheets(club, round_count=2, deals=1) for _number in range(2)]
    return [
        set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
        for tournament in tournaments
    ]


@pytest.fixture
def director(club):
    return make_user("Directrice", club=club)


def session_of(event):
    return event.sessions.get()


def page(client, event, name, query=None):
    return client.get(reverse(name, args=[event.slug]), query or {}).text


def test_results_and_rankings_do_not_mix(events) -> None:
    enter_line(find_play(events[0], 1, 2), bid_line(0, 50))
    for event in events:
        refresh_standings(session=session_of(event))

    entered = [sum(row.entered for row in sheet_progress(session_of(event))) for event in events]

    assert entered == [1, 0]
    assert [Standings.objects.get(session=session_of(event)).version for event in events] == [1, 0]
    assert not StandingsRequest.objects.exists()


def test_clock_of_one_event_leaves_the_other_alone(events, director) -> None:
    session = session_of(events[0])
    turn_clock(session=session, round_number=2, minutes=28, turned_by=director)
    start_round(session=session, started_by=director)

    assert [RoundClock.objects.filter(session=session_of(event)).count() for event in events] == [1, 0]
    walls = [load_wall(session_of(event), timezone.now()) for event in events]
    assert [wall.round.number for wall in walls] == [2, 1]
    assert [wall.round.clock is not None for wall in walls] == [True, False]


def test_calls_and_messages_stay_in_their_event(events, director) -> None:
    first, second = events
    access = open_table(first, 2)
    call_referee(access=access, this_round=round_of(access), device=make_device())
    send_hall_message(session=session_of(first), text="Pause au bar", minutes=10, sent_by=director)
    second_access = open_table(second, 2)
    client = Client()
    client.force_login(director)

    assert [waiting_tables(event) for event in events] == [[2], []]
    assert ["Pause au bar" in page(client, event, "organiser-hall") for event in events] == [True, False]
    assert ["Pause au bar" in page(Client(), event, "public-screen") for event in events] == [True, False]
    phones = [
        Client().get(reverse("table-page", args=[table_secret(link)])).text
        for link in (access, second_access)
    ]
    assert ["Pause au bar" in phone for phone in phones] == [True, False]


def test_phone_of_one_event_writes_to_its_own_table(events) -> None:
    links = [open_table(event, 2) for event in events]

    assert len({table_secret(link) for link in links}) == 2
    assert [link.table.section.session.tournament for link in links] == events


def test_halls_and_referees_of_one_event_are_none_of_the_other(events, director) -> None:
    first = events[0]
    set_halls(tournament=first, halls={1: EventHall("Véranda", 1, 5)}, set_by=director)
    set_referee_tables(tournament=first, tables={director: [(2, 2)]}, set_by=director)
    for event in events:
        for number in (1, 2):
            access = open_table(event, number)
            call_referee(access=access, this_round=round_of(access), device=make_device())

    assert [waiting_tables(event, director) for event in events] == [[2, 1], [1, 2]]
    assert ["Véranda" in page(Client(), event, "public-screen") for event in events] == [True, False]


def test_shares_and_questions_stay_in_their_event(events, director) -> None:
    session, sheet = session_of(events[0]), SheetName(round_number=1, table_number=1)
    take_range(session=session, task=SheetTask.ENTER, first=1, last=5, taken_by=director)
    ask_about_sheet(session=session, sheet=sheet, text="Un 7 ?", asked_by=director)
    client = Client()
    client.force_login(director)

    pages = [page(client, event, "organiser-shares", {"liste": "questions"}) for event in events]

    assert ["Un 7 ?" in text for text in pages] == [True, False]
    assert ["Mes feuilles (10)" in text for text in pages] == [True, False]


def test_call_of_yesterday_in_the_other_event_is_no_call_here(events) -> None:
    access = open_table(events[0], 3)
    call = call_referee(access=access, this_round=round_of(access), device=make_device())
    type(call).objects.update(called_at=timezone.now() - timedelta(days=1))

    assert load_wall(session_of(events[1]), timezone.now()).calling == ()
