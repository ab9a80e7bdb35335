"""People of a received state: found in the club's register, or added to it."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from common.errors import AppError
from publishing.models import SharedPerson
from publishing.queries.kinds import PERSON_FIELDS
from publishing.queries.row_values import column_of, value_from_json
from tournaments.base.services.public_pages import NAMING_FIELDS, follow_names
from tournaments.core.alphabet import sort_key
from tournaments.core.exchange.player_row import PlayerRow, number_key
from tournaments.models import Club, Person
from tournaments.people.services.identity import row_names_person
from tournaments.people.services.namesakes import number_namesakes
from tournaments.site.services.erasure import erase_person


def find_people(club: Club, rows: Iterable[list[Any]], *, is_past: bool = False) -> dict[str, int]:
    """Return the number of each person by identifier, after the changes of received people.

    A person is the same as one of the register by licence number, or by name if the register has one such
    person and nothing else differs. A person who came from elsewhere follows the sender. One of this register
    keeps their data; only a withdrawn consent is withdrawn here, too.

    Args:
        rows: the part `people` of a state.
        is_past: True for a state that may be older than the register, such as a file. People who are known
            keep their data then, as those of this register do.
    """
    known = {str(each.wire): each for each in SharedPerson.objects.filter(club=club).select_related("person")}
    is_named_anew = False
    for wire, values in rows:
        shared = known.get(wire)
        if shared is None:
            known[wire] = _add(club, UUID(wire), values)
            is_named_anew = True
        else:
            is_named_anew |= _follow(shared, values, is_past=is_past)
    if is_named_anew:
        number_namesakes(club.pk)
    return {wire: shared.person_id for wire, shared in known.items()}


def _add(club: Club, wire: UUID, values: Mapping[str, Any]) -> SharedPerson:
    received = Person(club=club, **_fields(values))
    person = _same_person(club, received)
    if person is None:
        received.full_clean(validate_unique=False, validate_constraints=False)
        received.save()
        return SharedPerson.objects.create(club=club, person=received, wire=wire, came_from_elsewhere=True)
    shared = SharedPerson.objects.create(club=club, person=person, wire=wire)
    _withdraw_consent(person, received)
    return shared


def _follow(shared: SharedPerson, values: Mapping[str, Any], *, is_past: bool) -> bool:
    """Follow the sender's data of a person who is known. Return whether anything changed."""
    person = shared.person
    fields = _fields(values)
    if is_past or not shared.came_from_elsewhere:
        return _withdraw_consent(person, Person(club=shared.club, **fields))
    if all(getattr(person, name) == value for name, value in fields.items()):
        return False
    _lock(person)
    if person.erased_at is not None:
        return False
    if fields["erased_at"] is not None:
        with suppress(AppError):  # while they play in another event; the next state tries again
            erase_person(person=person, typed_name=person.full_name, erased_by=None)
        return True
    number = fields["federation_number"]
    if (
        number
        and Person.objects.filter(club=shared.club, federation_number=number).exclude(pk=person.pk).exists()
    ):
        # a person of this register has the number
        fields["federation_number"] = person.federation_number
    changed = {name for name, value in fields.items() if getattr(person, name) != value}
    if not changed:
        return False
    former_name = person.last_name
    for name in changed:
        setattr(person, name, fields[name])
    person.full_clean(validate_unique=False, validate_constraints=False)
    person.save()
    if changed & NAMING_FIELDS:
        follow_names([person], [former_name])
    return True


def _withdraw_consent(person: Person, received: Person) -> bool:
    """Withdraw a consent that the sender's register no longer has. Return whether it was withdrawn."""
    if not received.refuses_full_name:
        return False
    _lock(person)
    if not person.shows_full_name:
        return False
    person.shows_full_name, person.refuses_full_name = False, True
    person.save()
    follow_names([person])
    return True


def _lock(person: Person) -> None:
    """Read a person anew and keep others from a change until the state is stored.

    The whole row is saved: from an older copy, it would restore an erased name or a withdrawn consent.
    """
    person.refresh_from_db(from_queryset=Person.everybody.select_for_update(of=("self",)))


def _same_person(club: Club, received: Person) -> Person | None:
    """Return the person of the register who is the received one; None for nobody, or for several."""
    people = Person.objects.filter(club=club)
    if received.federation_number:
        return _holder(people, received)
    namesakes = people.filter(
        # SQLite compares only ASCII without case: the key is the same in any database
        sort_key=sort_key(received.last_name, received.first_name),
        federation_number="",
        # two namesakes of the sender are two people here as well
        shared=None,
    )
    fitting = [
        person
        for person in namesakes[:2]
        if person.home_club == received.home_club
        and (None in (person.birth_year, received.birth_year) or person.birth_year == received.birth_year)
    ]
    return fitting[0] if len(fitting) == 1 and len(namesakes) == 1 else None


def _holder(people: QuerySet[Person], received: Person) -> Person | None:
    """Return the person with the licence number of the received one.

    Of one number they are the same person, whatever the spelling of their name. Where a spreadsheet dropped
    zeros of the number, the names have to be compatible, too.
    """
    number = received.federation_number
    if exact := people.filter(federation_number=number).first():
        return exact
    numbers = people.exclude(federation_number="").filter(shared=None).values_list("pk", "federation_number")
    keys = [key for key, other_number in numbers if number_key(other_number) == number_key(number)]
    row = PlayerRow(last_name=received.last_name, first_name=received.first_name)
    fitting = [person for person in people.filter(pk__in=keys) if row_names_person(row, person)]
    return fitting[0] if len(fitting) == 1 else None


def _fields(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value_from_json(column_of(Person, name), values[name]) for name in PERSON_FIELDS}
