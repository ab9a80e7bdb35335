"""What an account keeps of its reader on every device: his records, people and clubs that he follows."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from tournaments.core.naming import NameStyle
from tournaments.enums import FollowKind
from tournaments.models import Club, Follow, Person

MOST_KEPT = {FollowKind.OWN: 8, FollowKind.PERSON: 60, FollowKind.CLUB: 60}
"""Records of one reader: one in each club where he plays. The oldest give way."""


def toggle_follow(*, user: User, followed: Person | Club) -> bool:
    """Follow somebody or a club, or no longer; whether it is followed now."""
    kind = FollowKind.CLUB if isinstance(followed, Club) else FollowKind.PERSON
    if _kept(user, kind, [followed.pk]).delete()[0]:
        return False
    _put(user, kind, [followed.pk])
    return True


def claim_record(*, user: User, person: Person) -> None:
    """Keep that a record is the reader's: a claim, no proof, that opens nothing."""
    _put(user, FollowKind.OWN, [person.pk])


def disclaim_records(*, user: User, people: Collection[int]) -> None:
    """Keep no more that records (ids) are the reader's."""
    _kept(user, FollowKind.OWN, people).delete()


@transaction.atomic
def join_device(*, user: User, own: Sequence[int], people: Sequence[int], clubs: Sequence[int]) -> None:
    """Take over what a device kept for somebody who signs in, as far as there is room.

    Args:
        own, people, clubs: ids as the device has them, the last first; those of nobody, or of who is not to
            be named, are left out.
    """
    rows = Person.objects.in_bulk([*own, *people])
    named = [key for key in people if key in rows and rows[key].public_style is NameStyle.FULL]
    known = Club.objects.in_bulk(clubs)
    _add(user, FollowKind.OWN, [key for key in own if key in rows])
    _add(user, FollowKind.PERSON, named)
    _add(user, FollowKind.CLUB, [key for key in clubs if key in known])


def _add(user: User, kind: FollowKind, keys: Sequence[int]) -> None:
    """Put what is not there yet; what is there stays, and nothing gives way."""
    field = _field_of(kind)
    there = set(Follow.objects.filter(user=user, kind=kind).values_list(field, flat=True))
    _put(user, kind, [key for key in keys if key not in there][: MOST_KEPT[kind] - len(there)])


@transaction.atomic
def _put(user: User, kind: FollowKind, keys: Sequence[int]) -> None:
    """Keep some at the head of their kind."""
    _kept(user, kind, keys).delete()
    rows = [Follow(user=user, kind=kind, **{f"{_field_of(kind)}_id": key}) for key in reversed(keys)]
    Follow.objects.bulk_create(rows, ignore_conflicts=True)
    beyond = Follow.objects.filter(user=user, kind=kind).values_list("pk", flat=True)[MOST_KEPT[kind] :]
    Follow.objects.filter(pk__in=list(beyond)).delete()


def _kept(user: User, kind: FollowKind, keys: Collection[int]) -> QuerySet[Follow]:
    return Follow.objects.filter(user=user, kind=kind, **{f"{_field_of(kind)}__in": keys})


def _field_of(kind: FollowKind) -> str:
    return "club" if kind is FollowKind.CLUB else "person"
