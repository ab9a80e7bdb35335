"""Lists of the hall's screen: which seats, in which order, and when it changes."""

from fractions import Fraction

import pytest
from django.utils import timezone

from tests.factories.incidents import deal_with
from tests.factories.printed_events import EVENTS
from tests.factories.tournaments import (
    EVENING,
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.base.queries.rounds import load_round
from tournaments.demo.services.demo import DemoStage, ensure_demo_club
from tournaments.demo.services.demo_events import make_demo_event
from tournaments.hall.queries.screen import ScreenTeam, announced_round, load_screen, screen_facts
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.hall.services.round_clock import call_next_round, start_round, turn_clock
from tournaments.incidents.services.leaving import Leaving
from tournaments.models import Entry, Person
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db
ALL = frozenset({"horloge", "places", "classement", "messages", "qr"})


@pytest.fixture
def session():
    return make_seated_tournament(make_club()).sessions.select_related("tournament__club").get()


def screen_of(session, parts=ALL):
    return load_screen(session, screen_facts(session, timezone.now(), parts), parts)


def mark_of(session):
    return screen_facts(session, timezone.now(), ALL).mark


def names(seat_list):
    return [row.entry.person.last_name for row in seat_list.rows]


def announced(session):
    return announced_round(load_round(session, timezone.now()))


def test_seats_of_everybody_by_name(session):
    Person.objects.filter(last_name="Nom07").update(last_name="Étienne")

    (seat_list,) = screen_of(session).lists

    assert seat_list.kind == "seats"
    assert names(seat_list)[:2] == ["Étienne", "Nom01"]
    assert len(seat_list.rows) == 20
    first = seat_list.rows[1]
    assert (first.table, first.seats) == (1, (0,))


def test_the_seats_are_those_people_look_for(session):
    assert announced(session) == 1
    turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    assert announced(session) == 1
    start_round(session=session, started_by=None)
    assert announced(session) == 2
    call_next_round(session=session, called_by=None)
    assert announced(session) == 2
    turn_clock(session=session, round_number=5, minutes=28, turned_by=None)
    start_round(session=session, started_by=None)
    assert announced(session) is None


def test_player_who_left_is_not_among_those_who_rest(session):
    leaver = Entry.objects.get(seatings__round__number=2, seatings__table__number=1, seatings__seat=0)
    deal_with(session.tournament, Leaving(entry=leaver, after_round=1))
    turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    start_round(session=session, started_by=None)

    screen = load_screen(session, screen_facts(session, timezone.now(), {"places"}), {"places"})

    assert screen.seats_round == 2
    assert leaver not in {row.entry for row in screen.lists[0].rows}
    assert sum(row.table is None for row in screen.lists[0].rows) == 3


def test_the_ranking_follows_the_seats():
    session = make_seated_tournament(make_club(), table_count=11, is_dealt=False).sessions.get()
    enter_results((play, 56) for play in list_plays(session.tournament)[:33])
    refresh_standings(session=session)

    screen = screen_of(session)

    assert [(screen_list.kind, len(screen_list.rows)) for screen_list in screen.lists] == [
        ("seats", 44),
        ("ranking", 44),
    ]
    places = [row.place for row in screen.lists[1].rows if row.place]
    assert places == sorted(places)
    assert len(places) > 0


def test_only_what_is_asked_for_is_loaded(session, django_assert_num_queries):
    send_hall_message(session=session, text="Pause", minutes=10, sent_by=None)

    with django_assert_num_queries(2):
        screen = screen_of(session, {"horloge"})

    assert (screen.lists, screen.messages) == ((), ())


def test_the_mark_changes_with_clock_message_and_ranking(session):
    marks = [mark_of(session)]
    assert mark_of(session) == marks[0]
    turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    marks.append(mark_of(session))
    send_hall_message(session=session, text="Pause", minutes=10, sent_by=None)
    marks.append(mark_of(session))
    enter_result(list_plays(session.tournament)[0], 56)
    refresh_standings(session=session)
    marks.append(mark_of(session))

    assert len(set(marks)) == 4


def screen_teams(session):
    screen = screen_of(session, {"classement"})
    teams = next(screen_list for screen_list in screen.lists if screen_list.kind == "teams")
    return screen, teams.rows


@pytest.mark.parametrize(("event", "size"), [("pairs", 2), ("fours", 4)])
def test_partners_are_ranked_before_the_players(event, size):
    session = EVENTS[event]().sessions.get()
    refresh_standings(session=session)

    screen, teams = screen_teams(session)

    assert [screen_list.kind for screen_list in screen.lists] == ["teams", "ranking"]
    assert len(teams) == 24 // size
    assert {len(team.members) for team in teams} == {size}
    assert {team.shows_members for team in teams} == {size == 2}
    assert {entry.partners for entry in teams[0].members} == {teams[0].name}
    # free deals add up to zero over the hall, and so do the teams
    values = {row.entry: row.value for row in screen.lists[1].rows}
    assert [team.value for team in teams] == [sum(values[entry] for entry in team.members) for team in teams]


def test_partners_of_all_evening_are_ranked_over_the_sessions():
    tournament = make_demo_event(
        club=ensure_demo_club()[0],
        format_code="free_deals_pairs",
        table_count=5,
        stage=DemoStage.SEATED,
        seed=1,
        starts_on=EVENING,
        name="Paires",
        session_count=2,
        finalists=None,
    )

    _screen, teams = screen_teams(tournament.sessions.last())

    assert sorted(team.name for team in teams) == sorted(
        {*tournament.entries.values_list("partners", flat=True)}
    )


def test_partners_without_a_common_name_are_named():
    partners = tuple(Entry(pk=number) for number in range(3))

    assert ScreenTeam("", partners, 1, Fraction(10)).shows_members
    assert not ScreenTeam("Les Trois", partners, 1, Fraction(10)).shows_members
