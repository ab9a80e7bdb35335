"""The club's register of players, one person at a time."""

import datetime
from collections.abc import Iterable, Mapping

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.public_pages import NAMING_FIELDS, follow_names
from tournaments.models import Club, Person
from tournaments.models.people import PRIVATE_FIELDS
from tournaments.people.services.namesakes import TELLING_FIELDS, number_namesakes
from tournaments.trace.services.trace import record_event


def add_person(*, club: Club, values: Mapping[str, object], added_by: User | None) -> Person:
    """Add somebody to the club's register.

    Args:
        values: fields of `Person` by name; those left out keep their default.

    Raises:
        AppError: the federation number is another person's (`number_taken`).
    """
    return _save(Person(club=club, **values), set(values), added_by, "person.added")


def change_person(*, person: Person, values: Mapping[str, object], changed_by: User | None) -> Person:
    """Change fields of somebody in the register; nothing is written when nothing changes.

    Raises:
        AppError: the federation number is another person's (`number_taken`).
    """
    before = person_trace(person, values)
    changed = {name for name, value in values.items() if getattr(person, name) != value}
    if not changed:
        return person
    former = person.last_name
    for name in changed:
        setattr(person, name, values[name])
    if "shows_full_name" in changed:
        person.refuses_full_name = not person.shows_full_name
    with transaction.atomic():
        _save(person, changed, changed_by, "person.changed", before={name: before[name] for name in changed})
        if changed & NAMING_FIELDS:
            follow_names([person], [former])
    return person


def person_trace(person: Person, names: Iterable[str]) -> dict[str, object]:
    """Values of a person for the trace, private ones hidden."""
    return {name: "…" if name in PRIVATE_FIELDS else _told(getattr(person, name)) for name in sorted(names)}


def _told(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime.date) else value


def _save(
    person: Person,
    names: set[str],
    actor: User | None,
    action: str,
    before: dict[str, object] | None = None,
) -> Person:
    try:
        with transaction.atomic():
            person.save()
            if names & TELLING_FIELDS:
                number_namesakes(person.club_id)
                person.refresh_from_db(fields=["told_by", "namesake_number", "public_number"])
            record_event(
                club=person.club,
                actor=actor,
                action=action,
                subject=person.full_name,
                before=before,
                after=person_trace(person, names),
                person=person,
            )
    except IntegrityError as error:
        if not person.federation_number:
            raise
        raise _number_taken(person) from error
    return person


def _number_taken(person: Person) -> AppError:
    holder = Person.objects.filter(club=person.club, federation_number=person.federation_number).first()
    message = _("La licence %(number)s est déjà celle de %(holder)s.") % {
        "number": person.federation_number,
        "holder": holder,
    }
    return AppError("number_taken", message, fields={"federation_number": message})
