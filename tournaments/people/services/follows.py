"""Follows of an account, the same on all its devices: own records, followed people, followed clubs."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from tournaments.core.naming import NameStyle
from tournaments.enums import FollowKind
from tournaments.models import Club, Follow, Person

MOST_KEPT = {FollowKind.OWN: 8, FollowKind.PERSON: 60, FollowKind.CLUB: 60}
"""Largest number of follows of one account, by kind. A new follow replaces the oldest."""


def toggle_follow(*, user: User, followed: Person | Club) -> bool:
    """Follow a person or a club, or stop. Return whether the account follows it now."""
    kind = FollowKind.CLUB if isinstance(followed, Club) else FollowKind.PERSON
    if _follows_of(user, kind, [followed.pk]).delete()[0]:
        return False
    _store(user, kind, [followed.pk])
    return True


def claim_record(*, user: User, person: Person) -> None:
    """Store the user's claim that a record is their own. It proves nothing and gives no right."""
    _store(user, FollowKind.OWN, [person.pk])


def disclaim_records(*, user: User, people: Collection[int]) -> None:
    """Delete the user's claims on records (person ids)."""
    _follows_of(user, FollowKind.OWN, people).delete()


@transaction.atomic
def join_device(*, user: User, own: Sequence[int], people: Sequence[int], clubs: Sequence[int]) -> None:
    """Add the follows of a device to the account that signs in on it, up to the limits of `MOST_KEPT`.

    Args:
        own, people, clubs: ids stored on the device, latest first. Unknown ids are left out, and so are
            people without a public full name.
    """
    rows = Person.objects.in_bulk([*own, *people])
    named_people = [key for key in people if key in rows and rows[key].public_style is NameStyle.FULL]
    existing_clubs = Club.objects.in_bulk(clubs)
    _add(user, FollowKind.OWN, [key for key in own if key in rows])
    _add(user, FollowKind.PERSON, named_people)
    _add(user, FollowKind.CLUB, [key for key in clubs if key in existing_clubs])


def _add(user: User, kind: FollowKind, keys: Sequence[int]) -> None:
    """Add the missing follows of one kind. Existing follows stay and count towards the limit."""
    field = _field_of(kind)
    current_keys = set(Follow.objects.filter(user=user, kind=kind).values_list(field, flat=True))
    _store(
        user, kind, [key for key in keys if key not in current_keys][: MOST_KEPT[kind] - len(current_keys)]
    )


@transaction.atomic
def _store(user: User, kind: FollowKind, keys: Sequence[int]) -> None:
    """Store follows as the latest of their kind."""
    _follows_of(user, kind, keys).delete()
    # the highest id is the latest follow, and `keys` begins with the latest
    rows = [Follow(user=user, kind=kind, **{f"{_field_of(kind)}_id": key}) for key in reversed(keys)]
    Follow.objects.bulk_create(rows, ignore_conflicts=True)
    excess_keys = Follow.objects.filter(user=user, kind=kind).values_list("pk", flat=True)[MOST_KEPT[kind] :]
    Follow.objects.filter(pk__in=list(excess_keys)).delete()


def _follows_of(user: User, kind: FollowKind, keys: Collection[int]) -> QuerySet[Follow]:
    return Follow.objects.filter(user=user, kind=kind, **{f"{_field_of(kind)}__in": keys})


def _field_of(kind: FollowKind) -> str:
    return "club" if kind is FollowKind.CLUB else "person"
