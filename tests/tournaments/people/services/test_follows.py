"""Follows of an account: added and removed, joined from a device, deleted with a consent."""

import pytest

from accounts.models import User
from tests.factories.tournaments import make_club, make_people, make_user
from tournaments.enums import FollowKind
from tournaments.models import Club, Follow, Person
from tournaments.people.services.follows import (
    MOST_KEPT,
    claim_record,
    disclaim_records,
    join_device,
    toggle_follow,
)
from tournaments.people.services.people import change_person
from tournaments.seasons.queries.follows import Kept, load_kept

pytestmark = pytest.mark.django_db
NOTHING = Kept((), (), ())


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def user() -> User:
    return make_user()


def named(club: Club, count: int) -> list[Person]:
    people = make_people(club, count)
    Person.objects.filter(club=club).update(shows_full_name=True)
    return list(Person.objects.filter(pk__in=[person.pk for person in people]).order_by("pk"))


def test_the_last_put_in_comes_first_and_goes_out_again(club: Club, user: User) -> None:
    anne, bob = named(club, 2)
    for followed in (anne, bob, club):
        assert toggle_follow(user=user, followed=followed)
    claim_record(user=user, person=anne)
    claim_record(user=user, person=bob)
    claim_record(user=user, person=anne)

    all_of_it = load_kept(user)
    assert not toggle_follow(user=user, followed=anne)
    disclaim_records(user=user, people=[bob.pk])

    assert all_of_it == Kept((anne.pk, bob.pk), (bob.pk, anne.pk), (club.pk,))
    assert load_kept(user) == Kept((anne.pk,), (bob.pk,), (club.pk,))
    assert load_kept(make_user()) == NOTHING


@pytest.mark.postgres
def test_the_oldest_gives_way(club: Club, user: User) -> None:
    people = named(club, MOST_KEPT[FollowKind.OWN] + 2)

    for person in people:
        claim_record(user=user, person=person)

    assert load_kept(user).own == tuple(person.pk for person in reversed(people[2:]))


@pytest.mark.postgres
def test_a_device_is_joined_without_doubles_and_without_those_who_are_not_named(
    club: Club, user: User
) -> None:
    anne, bob, carl = named(club, 3)
    Person.objects.filter(pk=carl.pk).update(shows_full_name=False)
    toggle_follow(user=user, followed=anne)

    for _again in range(2):
        join_device(
            user=user, own=[carl.pk, 999], people=[carl.pk, bob.pk, anne.pk, 999], clubs=[club.pk, 999]
        )

    assert load_kept(user) == Kept((carl.pk,), (bob.pk, anne.pk), (club.pk,))


@pytest.mark.postgres
def test_what_the_account_has_does_not_give_way_to_a_device(club: Club, user: User) -> None:
    people = [person.pk for person in named(club, MOST_KEPT[FollowKind.OWN] + 1)]
    join_device(user=user, own=people[:-2], people=[], clubs=[])

    join_device(user=user, own=people[-2:], people=[], clubs=[])

    assert load_kept(user).own == (people[-2], *people[:-2])


@pytest.mark.parametrize("change", [{"shows_full_name": False}, {"birth_year": 2020}])
def test_who_is_not_to_be_named_any_more_is_followed_by_nobody(
    club: Club, user: User, change: dict[str, object]
) -> None:
    anne, bob = named(club, 2)
    for person in (anne, bob):
        toggle_follow(user=user, followed=person)
    claim_record(user=user, person=anne)

    change_person(person=anne, values=change, changed_by=None)

    assert load_kept(user) == Kept((anne.pk,), (bob.pk,), ())
    assert Follow.objects.count() == 2
