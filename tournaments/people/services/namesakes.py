"""Keeping namesakes of a register apart: one place decides, every list reads what it wrote."""

from tournaments.base.services.public_pages import NAMING_FIELDS, renew_pages, tournaments_of
from tournaments.core.namesakes import Distinction, Known, tell_apart
from tournaments.models import Person, Tournament

TELLING_FIELDS = NAMING_FIELDS | {"home_club", "federation_number"}
"""Fields of a person whose change may make namesakes, or part them."""
_WRITTEN = ("told_by", "namesake_number", "public_number")


def number_namesakes(club_id: int) -> None:
    """Say anew of everybody in a club's register what parts him from his namesakes, inside a transaction.

    Two queries; three more where somebody's distinction changes, whose public pages are made anew.
    """
    people = list(Person.objects.filter(club=club_id).order_by("pk"))
    found = tell_apart([_known(person) for person in people])
    changed = [person for person, told in zip(people, found, strict=True) if _take(person, told)]
    Person.objects.bulk_update(changed, _WRITTEN, batch_size=200)
    if changed:
        renew_pages(Tournament.objects.filter(pk__in=tournaments_of(changed).values("pk")))


def _known(person: Person) -> Known:
    return Known(person.full_name, person.lone_public_name, person.home_club, person.federation_number)


def _take(person: Person, told: Distinction) -> bool:
    """Whether the person was told apart otherwise until now."""
    before = [getattr(person, name) for name in _WRITTEN]
    person.told_by = told.told_by or ""
    person.namesake_number, person.public_number = told.number, told.public_number
    return before != [getattr(person, name) for name in _WRITTEN]
