"""Saying which account is whose."""

import pytest

from accounts.models import User
from common.errors import AppError
from tests.factories.tournaments import make_club, make_people, make_player, make_seated_tournament, make_user
from tournaments.enums import TournamentState
from tournaments.models import AuditEvent, Club, Person, Tournament
from tournaments.services.person_accounts import link_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return make_user("Odile", club=club)


@pytest.fixture
def person(club: Club) -> Person:
    return make_people(club, 1)[0]


def test_account_is_found_however_its_address_is_typed_and_let_go(person: Person, owner: User) -> None:
    link_account(person=person, email=owner.email.upper(), linked_by=owner)
    person.refresh_from_db()
    assert person.user == owner

    link_account(person=person, email="", linked_by=owner)

    person.refresh_from_db()
    assert person.user is None
    told = AuditEvent.objects.filter(action="person.account_linked").order_by("pk")
    assert [(event.before, event.after) for event in told] == [
        (None, {"account": "Odile"}),
        ({"account": "Odile"}, None),
    ]


def test_same_account_again_leaves_no_trace(person: Person, owner: User) -> None:
    link_account(person=person, email=owner.email, linked_by=owner)
    events = AuditEvent.objects.count()

    link_account(person=person, email=owner.email, linked_by=owner)

    assert AuditEvent.objects.count() == events


def test_account_of_nobody_or_of_somebody_else_is_refused_at_the_field(
    club: Club, person: Person, owner: User
) -> None:
    other = Person.objects.create(club=club, last_name="Martin")
    link_account(person=person, email=owner.email, linked_by=owner)

    with pytest.raises(AppError, match="account_unknown") as unknown:
        link_account(person=other, email="nobody@example.org", linked_by=owner)
    with pytest.raises(AppError, match="account_taken") as taken:
        link_account(person=other, email=owner.email, linked_by=owner)

    assert list(unknown.value.fields) == list(taken.value.fields) == ["email"]
    assert "NOM01 Ana" in str(taken.value.message)


def test_same_account_plays_in_two_clubs(person: Person, owner: User) -> None:
    link_account(person=person, email=owner.email, linked_by=owner)
    (elsewhere,) = make_people(make_club("Ailleurs"), 1)

    link_account(person=elsewhere, email=owner.email, linked_by=owner)

    assert owner.people.count() == 2


def test_nobody_unties_his_own_account_to_read_the_deals_he_plays(club: Club, owner: User) -> None:
    tournament = make_seated_tournament(club)
    player = make_player(owner, tournament)

    with pytest.raises(AppError, match="own_account_plays"):
        link_account(person=player, email="", linked_by=owner)
    player.refresh_from_db()
    assert player.user == owner

    link_account(person=player, email="", linked_by=make_user("Autre", club=club))
    player.refresh_from_db()
    assert player.user is None


def test_own_account_is_untied_once_the_tournament_is_finished(club: Club, owner: User) -> None:
    tournament = make_seated_tournament(club)
    player = make_player(owner, tournament)
    Tournament.objects.update(state=TournamentState.FINISHED)

    link_account(person=player, email="", linked_by=owner)

    player.refresh_from_db()
    assert player.user is None
