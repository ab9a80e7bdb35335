"""Distinctions between namesakes of a register. This module alone writes them; lists only read them."""

from django.db import transaction

from tournaments.base.services.public_pages import NAMING_FIELDS, renew_pages, tournaments_of
from tournaments.core.namesakes import Distinction, Known, tell_apart
from tournaments.models import Club, Person, Tournament

TELLING_FIELDS = NAMING_FIELDS | {"home_club", "federation_number"}
"""Fields of a person on which the distinction of namesakes depends."""
_DISTINCTION_FIELDS = ("told_by", "namesake_number", "public_number")


@transaction.atomic(savepoint=False)
def number_namesakes(club_id: int) -> None:
    """Compute the distinctions of all namesakes in a club's register anew.

    Two queries, and three more if a distinction changes, since public pages are then rendered anew.
    """
    # two namesakes who are added at the same time know each other
    Club.objects.select_for_update(no_key=True).get(pk=club_id)
    people = list(Person.objects.filter(club=club_id).order_by("pk"))
    distinctions = tell_apart([_register_entry(person) for person in people])
    changed_people = [
        person
        for person, distinction in zip(people, distinctions, strict=True)
        if _set_distinction(person, distinction)
    ]
    Person.objects.bulk_update(changed_people, _DISTINCTION_FIELDS, batch_size=200)
    if changed_people:
        renew_pages(Tournament.objects.filter(pk__in=tournaments_of(changed_people).values("pk")))


def _register_entry(person: Person) -> Known:
    return Known(person.full_name, person.lone_public_name, person.home_club, person.federation_number)


def _set_distinction(person: Person, distinction: Distinction) -> bool:
    """Set the distinction of a person. Return whether it differs from the previous one."""
    previous_values = [getattr(person, name) for name in _DISTINCTION_FIELDS]
    person.told_by = distinction.told_by or ""
    person.namesake_number, person.public_number = distinction.number, distinction.public_number
    return previous_values != [getattr(person, name) for name in _DISTINCTION_FIELDS]
