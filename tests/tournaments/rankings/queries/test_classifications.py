"""Rankings inside a ranking."""

from collections.abc import Mapping
from itertools import cycle

import pytest

from tests.factories.tournaments import enter_results, list_plays, make_club, make_seated_tournament
from tournaments.models import Person, Tournament
from tournaments.rankings.queries.classifications import (
    GroupKind,
    RankedField,
    group_names,
    list_kinds,
    load_field,
    rank_clubs,
    rank_group,
    rank_shared_teams,
)
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Return an evening in which all played a board.

    Nom01 to Nom04 are the table with the best attack, and so on.
    """
    tournament = make_seated_tournament(make_club())
    enter_results(zip(list_plays(tournament), cycle((62, 56, 50, -52, -56)), strict=False))
    refresh_standings(session=tournament.sessions.get())
    return tournament


def change(tournament: Tournament, **fields: Mapping[int, object]) -> RankedField:
    """The field once people have these values, by their number from 1."""
    people = Person.objects.filter(club=tournament.club).order_by("pk")
    for name, values in fields.items():
        for number, value in values.items():
            people.filter(last_name=f"Nom{number:02d}").update(**{name: value})
    return load_field(tournament)


def test_places_of_a_group_keep_the_order_of_the_field(tournament: Tournament) -> None:
    field = change(tournament, category=dict.fromkeys(range(3, 20, 4), "Dames"))

    group = rank_group(field, GroupKind.CATEGORY, "Dames")

    overall = [place for place in group.overall if place is not None]
    assert len(group.rows) == 5
    assert overall == sorted(overall)
    assert [row.place for row in group.rows] == [
        1 + sum(rival_place < place for rival_place in overall) for place in overall
    ]
    assert {row.entry.person.category for row in group.rows} == {"Dames"}


@pytest.mark.postgres
def test_field_is_divided_by_what_tells_people_apart(tournament: Tournament) -> None:
    all_entries = load_field(tournament)

    field = change(tournament, series={1: "1", 2: "1", 3: "2"}, country=dict.fromkeys(range(1, 21), "France"))

    assert list_kinds(all_entries) == [GroupKind.LINE]
    assert list_kinds(field) == [GroupKind.LINE, GroupKind.SERIES]
    assert group_names(field, GroupKind.SERIES) == ["1", "2", "NC"]
    assert [len(rank_group(field, GroupKind.LINE, line).rows) for line in "0123"] == [5, 5, 5, 5]


@pytest.mark.postgres
def test_age_is_that_reached_in_the_year_of_the_tournament(tournament: Tournament) -> None:
    tournament.options = {"ages": [{"name": "Juniors", "from": 0, "to": 25}]}
    tournament.save()

    field = change(tournament, birth_year={1: 2001, 2: 2000, 3: 2010})

    names = {row.entry.person.last_name for row in rank_group(field, GroupKind.AGE, "Juniors").rows}
    assert tournament.starts_on.year == 2026
    assert names == {"Nom01", "Nom03"}


@pytest.mark.postgres
def test_who_left_is_in_the_group_without_a_place(tournament: Tournament) -> None:
    tournament.entries.filter(person__last_name="Nom01").update(presence="withdrawn")
    session = tournament.sessions.get()
    session.standings_requests.create()
    refresh_standings(session=session)

    field = change(tournament, category={1: "Dames", 2: "Dames"})

    group = rank_group(field, GroupKind.CATEGORY, "Dames")
    assert [(row.entry.person.last_name, row.place) for row in group.rows] == [("Nom02", 1), ("Nom01", None)]


@pytest.mark.postgres
def test_teams_of_individuals_add_up_their_best_members(tournament: Tournament) -> None:
    for number, name in ((1, "Roses"), (2, "Roses"), (3, "Roses"), (4, "Lys"), (5, "Lys")):
        tournament.entries.filter(person__last_name=f"Nom{number:02d}").update(partners=name)
    tournament.options = {"counted_members": 2}
    tournament.save()
    field = load_field(tournament)
    values = {row.entry.person.last_name: row.value for row in field.rows}

    teams = {team.name: team for team in rank_shared_teams(field)}

    roses = sorted((values["Nom01"], values["Nom02"], values["Nom03"]), reverse=True)  # type: ignore[type-var]
    assert teams["Roses"].value == roses[0] + roses[1]  # type: ignore[operator]
    assert len(teams["Roses"].members) == 2
    assert set(teams) == {"Roses", "Lys"}


@pytest.mark.postgres
def test_clubs_are_compared_once_it_is_said_how_many_count(tournament: Tournament) -> None:
    clubs = {number: "Paris" if number < 10 else "Lyon" for number in range(1, 21)}
    clubs_before = rank_clubs(change(tournament, home_club=clubs))

    tournament.options = {"counted_members": 3}
    clubs_after = rank_clubs(load_field(tournament))

    assert clubs_before == []
    assert {team.name: len(team.members) for team in clubs_after} == {"Paris": 3, "Lyon": 3}
