"""The reception of all events of a day: each person once."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories.tournaments import make_people, make_team_tournament, make_tournament, make_user
from tournaments.entries.queries.arrivals import load_arrivals
from tournaments.entries.queries.day_arrivals import DayList, load_day
from tournaments.entries.services.day_arrivals import mark_person_of_day
from tournaments.entries.services.entries import mark_arrival
from tournaments.entries.services.withdrawals import restore_entry, withdraw_entry
from tournaments.enums import EntryPresence, EventRole
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Entry, Person, Tournament


@pytest.fixture
def people(club: Club) -> list[Person]:
    return make_people(club, 3)


@pytest.fixture
def morning(club: Club, people: list[Person]) -> Tournament:
    return event_at(club, 10, people)


@pytest.fixture
def evening_event(club: Club, people: list[Person]) -> Tournament:
    return event_at(club, 20, people[:2])


@pytest.fixture
def team(club: Club) -> Entry:
    """The first team of three."""
    return make_team_tournament(club, "triplets", is_entered=True).entries.all()[0]


def event_at(club: Club, hour: int, people: list[Person], **values: object) -> Tournament:
    event = make_tournament(club, name=f"À {hour} h")
    enter_people(tournament=event, people=people, entered_by=None)
    Tournament.objects.filter(pk=event.pk).update(starts_at=datetime.time(hour), **values)
    event.refresh_from_db()
    return event


def path(tournament: Tournament, name: str = "arrivals-day", *args: object) -> str:
    return reverse(f"organiser-{name}", args=[tournament.slug, *args])


def mark(client: Client, tournament: Tournament, person: Person, step: str = "arrive") -> str:
    address = path(tournament, "arrivals-day-step", person.pk, step)
    return client.post(address, follow=True).text


def arrived(*tournaments: Tournament) -> list[list[str]]:
    return [
        [str(entry) for entry in event.entries.all() if entry.arrived_at is not None] for event in tournaments
    ]


def test_person_is_marked_once_for_all_events_of_the_day(
    signed_in: Client, morning: Tournament, evening_event: Tournament, people: list[Person]
) -> None:
    day_page = signed_in.get(path(evening_event))
    page_before = day_page.text
    page_text = mark(signed_in, evening_event, people[0])

    assert page_before.count("<strong>NOM01 Ana</strong>") == 1
    assert [event.name for event in day_page.context["events"]] == ["À 10 h", "À 20 h"]
    assert "NOM01 Ana\u00a0: arrivée notée (À 10 h, À 20 h)." in page_text
    assert arrived(morning, evening_event) == [["NOM01 Ana"], ["NOM01 Ana"]]
    assert "Attendus <strong>2</strong>" in " ".join(page_text.split())


def test_person_who_leaves_stays_where_play_has_begun(
    signed_in: Client, morning: Tournament, evening_event: Tournament, people: list[Person]
) -> None:
    mark(signed_in, morning, people[0])
    Tournament.objects.filter(pk=morning.pk).update(state="playing")

    page_text = mark(signed_in, evening_event, people[0], "parti")

    assert "NOM01 Ana\u00a0: départ noté (À 20 h)." in page_text
    assert "NOM01 Ana joue encore dans «\u00a0À 10 h\u00a0»" in page_text
    assert arrived(morning, evening_event) == [["NOM01 Ana"], []]


def test_events_of_another_day_or_club_or_over_are_left_out(
    signed_in: Client, morning: Tournament, people: list[Person]
) -> None:
    club = morning.club
    event_at(club, 11, people, starts_on=morning.starts_on + datetime.timedelta(days=1))
    event_at(club, 12, people, cancelled_at=timezone.now())
    event_at(club, 13, people, writer="PC de la salle")
    event_at(club, 14, people, state="finished")
    event_at(club, 15, people, is_practice=True)

    assert signed_in.get(path(morning)).context["events"] == [morning]


def test_treasurer_of_one_event_receives_for_that_one_alone(
    client: Client, morning: Tournament, evening_event: Tournament, people: list[Person]
) -> None:
    client.force_login(make_user(tournament=evening_event, role=EventRole.TREASURER))

    mark(client, evening_event, people[0])

    assert client.get(path(evening_event)).context["events"] == [evening_event]
    assert arrived(morning, evening_event) == [[], ["NOM01 Ana"]]


def test_search_and_filter_and_poll(
    signed_in: Client, morning: Tournament, evening_event: Tournament, people: list[Person]
) -> None:
    # here for the morning alone: still expected
    mark_arrival(entry=morning.entries.all()[1], is_here=True, marked_by=None)
    mark(signed_in, morning, people[0])
    Entry.objects.filter(tournament=morning, person=people[2]).update(presence=EntryPresence.WITHDRAWN)

    def names(**filters: str) -> list[str]:
        day: DayList = signed_in.get(path(morning), filters).context["day"]
        return [str(guest.person) for guest in day.guests]

    withdrawn = mark_person_of_day(person=people[2], tournaments=[morning], is_here=True, marked_by=None)
    assert withdrawn.marked == ()
    shown = signed_in.get(path(morning)).context["day"].mark
    polled = signed_in.get(path(morning, "arrivals-day-live"), {"shown": shown})
    assert (names(), names(reste="1"), names(q="nom01")) == (
        ["NOM01 Ana", "NOM02 Ana"],
        ["NOM02 Ana"],
        ["NOM01 Ana"],
    )
    assert polled.status_code == 204
    assert signed_in.get(path(morning, "arrivals-day-live"), {"shown": "other"}).status_code == 200


def test_unknown_step_and_person_of_another_club(
    signed_in: Client, morning: Tournament, people: list[Person]
) -> None:
    step = signed_in.post(path(morning, "arrivals-day-step", people[0].pk, "dort"))
    person = signed_in.post(path(morning, "arrivals-day-step", 10**9, "arrive"))

    assert (step.status_code, person.status_code) == (404, 404)


def test_day_needs_three_queries(
    morning: Tournament, team: Entry, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        day = load_day([morning, team.tournament])

    assert day.expected == 3 + sum(entry.members.count() for entry in team.tournament.entries.all())


def test_team_arrives_with_its_last_member(team: Entry) -> None:
    members = [member.person for member in team.members.all()]

    def mark_members(*chosen: Person, is_here: bool = True) -> tuple[bool, list[bool]]:
        for person in chosen:
            mark_person_of_day(person=person, tournaments=[team.tournament], is_here=is_here, marked_by=None)
        team.refresh_from_db()
        (line,) = [line for line in load_arrivals(team.tournament).lines if line.entry == team]
        return team.arrived_at is not None, [guest.is_here for guest in line.guests]

    assert mark_members(members[0]) == (False, [True, False, False])
    assert mark_members(*members[1:]) == (True, [False] * 3)
    assert mark_members(members[1], is_here=False) == (False, [True, False, True])


def test_team_marked_at_its_own_reception_has_all_its_members(team: Entry) -> None:
    mark_arrival(entry=team, is_here=True, marked_by=None)
    day = load_day([team.tournament])
    mark_arrival(entry=team, is_here=False, marked_by=None)

    assert day.arrived == 3
    assert not team.members.exclude(arrived_at=None).exists()


def test_announced_team_waits_for_each_member(team: Entry) -> None:
    Entry.objects.filter(pk=team.pk).update(arrived_at=timezone.now(), is_announced=True)
    first, *others = [member.person for member in team.members.all()]

    mark_person_of_day(person=first, tournaments=[team.tournament], is_here=True, marked_by=None)
    (here,) = [guest for guest in load_day([team.tournament]).guests if guest.is_here]
    team.refresh_from_db()
    is_still_announced = team.is_announced
    mark_person_of_day(person=others[0], tournaments=[team.tournament], is_here=False, marked_by=None)
    team.refresh_from_db()

    assert (here.person, is_still_announced) == (first, True)
    assert (team.arrived_at, team.is_announced) == (None, False)


def test_members_keep_their_arrival_when_their_team_comes_back(team: Entry) -> None:
    person = team.members.all()[1].person
    mark_person_of_day(person=person, tournaments=[team.tournament], is_here=True, marked_by=None)

    event = withdraw_entry(entry=team, withdrawn_by=None)
    back = restore_entry(tournament=team.tournament, event=event, restored_by=None)

    assert [member.person for member in back.members.exclude(arrived_at=None)] == [person]


def test_link_to_the_day_shows_while_another_event_is_received(
    signed_in: Client, morning: Tournament, evening_event: Tournament
) -> None:
    reception = path(morning, "arrivals")
    polled = [signed_in.get(reception).text, signed_in.get(path(morning, "arrivals-live")).text]
    Tournament.objects.filter(pk=evening_event.pk).update(cancelled_at=timezone.now())
    alone = signed_in.get(reception).text

    assert [path(morning) in text for text in (*polled, alone)] == [True, True, False]
