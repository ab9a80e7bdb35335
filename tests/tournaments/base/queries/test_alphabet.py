"""One alphabet for every list: register, menus, entries, door, seats, papers, rankings."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from tests.factories.tournaments import make_tournament
from tournaments.base.queries.teams import people_free_to_play
from tournaments.entries.queries.arrivals import load_arrivals
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Entry, Person, Tournament
from tournaments.paper.documents.hall.name_badges import build_name_badges
from tournaments.paper.documents.hall.seat_lists import NamedSeat, name_pages
from tournaments.people.queries.people import list_people
from tournaments.rankings.queries.standings import place_order

IN_ORDER = ["Ebert", "Écluse", "Edel", "Łukasik", "Lutz", "Œuvrard", "Olive", "Zürcher"]


@pytest.fixture
def people(club: Club) -> list[Person]:
    names = reversed(IN_ORDER)
    return Person.objects.bulk_create(Person(club=club, last_name=name, first_name="Ève") for name in names)


@pytest.fixture
def tournament(club: Club, people: list[Person]) -> Tournament:
    tournament = make_tournament(club, table_count=4)
    enter_people(tournament=tournament, people=people, entered_by=None)
    return tournament


def names(entries: list[Entry]) -> list[str]:
    return [entry.person.last_name for entry in entries]


def test_the_register_and_the_menus_are_in_the_order_of_the_alphabet(club, people) -> None:
    register, menu = list_people(club), people_free_to_play(make_tournament(club))

    assert [person.last_name for person in register] == IN_ORDER
    assert [person.last_name for person in menu] == IN_ORDER


def test_entries_the_door_papers_and_equal_places_are_in_the_same_order(tournament) -> None:
    entries = list(tournament.entries.all())
    mixed = list(tournament.entries.order_by("pk"))
    (page,) = name_pages([NamedSeat(entry) for entry in mixed])
    (sheet,) = build_name_badges(tournament)

    assert names(entries) == IN_ORDER
    assert names([line.entry for line in load_arrivals(tournament).lines]) == IN_ORDER
    assert names([seat.entry for column in page.columns for seat in column]) == IN_ORDER
    assert sorted(badge.last_name for badge in sheet.badges if badge) == sorted(map(str.upper, IN_ORDER))
    assert names(sorted(mixed, key=lambda entry: place_order(1, entry))) == IN_ORDER


def test_who_is_renamed_moves_in_the_list(club, people) -> None:
    person = people[0]
    person.last_name = "Éberlé"
    person.save()

    assert list_people(club)[0] == person


@pytest.mark.postgres
def test_a_team_stands_by_its_own_name(tournament) -> None:
    entry = tournament.entries.all()[0]
    entry.name = "Étoiles"
    entry.save()

    team_entry = tournament.entries.all()[0]
    team_entry.name = "Zèbres"
    team_entry.save()
    teams = tournament.entries.exclude(name="")

    assert list(teams) == [entry, team_entry] == sorted([team_entry, entry], key=lambda team: team.by_name)


def test_keys_stored_before_order_their_numbers_by_value(club) -> None:
    """Version 0.1.0 of 30 November 2026 wrote each digit by itself: 2 1 2 0 for 10."""
    old_and_new = {"Zoé 7": ("27", "217"), "Anne 2021": ("22202221", "242021"), "Bot 10": ("2120", "2210")}
    for name in (*old_and_new, "Luc"):
        Person.objects.create(club=club, last_name=name)
    today = dict(Person.objects.values_list("last_name", "sort_key"))
    for name, (old, new) in old_and_new.items():
        assert new in today[name]
        Person.objects.filter(last_name=name).update(sort_key=today[name].replace(new, old))

    import_module("tournaments.migrations.0020_letter_paper").order_numbers(
        apps, SimpleNamespace(connection=connection)
    )

    assert dict(Person.objects.values_list("last_name", "sort_key")) == today
