"""Consent of the members of a club to be named in full, by a signed charter."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.core.naming import is_minor
from tournaments.models import ChangedPerson, Club, Person, RegisterChange
from tournaments.people.queries.people import list_members
from tournaments.people.services.register_changes import drop_old_changes, follow_changes
from tournaments.trace.services.trace import record_event


def adults_without_answer(club: Club) -> list[Person]:
    """Return the people for whom a signed charter of the club counts. One query.

    Minors are not among them, since their parents consent one by one. Neither are people who refused, nor
    those who left the club.
    """
    year = timezone.localdate().year
    people = list_members(club).filter(shows_full_name=False, refuses_full_name=False)
    return [person for person in people if not is_minor(person.birth_year, year)]


@transaction.atomic
def record_charter(*, club: Club, recorded_by: User | None) -> RegisterChange | None:
    """Record the consent of all `adults_without_answer` as one change that can be undone.

    None if there are no such people.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    people = adults_without_answer(club)
    if not people:
        return None
    change = RegisterChange.objects.create(club=club, kind=RegisterChange.Kind.CONSENT, made_by=recorded_by)
    keys = [person.pk for person in people]
    # a refusal may have come meanwhile
    Person.objects.filter(pk__in=keys, refuses_full_name=False).update(shows_full_name=True)
    ChangedPerson.objects.bulk_create(
        ChangedPerson(
            change=change, person_key=key, before={"shows_full_name": False}, after={"shows_full_name": True}
        )
        for key in keys
    )
    follow_changes(club, keys)
    record_event(
        club=club,
        actor=recorded_by,
        action="people.charter_signed",
        subject=club.name,
        after={"people": len(keys)},
    )
    drop_old_changes(club)
    return change
