"""People of a received state: found in the club's register, or added to it."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any
from uuid import UUID

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
    register = _Register(club)
    for wire, values in rows:
        shared = known.get(wire)
        if shared is None:
            known[wire] = register.add(UUID(wire), values)
            is_named_anew = True
            continue
        # a changed number is compared with those of the people added so far
        register.store()
        if _follow(shared, values, is_past=is_past):
            is_named_anew, register = True, _Register(club)
    register.store()
    if is_named_anew:
        number_namesakes(club.pk)
    return {wire: shared.person_id for wire, shared in known.items()}


class _Register:
    """The people of a club's register, read once, among whom received people are found or to whom they are
    added.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self._added: list[SharedPerson] = []
        """People found or added, not stored yet."""

    @cached_property
    def _people(self) -> list[Person]:
        return list(Person.objects.filter(club=self.club).order_by("pk"))

    @cached_property
    def _by_number(self) -> dict[str, Person]:
        return {person.federation_number: person for person in self._people if person.federation_number}

    @cached_property
    def _unshared_by_key(self) -> dict[tuple[bool, str], list[Person]]:
        """People of no other installation, by `_key`."""
        shared_ids = set(SharedPerson.objects.filter(club=self.club).values_list("person", flat=True))
        people: dict[tuple[bool, str], list[Person]] = {}
        for person in self._people:
            if person.pk not in shared_ids:
                people.setdefault(_key(person), []).append(person)
        return people

    def add(self, wire: UUID, values: Mapping[str, Any]) -> SharedPerson:
        """Return a received person as one of this register. `store` writes them."""
        received = Person(club=self.club, **_fields(values))
        person = self._find(received)
        shared = SharedPerson(
            club=self.club, person=person or received, wire=wire, came_from_elsewhere=person is None
        )
        self._added.append(shared)
        if person is None:
            # the club is there: its row is locked
            received.full_clean(exclude={"club"}, validate_unique=False, validate_constraints=False)
            if received.federation_number:
                self._by_number[received.federation_number] = received
        else:
            if person.pk is None:
                self.store()
            same_key = self._unshared_by_key.get(_key(person), [])
            if person in same_key:
                same_key.remove(person)
            _withdraw_consent(person, received)
        return shared

    def store(self) -> None:
        """Store the people who were added."""
        new_people = [shared.person for shared in self._added if shared.came_from_elsewhere]
        Person.everybody.bulk_create(new_people)
        SharedPerson.objects.bulk_create(self._added)
        self._added = []

    def _find(self, received: Person) -> Person | None:
        """Return the person of the register who is the received one; None for nobody, or for several."""
        number = received.federation_number
        # of one number they are the same person, whatever the spelling of their name
        if number and (exact := self._by_number.get(number)):
            return exact
        # two namesakes of the sender are two people here as well
        candidates = self._unshared_by_key.get(_key(received), [])
        if number:
            # a spreadsheet dropped zeros of the number: the names have to be compatible, too
            row = PlayerRow(last_name=received.last_name, first_name=received.first_name)
            fitting = [person for person in candidates if row_names_person(row, person)]
            return fitting[0] if len(fitting) == 1 else None
        fitting = [
            person
            for person in candidates
            if person.home_club == received.home_club
            and (None in (person.birth_year, received.birth_year) or person.birth_year == received.birth_year)
        ]
        return fitting[0] if len(fitting) == 1 and len(candidates) == 1 else None


def _key(person: Person) -> tuple[bool, str]:
    """Return what two rows of one person have in common: the key of the licence number, or of the name."""
    if person.federation_number:
        return True, number_key(person.federation_number)
    return False, sort_key(person.last_name, person.first_name)


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


def _fields(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value_from_json(column_of(Person, name), values[name]) for name in PERSON_FIELDS}
