"""Queries for every name, licence number and address that a person of a register ever had."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tournaments.core.exchange.player_row import PlayerRow
from tournaments.core.exchange.searching import search_key
from tournaments.core.naming import short_name
from tournaments.entries.queries.registrations import is_sender
from tournaments.models import AuditEvent, Person, RegisteredPlayer

SHORTEST_NUMBER = 4
"""Fewest characters of a licence number that is searched for in texts."""
SHORTEST_LONE_NAME = 4
"""Fewest letters of a family name that is searched for without a first name."""
GAME_WORDS = frozenset(
    {
        "atout",
        "cavalier",
        "chelem",
        "chien",
        "contre",
        "dame",
        "excuse",
        "garde",
        "petit",
        "poignee",
        "preneur",
        "sans",
        "valet",
    }
)
"""Words of the game that are also family names. Alone they stay in texts."""
LAST_NAME, FIRST_NAME = ("last_name",), ("first_name",)
NUMBER = ("federation_number", "number")
"""Names of the field in the trace: of one person, and of an import."""
ADDRESSES = ("email", "phone")


@dataclass(frozen=True, slots=True)
class PastNames:
    """All data that has identified a person."""

    last_names: set[str] = field(default_factory=set)
    first_names: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    addresses: set[str] = field(default_factory=set)
    """E-mail addresses and telephone numbers."""
    keys: set[str] = field(default_factory=set)
    """Keys of the person's row, and of rows merged into it, as rows of imports write them."""

    def add(self, values: Mapping[str, Any]) -> None:
        """Add the names in a row of the register, of a form or of the trace."""
        for names, collection in (
            (LAST_NAME, self.last_names),
            (FIRST_NAME, self.first_names),
            (NUMBER, self.numbers),
            (ADDRESSES, self.addresses),
        ):
            texts = (str(values.get(name) or "").strip() for name in names)
            collection.update(text for text in texts if text not in ("", "…"))

    def is_of(self, values: Mapping[str, Any]) -> bool:
        """Return whether a row of an import is about the person."""
        if "person" in values:
            return values["person"] in self.keys
        row = PastNames()
        row.add(values)
        # rows of the first version have no key: compare the number, else the name and first name
        if row.numbers:
            return not row.numbers.isdisjoint(self.numbers)
        return _meet(row.last_names, self.last_names) and _meet(row.first_names or {""}, self.first_names)

    def rows(self) -> list[PlayerRow]:
        """Return the names and the numbers as lines of lists, each name without a number."""
        names = product(self.last_names, self.first_names or {""})
        return [
            *(PlayerRow(last_name=last, first_name=first) for last, first in names),
            *(PlayerRow(last_name="", number=number) for number in self.numbers),
        ]

    def full_names(self) -> set[str]:
        """Return the names as the register writes them, for example "DURAND Anne"."""
        return {
            f"{last.upper()} {first}".strip()
            for last, first in product(self.last_names, self.first_names or {""})
        }

    def short_names(self) -> set[str]:
        """Return the names as public pages shorten them, for example "Anne D."."""
        return {short_name(first, last) for last, first in product(self.last_names, self.first_names)}

    def words(self) -> list[str]:
        """Return the texts to search for: full names in both orders, numbers, addresses."""
        names = [
            f"{left_part} {right_part}".strip()
            for last, first in product(self.last_names, self.first_names or {""})
            for left_part, right_part in ((last, first), (first, last))
        ]
        numbers = [number for number in self.numbers if len(number) >= SHORTEST_NUMBER]
        return [*dict.fromkeys(names), *numbers, *self.addresses]


def load_past_names(person: Person) -> PastNames:
    """Return the names in the register, the trace, merges and registrations. Five queries."""
    past_names = PastNames()
    past_names.add(vars(person))
    past_names.keys.update(str(merge.removed["pk"]) for merge in person.merges.all())
    past_names.keys.add(str(person.pk))
    for event in AuditEvent.objects.filter(club=person.club_id, person=person):
        for values in rows_of([event.before, event.after]):
            past_names.add(values)
    for merge in person.merges.all():
        past_names.add(merge.removed)
    for event in AuditEvent.objects.filter(club=person.club_id, action="people.imported"):
        for values in rows_of([event.before, event.after]):
            if values.get("person") in past_names.keys:
                past_names.add(values)
    for player in RegisteredPlayer.objects.filter(entry__person=person).select_related(
        "registration", "sent_with"
    ):
        past_names.add(vars(player))
        # the address of a registration belongs to its first player
        if is_sender(player):
            past_names.add(vars(player.home))
    return past_names


def lone_names(person: Person, past: PastNames) -> list[str]:
    """Return the family names that are unique in the club and no word of the game. One query."""
    other_people = Person.everybody.filter(club=person.club_id).exclude(pk=person.pk)
    names_in_use = {
        search_key([name])
        for names in other_people.values_list("last_name", "first_name")
        for name in names
        if name
    }
    return [
        name
        for name in past.last_names
        if len(name) >= SHORTEST_LONE_NAME and search_key([name]) not in names_in_use | GAME_WORDS
    ]


def rows_of(value: object) -> Iterator[dict[str, Any]]:
    """Yield every dictionary within a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from rows_of(part)


def _meet(names: Iterable[str], other_names: Iterable[str]) -> bool:
    return not {search_key([name]) for name in names}.isdisjoint(search_key([name]) for name in other_names)
