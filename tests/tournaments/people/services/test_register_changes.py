"""Changes of many people, undone as a whole."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.register_changes import take_list
from tests.factories.tournaments import make_club, make_people, make_tournament, make_user
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Club, Person, RegisterChange
from tournaments.people.services import naming_consents, register_changes
from tournaments.people.services.merges import merge_people, undo_merge
from tournaments.people.services.naming_consents import adults_without_answer, record_charter
from tournaments.people.services.people import change_person
from tournaments.people.services.register_changes import undo_change

pytestmark = pytest.mark.django_db


def add(club: Club, last_name: str, **values: object) -> Person:
    return Person.objects.create(club=club, last_name=last_name, **values)


def fields_of(club: Club) -> list[dict[str, object]]:
    return list(club.people.values(*Person.register_fields(), "refuses_full_name", "sort_key", "told_by"))


@pytest.mark.postgres
def test_an_import_is_undone_to_the_last_field() -> None:
    club = make_club()
    add(club, "Durand", first_name="Anne", shows_full_name=True)
    fields_before = fields_of(club)
    change = take_list(
        club,
        PlayerRow(
            last_name="Durand-Petit", first_name="Anne", number="4797285", series="2", club="Lyon",
            birth_year="1969", licence_until="2027-08-31",
            email="a@example.org", phone="06", consent="non",
        ),
        PlayerRow(last_name="Durand", first_name="Anne", number="12", line=3),
    )  # fmt: skip

    undone = undo_change(change=change, undone_by=None)

    assert fields_of(club) == fields_before
    assert (undone.left, RegisterChange.objects.count()) == ((), 0)
    assert AuditEvent.objects.latest("pk").action == "people.change_undone"


def test_change_is_undone_once_from_two_pages() -> None:
    club = make_club()
    change = take_list(club, PlayerRow(last_name="Durand", first_name="Anne"))
    second_copy = RegisterChange.objects.get()
    undo_change(change=change, undone_by=None)

    with pytest.raises(RegisterChange.DoesNotExist):
        undo_change(change=second_copy, undone_by=None)

    assert AuditEvent.objects.filter(action="people.change_undone").count() == 1


def test_what_came_since_stays_and_says_why() -> None:
    club = make_club()
    plays = make_tournament(club)
    old = add(club, "Durand", first_name="Anne", federation_number="7")
    change = take_list(
        club,
        PlayerRow(last_name="Durand", first_name="Anne", number="7", series="2", club="Lyon"),
        PlayerRow(last_name="Joueur", first_name="Luc"),
        PlayerRow(last_name="Modifié", first_name="Léa"),
        PlayerRow(last_name="Parti", first_name="Léo"),
        PlayerRow(last_name="Inscrite", first_name="Zoé"),
    )
    player, changed, untouched, member = Person.objects.filter(
        first_name__in=["Luc", "Léa", "Léo", "Zoé"]
    ).order_by("pk")
    Person.objects.filter(pk=member.pk).update(user=make_user())
    enter_people(tournament=plays, people=[player], entered_by=None)
    change_person(person=changed, values={"series": "1"}, changed_by=None)
    old.refresh_from_db()
    change_person(person=old, values={"series": "3"}, changed_by=None)

    undone = undo_change(change=change, undone_by=None)

    old.refresh_from_db()
    assert (undone.removed, undone.restored, old.series, old.home_club) == (1, 0, "3", "")
    assert not Person.objects.filter(pk=untouched.pk).exists()
    assert {leftover.name: leftover.why.partition(" ")[0] for leftover in undone.left} == {
        "DURAND Anne": "Changé", "JOUEUR Luc": "Cette", "MODIFIÉ Léa": "Cette", "INSCRITE Zoé": "Cette",
    }  # fmt: skip
    assert change.people.count() == 4


def test_a_number_that_somebody_has_by_now_is_not_given_back() -> None:
    club = make_club()
    old = add(club, "Durand", first_name="Anne", federation_number="4797285")
    change = RegisterChange.objects.create(club=club, kind=RegisterChange.Kind.IMPORT)
    change.people.create(
        person_key=old.pk, before={"federation_number": "12"}, after={"federation_number": "4797285"}
    )
    add(club, "Petit", federation_number="12")

    (leftover,) = undo_change(change=change, undone_by=None).left

    old.refresh_from_db()
    assert "quelqu’un d’autre" in leftover.why
    assert old.federation_number == "4797285"


def test_a_number_goes_back_from_a_person_whom_the_change_added() -> None:
    club = make_club()
    old = add(club, "Durand", first_name="Anne", federation_number="4797285")
    newcomer = add(club, "Petit", federation_number="12")
    change = RegisterChange.objects.create(club=club, kind=RegisterChange.Kind.IMPORT)
    change.people.create(
        person_key=old.pk, before={"federation_number": "12"}, after={"federation_number": "4797285"}
    )
    change.people.create(person_key=newcomer.pk, after={"federation_number": "12"})

    undone = undo_change(change=change, undone_by=None)

    assert (undone.removed, undone.restored, undone.left) == (1, 1, ())
    assert [person.federation_number for person in club.people.all()] == ["12"]


@pytest.mark.postgres
def test_long_list_is_undone_with_as_many_queries_as_a_short_one() -> None:
    club = make_club()
    query_counts = []
    for number_of_people in (2, 20):
        rows = (PlayerRow(last_name=f"Joueur {number}") for number in range(number_of_people))
        change = take_list(club, *rows)
        with CaptureQueriesContext(connection) as queries:
            undo_change(change=change, undone_by=None)
        query_counts.append(len(queries))

    assert query_counts[0] == query_counts[1]
    assert not club.people.exists()


def test_somebody_merged_since_comes_back_with_the_merge_and_can_be_undone() -> None:
    club = make_club()
    survivor = add(club, "Durand", first_name="Anne")
    change = take_list(club, PlayerRow(last_name="Durant", first_name="Anne"))
    merge = merge_people(kept=survivor, removed=Person.objects.get(last_name="Durant"), merged_by=None)

    (leftover,) = undo_change(change=change, undone_by=None).left
    undo_merge(merge=merge, undone_by=None)
    undone = undo_change(change=change, undone_by=None)

    assert leftover.name == "DURANT Anne"
    assert (undone.removed, list(club.people.all())) == (1, [survivor])


def test_changes_that_are_too_old_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register_changes, "CHANGES_KEPT", 2)
    club = make_club()

    changes = [take_list(club, PlayerRow(last_name=f"Nom{letter}")) for letter in "ABC"]

    assert list(club.register_changes.all()) == [changes[2], changes[1]]


@pytest.mark.postgres
def test_a_signed_charter_counts_for_adults_who_did_not_refuse() -> None:
    club = make_club()
    adult, minor = add(club, "Durand", first_name="Anne"), add(club, "Jeune", birth_year=2012)
    refused = add(club, "Petit", shows_full_name=True)
    change_person(person=refused, values={"shows_full_name": False}, changed_by=None)
    take_list(club, PlayerRow(last_name="Roi", first_name="Luc", consent="non"))
    agreed = add(club, "Un", shows_full_name=True)
    add(club, "Parti", left_on="2026-06-30")

    change = record_charter(club=club, recorded_by=None)

    event = AuditEvent.objects.latest("pk")
    assert list(Person.objects.filter(shows_full_name=True)) == [adult, agreed]
    assert minor.public_name == f"Joueur {minor.pk}"
    assert (event.action, event.after) == ("people.charter_signed", {"people": 1})
    assert record_charter(club=club, recorded_by=None) is None

    assert change is not None
    undo_change(change=change, undone_by=None)

    assert list(Person.objects.filter(shows_full_name=True)) == [agreed]
    assert set(Person.objects.filter(refuses_full_name=True)) == {
        refused,
        Person.objects.get(last_name="Roi"),
    }


def test_refusals_of_before_are_known_from_the_trace() -> None:
    club = make_club()
    refused = add(club, "Durand", first_name="Anne", shows_full_name=True)
    change_person(person=refused, values={"shows_full_name": False}, changed_by=None)
    said_no = add(club, "Petit", shows_full_name=True)
    take_list(club, PlayerRow(last_name="Petit", consent="non"))
    add(club, "Roi")
    Person.objects.update(refuses_full_name=False)

    import_module("tournaments.migrations.0004_register_changes").keep_refusals(apps, None)

    assert set(Person.objects.filter(refuses_full_name=True)) == {refused, said_no}


def test_charter_does_not_overrule_a_refusal_that_comes_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club()
    people = make_people(club, 2)
    Person.objects.update(shows_full_name=False)

    def read_then_refuse(club: Club) -> list[Person]:
        adults = adults_without_answer(club)
        Person.objects.filter(pk=people[0].pk).update(refuses_full_name=True)
        return adults

    monkeypatch.setattr(naming_consents, "adults_without_answer", read_then_refuse)
    record_charter(club=club, recorded_by=None)

    shown = {person.pk: person.shows_full_name for person in Person.objects.all()}
    assert shown == {people[0].pk: False, people[1].pk: True}
