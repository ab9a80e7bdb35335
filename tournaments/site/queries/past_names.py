"""Every name, licence number and address that a person of a register ever had here."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tournaments.core.exchange.searching import search_key
from tournaments.core.naming import short_name
from tournaments.models import AuditEvent, Person, RegisteredPlayer

SHORTEST_NUMBER = 4
"""Signs of a licence number that is looked for in texts."""
SHORTEST_LONE_NAME = 4
"""Letters of a family name that is looked for without a first name."""
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
    }
    | {"sans", "valet"}
)
"""Words of the game that are family names, too: alone they are left in texts."""
LAST_NAME, FIRST_NAME = ("last_name",), ("first_name",)
NUMBER = ("federation_number", "number")
"""Names of the fields in the trace, of one person and of an import."""
ADDRESSES = ("email", "phone")


@dataclass(frozen=True, slots=True)
class PastNames:
    """What has told who a person is."""

    last_names: set[str] = field(default_factory=set)
    first_names: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    addresses: set[str] = field(default_factory=set)
    """E-mail addresses and telephone numbers."""
    keys: set[str] = field(default_factory=set)
    """Of the row of the register, and of those that were merged into it, as rows of imports write them."""

    def add(self, values: Mapping[str, Any]) -> None:
        """Take the names of a row of the register, of a form or of the trace."""
        for names, kept in (
            (LAST_NAME, self.last_names),
            (FIRST_NAME, self.first_names),
            (NUMBER, self.numbers),
            (ADDRESSES, self.addresses),
        ):
            texts = (str(values.get(name) or "").strip() for name in names)
            kept.update(text for text in texts if text not in ("", "…"))

    def is_of(self, values: Mapping[str, Any]) -> bool:
        """Return whether a row of an import is about the person.

        Rows of the first version have no key: their number tells, or their name and first name.
        """
        if "person" in values:
            return values["person"] in self.keys
        row = PastNames()
        row.add(values)
        if row.numbers:
            return not row.numbers.isdisjoint(self.numbers)
        return _meet(row.last_names, self.last_names) and _meet(row.first_names or {""}, self.first_names)

    def full_names(self) -> set[str]:
        """Return the names as the register writes them: "DURAND Anne"."""
        return {
            f"{last.upper()} {first}".strip()
            for last, first in product(self.last_names, self.first_names or {""})
        }

    def short_names(self) -> set[str]:
        """Return the names as public pages shortened them: "Anne D."."""
        return {short_name(first, last) for last, first in product(self.last_names, self.first_names)}

    def words(self) -> list[str]:
        """Return the texts to look for: full names in both orders, numbers, addresses."""
        names = [
            f"{one} {other}".strip()
            for last, first in product(self.last_names, self.first_names or {""})
            for one, other in ((last, first), (first, last))
        ]
        numbers = [number for number in self.numbers if len(number) >= SHORTEST_NUMBER]
        return [*dict.fromkeys(names), *numbers, *self.addresses]


def load_past_names(person: Person) -> PastNames:
    """Return what the register, the trace, merges and registrations know. Five queries."""
    past = PastNames()
    past.add(vars(person))
    past.keys.update(str(merge.removed["pk"]) for merge in person.merges.all())
    past.keys.add(str(person.pk))
    for event in AuditEvent.objects.filter(club=person.club_id, person=person):
        for values in rows_of([event.before, event.after]):
            past.add(values)
    for merge in person.merges.all():
        past.add(merge.removed)
    for event in AuditEvent.objects.filter(club=person.club_id, action="people.imported"):
        for values in rows_of([event.before, event.after]):
            if values.get("person") in past.keys:
                past.add(values)
    for player in RegisteredPlayer.objects.filter(entry__person=person).select_related("registration"):
        past.add(vars(player))
        if player.position == 0:
            past.add(vars(player.registration))
    return past


def lone_names(person: Person, past: PastNames) -> list[str]:
    """Return the family names that mean nobody else of the club, and no word of the game. One query."""
    others = Person.everybody.filter(club=person.club_id).exclude(pk=person.pk)
    taken = {
        search_key([name])
        for names in others.values_list("last_name", "first_name")
        for name in names
        if name
    }
    return [
        name
        for name in past.last_names
        if len(name) >= SHORTEST_LONE_NAME and search_key([name]) not in taken | GAME_WORDS
    ]


def rows_of(value: object) -> Iterator[dict[str, Any]]:
    """Yield every dictionary within a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from rows_of(part)


def _meet(names: Iterable[str], others: Iterable[str]) -> bool:
    return not {search_key([name]) for name in names}.isdisjoint(search_key([name]) for name in others)
