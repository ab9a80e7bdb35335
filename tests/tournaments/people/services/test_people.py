"""The register, one person at a time."""

import pytest

from common.errors import AppError
from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.entries.services.entries import enter_visitor
from tournaments.models import AuditEvent, Person
from tournaments.people.services.clubs import create_club
from tournaments.people.services.people import add_person, change_person
from tournaments.site.services.erasure import erase_person

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_added_person_is_in_the_register_and_in_the_trace() -> None:
    club = make_club()
    user = make_user(club=club)

    person = add_person(
        club=club,
        values={"last_name": "Durand", "first_name": "Anne", "email": "a@example.org"},
        added_by=user,
    )

    event = AuditEvent.objects.get()
    assert Person.objects.get() == person
    assert (event.action, event.actor, event.subject) == ("person.added", user, "DURAND Anne")
    assert event.after == {"last_name": "Durand", "first_name": "Anne", "email": "…"}


@pytest.mark.postgres
def test_number_of_somebody_else_is_refused_with_his_name() -> None:
    club = make_club()
    add_person(club=club, values={"last_name": "Durand", "federation_number": "12"}, added_by=None)

    with pytest.raises(AppError) as refusal:
        add_person(club=club, values={"last_name": "Martin", "federation_number": "12"}, added_by=None)

    assert refusal.value.code == "number_taken"
    assert "DURAND" in refusal.value.fields["federation_number"]
    assert Person.objects.count() == 1


@pytest.mark.postgres
def test_two_clubs_may_know_the_same_number() -> None:
    for club in (make_club(), make_club("Ailleurs")):
        add_person(club=club, values={"last_name": "Durand", "federation_number": "12"}, added_by=None)

    assert Person.objects.filter(federation_number="12").count() == 2


def test_change_keeps_before_and_after_of_what_changed_only() -> None:
    person = add_person(club=make_club(), values={"last_name": "Durand", "phone": "1"}, added_by=None)

    change_person(
        person=person, values={"last_name": "Dupont", "series": "NC", "phone": "2"}, changed_by=None
    )

    event = AuditEvent.objects.latest("pk")
    person.refresh_from_db()
    assert (person.last_name, person.phone) == ("Dupont", "2")
    assert event.before == {"last_name": "Durand", "phone": "…"}
    assert event.after == {"last_name": "Dupont", "phone": "…"}
    # nobody has asked them yet: the charter of the club still counts
    assert not person.refuses_full_name


@pytest.mark.postgres
def test_change_from_an_older_copy_keeps_a_consent_withdrawn_meanwhile() -> None:
    person = add_person(
        club=make_club(), values={"last_name": "Durand", "shows_full_name": True}, added_by=None
    )
    older_copy = Person.objects.get()
    change_person(person=person, values={"shows_full_name": False}, changed_by=None)

    change_person(person=older_copy, values={"phone": "2"}, changed_by=None)

    person.refresh_from_db()
    assert (person.shows_full_name, person.refuses_full_name, person.phone) == (False, True, "2")


def test_change_of_a_person_erased_meanwhile_is_refused() -> None:
    person = add_person(club=make_club(), values={"last_name": "Durand", "first_name": "Anne"}, added_by=None)
    older_copy = Person.objects.get()
    erase_person(person=person, typed_name="Durand Anne", erased_by=None)

    with pytest.raises(AppError) as refusal:
        change_person(person=older_copy, values={"phone": "2"}, changed_by=None)

    assert refusal.value.code == "erased_already"
    assert Person.everybody.get().last_name == f"#{person.pk}"


def test_change_to_the_same_values_leaves_no_trace() -> None:
    person = add_person(club=make_club(), values={"last_name": "Durand"}, added_by=None)

    change_person(person=person, values={"last_name": "Durand"}, changed_by=None)

    assert AuditEvent.objects.count() == 1


def test_visitor_refused_by_a_full_tournament_is_not_kept_in_the_register() -> None:
    club = make_club()
    tournament = make_tournament(club, table_count=5)
    for number in range(20):
        enter_visitor(tournament=tournament, values={"last_name": f"Nom{number}"}, entered_by=None)

    with pytest.raises(AppError) as refusal:
        enter_visitor(tournament=tournament, values={"last_name": "De trop"}, entered_by=None)

    assert refusal.value.code == "too_many_entries"
    assert (tournament.entries.count(), Person.objects.count()) == (20, 20)


@pytest.mark.postgres
def test_who_makes_a_club_keeps_it() -> None:
    user = make_user()

    first, second = (create_club(name="Les Écartés", city="", created_by=user) for _ in range(2))

    assert [club.slug for club in (first, second)] == ["les-ecartes", "les-ecartes-2"]
    assert first.memberships.get().role == "owner"
