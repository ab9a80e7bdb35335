"""Two DUPONT Jean in one register."""

import pytest

from tests.factories.concurrent import run_against
from tests.factories.tournaments import make_club, make_tournament
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Person
from tournaments.people.services.merges import merge_people, undo_merge
from tournaments.people.services.namesakes import number_namesakes
from tournaments.people.services.people import add_person, change_person
from tournaments.people.services.people_import import import_people, plan_import
from tournaments.site.services.erasure import erase_person


def add(club: Club, **values: object) -> Person:
    return add_person(
        club=club, values={"last_name": "Dupont", "first_name": "Jean", **values}, added_by=None
    )


def names(club: Club) -> list[tuple[str, str]]:
    return [(str(person), person.public_name) for person in Person.objects.filter(club=club).order_by("pk")]


def test_organisers_read_the_club_and_everybody_a_number(club: Club) -> None:
    add(club, home_club="Annecy")
    second = add(club, home_club="Lyon")

    assert str(second) == "DUPONT Jean (Lyon)"
    assert names(club) == [("DUPONT Jean (Annecy)", "Jean D."), ("DUPONT Jean (Lyon)", "Jean D. (2)")]


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_namesakes_who_are_added_at_the_same_time_are_told_apart() -> None:
    club = make_club()

    run_against(lambda: add(club), lambda: add(club))

    assert names(club) == [("DUPONT Jean", "Jean D."), ("DUPONT Jean (2)", "Jean D. (2)")]


def test_a_change_of_the_register_tells_them_apart_anew(club: Club) -> None:
    add(club)
    second = add(club, federation_number="123456", shows_full_name=True)
    assert names(club) == [("DUPONT Jean", "Jean D."), ("DUPONT Jean (licence 123456)", "DUPONT Jean")]

    change_person(person=second, values={"federation_number": "", "shows_full_name": False}, changed_by=None)
    assert names(club) == [("DUPONT Jean", "Jean D."), ("DUPONT Jean (2)", "Jean D. (2)")]

    change_person(person=second, values={"first_name": "Jeanne"}, changed_by=None)
    assert names(club) == [("DUPONT Jean", "Jean D."), ("DUPONT Jeanne", "Jeanne D.")]


def test_a_file_brings_a_namesake(club: Club) -> None:
    add(club, federation_number="1")
    rows = [PlayerRow(last_name="Durand", first_name="Jean", number="2")]
    plan = plan_import(club=club, rows=rows)

    import_people(club=club, rows=rows, seen_digest=plan.digest, imported_by=None)

    assert names(club) == [("DUPONT Jean", "Jean D."), ("DURAND Jean", "Jean D. (2)")]


def test_a_merge_leaves_one_and_undoing_it_two(club: Club) -> None:
    survivor, removed = add(club), add(club)

    merge = merge_people(kept=survivor, removed=removed, merged_by=None)
    assert names(club) == [("DUPONT Jean", "Jean D.")]

    undo_merge(merge=merge, undone_by=None)
    assert [full for full, _public in names(club)] == ["DUPONT Jean", "DUPONT Jean (2)"]


@pytest.mark.postgres
def test_who_is_erased_has_no_namesake_any_more(club: Club) -> None:
    first, second = add(club, home_club="Annecy"), add(club, home_club="Lyon")

    erase_person(person=second, typed_name="dupont jean", erased_by=None)

    second = Person.everybody.get(pk=second.pk)
    assert str(second) == second.public_name == f"Joueur {second.pk}"
    assert names(club) == [("DUPONT Jean", "Jean D.")]
    assert first.pk < second.pk


def test_pages_of_their_events_are_made_anew(club: Club) -> None:
    tournament = make_tournament(club)
    first = add(club, home_club="Annecy")
    enter_people(tournament=tournament, people=[first], entered_by=None)
    version_before = type(tournament).objects.get(pk=tournament.pk).showing_version

    add(club, home_club="Lyon")

    assert type(tournament).objects.get(pk=tournament.pk).showing_version > version_before


@pytest.mark.django_db
def test_nothing_is_written_where_nobody_is_alike(club: Club, django_assert_num_queries) -> None:
    add(club)

    with django_assert_num_queries(2):
        number_namesakes(club.pk)
