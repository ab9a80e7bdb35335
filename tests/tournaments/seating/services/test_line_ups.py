"""Placing of all entries at once."""

import random

import pytest

from tests.factories.tournaments import (
    make_club,
    make_people,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.queries.teams import entries_with_people
from tournaments.core.movements.line_ups import seeded_units
from tournaments.enums import LineUpMethod, Series
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Person, Tournament
from tournaments.movements.queries.movements import movement_of, section_places, sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.rankings.queries.event_standings import ranks_so_far
from tournaments.seating.queries.club_mates import mates, mates_meetings
from tournaments.seating.services.line_ups import line_up
from tournaments.seating.services.movements import change_sections

pytestmark = pytest.mark.django_db

FIVE = SectionPlan(table_count=5, round_count=5, boards_per_set=4)


def make_entered(count: int = 20, *, plans: int = 1) -> Tournament:
    club = make_club()
    tournament = make_tournament(club)
    change_sections(tournament=tournament, plans=[FIVE] * plans, changed_by=None)
    enter_people(tournament=tournament, people=make_people(club, count), entered_by=None)
    return tournament


def place_all(tournament: Tournament, method: LineUpMethod, *, is_apart: bool = False, seed: int = 1) -> int:
    return line_up(
        tournament=tournament,
        method=method,
        is_apart=is_apart,
        rng=random.Random(seed),
        placed_by=make_user(),
        ranks=ranks_so_far(tournament),
    )


@pytest.mark.postgres
def test_best_series_meet_in_the_last_round() -> None:
    tournament = make_entered()
    best = list(Person.objects.order_by("last_name")[7:11])
    Person.objects.filter(pk__in=[person.pk for person in best]).update(series=Series.FIRST)

    assert place_all(tournament, LineUpMethod.SERIES) == 20

    section = sections_of(tournament)[0]
    numbers = section_places(section)
    best_numbers = {
        numbers[entry.start_table, entry.start_seat]  # type: ignore[index]
        for entry in tournament.entries.filter(person__series=Series.FIRST)
    }
    assert best_numbers in [set(table) for table in movement_of(section.movement).players[-1].tolist()]
    assert AuditEvent.objects.latest("pk").action == "entries.lined_up"


@pytest.mark.postgres
def test_colours_share_each_series() -> None:
    tournament = make_entered(40, plans=2)
    firsts = Person.objects.order_by("last_name")[:8]
    Person.objects.filter(pk__in=[person.pk for person in firsts]).update(series=Series.FIRST)

    place_all(tournament, LineUpMethod.SERIES)

    sections = tournament.entries.filter(person__series=Series.FIRST).values_list(
        "section__number", flat=True
    )
    assert sorted(sections) == [1] * 4 + [2] * 4


def test_club_mates_kept_apart_meet_less_than_by_lot() -> None:
    tournament = make_entered()
    for number, person in enumerate(Person.objects.order_by("last_name")):
        person.home_club = ("Nord", "Sud", "Est", " sud ")[number % 4]
        person.save()

    place_all(tournament, LineUpMethod.LOT)
    entries = list(tournament.entries.select_related("person"))
    by_lot = len(mates_meetings(sections_of(tournament)[0], entries))
    place_all(tournament, LineUpMethod.LOT, is_apart=True)
    entries = list(tournament.entries.select_related("person"))
    apart = mates_meetings(sections_of(tournament)[0], entries)

    assert len(apart) < by_lot
    assert all(
        meeting.one.person.home_club.strip().casefold() == meeting.other.person.home_club.strip().casefold()
        for meeting in apart
    )


@pytest.mark.postgres
def test_people_of_one_household_are_mates_whatever_their_clubs() -> None:
    tournament = make_entered(4)
    for number, person in enumerate(Person.objects.order_by("pk")):
        person.home_club = ("Nord", "Sud", "Nord", "")[number]
        person.household = ("Martin", " martin", "Martin", "")[number]
        person.save()

    assert mates(list(tournament.entries.select_related("person").order_by("pk"))) == [(0, 1), (0, 2), (1, 2)]


def test_blank_clubs_make_no_mates() -> None:
    tournament = make_entered(3)

    assert mates(list(tournament.entries.select_related("person"))) == []


@pytest.mark.postgres
def test_fewer_people_than_places_are_all_placed() -> None:
    tournament = make_entered(7)

    assert place_all(tournament, LineUpMethod.LOT, is_apart=True) == 7

    assert not tournament.entries.filter(section=None).exists()


def test_teams_are_placed_by_the_mean_series_of_their_members() -> None:
    tournament = make_team_tournament(make_club(), "quartets", is_entered=True)
    first, second = tournament.entries.order_by("pk")[:2]
    Person.objects.filter(team_memberships__entry=first).update(series=Series.FIRST)
    second.person.series = Series.FIRST
    second.person.save()

    place_all(tournament, LineUpMethod.SERIES)

    section = sections_of(tournament)[0]
    numbers = section_places(section)
    best = tournament.entries.get(pk=first.pk)
    ranks = seeded_units(movement_of(section.movement))
    assert ranks[0] == numbers[best.start_table, best.start_seat]  # type: ignore[index]


@pytest.mark.postgres
def test_teams_with_members_of_one_household_are_mates() -> None:
    tournament = make_team_tournament(make_club(), "triplets", is_entered=True)
    first, second, third = tournament.entries.order_by("pk")[:3]
    for entry, place in ((first, 0), (first, 1), (third, 2)):
        member = entry.members.all()[place].person
        member.household = "Essai"
        member.save()

    entries = entries_with_people(tournament).filter(pk__in=[first.pk, second.pk, third.pk])
    assert mates(list(entries.order_by("pk"))) == [(0, 2)]
