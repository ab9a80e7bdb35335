"""Changes of one person of a club's register."""

import datetime
from collections.abc import Iterable, Mapping

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.broken_references import is_reference_broken
from tournaments.base.services.public_pages import NAMING_FIELDS, follow_names
from tournaments.models import Club, Person
from tournaments.models.people import PRIVATE_FIELDS
from tournaments.people.services.namesakes import TELLING_FIELDS, number_namesakes
from tournaments.trace.services.trace import record_event


def add_person(*, club: Club, values: Mapping[str, object], added_by: User | None) -> Person:
    """Add a person to the club's register.

    Args:
        values: fields of `Person` by name. Fields left out keep their default.

    Raises:
        AppError: another person has the federation number (`number_taken`).
    """
    return _save(Person(club=club, **values), set(values), added_by, "person.added")


@transaction.atomic
def change_person(*, person: Person, values: Mapping[str, object], changed_by: User | None) -> Person:
    """Change fields of a person of the register. Nothing is written if the values are the same.

    Raises:
        AppError: another person has the federation number (`number_taken`), or the person is erased
            (`erased_already`).
    """
    # the whole row is saved: from an older copy, it would restore an erased name or a withdrawn consent
    person.refresh_from_db(from_queryset=Person.everybody.select_for_update(of=("self",)))
    refuse_erased(person)
    previous_values = person_trace(person, values)
    changed_names = {name for name, value in values.items() if getattr(person, name) != value}
    if not changed_names:
        return person
    former_name = person.last_name
    for name in changed_names:
        setattr(person, name, values[name])
    if "shows_full_name" in changed_names:
        # an organiser's answer is a decision: without consent the charter of the club no longer counts
        person.refuses_full_name = not person.shows_full_name
    _save(
        person,
        changed_names,
        changed_by,
        "person.changed",
        previous_values={name: previous_values[name] for name in changed_names},
    )
    if changed_names & NAMING_FIELDS:
        follow_names([person], [former_name])
    return person


def refuse_erased(person: Person) -> None:
    """Raise AppError `erased_already` for a person who is erased."""
    if person.erased_at is not None:
        raise AppError("erased_already", _("Cette personne est déjà effacée."))


def person_trace(person: Person, names: Iterable[str]) -> dict[str, object]:
    """Return values of a person for the trace. Private values are hidden."""
    return {
        name: "…" if name in PRIVATE_FIELDS else _trace_value(getattr(person, name)) for name in sorted(names)
    }


def _trace_value(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime.date) else value


def _save(
    person: Person,
    names: set[str],
    actor: User | None,
    action: str,
    previous_values: dict[str, object] | None = None,
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
                before=previous_values,
                after=person_trace(person, names),
                person=person,
            )
    except IntegrityError as error:
        # the commit finds that the club has been deleted meanwhile
        if is_reference_broken(error) or not person.federation_number:
            raise
        # the number is the only unique field that a form can set
        raise _number_taken(person) from error
    return person


def _number_taken(person: Person) -> AppError:
    holder = Person.objects.filter(club=person.club, federation_number=person.federation_number).first()
    message = _("%(holder)s a déjà la licence %(number)s.") % {
        "number": person.federation_number,
        "holder": holder,
    }
    return AppError("number_taken", message, fields={"federation_number": message})
