"""The state of a shared event in parts, as it travels.

A part is a list of rows `[identifier, values]`. Its text is canonical JSON, so that the same rows always
have the same digest. Identifiers (`SharedRow.wire`) replace the numbers of rows, which differ between
installations.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import ForeignKey, Model

from games.models import DealSet
from publishing.models import SharedEvent, SharedPerson, SharedRow
from publishing.queries.kinds import (
    KINDS,
    PEOPLE,
    PERSON_FIELDS,
    PRIVATE_PERSON_FIELDS,
    SHOWN_DEALS,
    RowKind,
)
from publishing.queries.row_values import column_of, value_to_json
from tournaments.deals.door import Machine, travelling_cards
from tournaments.models import Entry, Person, Round, Tournament

Row = list[Any]
"""An identifier, then the values of the row by field."""


@dataclass(frozen=True, slots=True)
class StatePart:
    """Some rows of a state, as they are sent."""

    text: str
    """Canonical JSON of the list of rows."""
    numbers: Mapping[str, int]
    """Number here of each row, by identifier; empty for people and deals."""

    @property
    def digest(self) -> str:
        return digest_of(self.text)


def digest_of(text: str) -> str:
    """Return the digest of the text of a part."""
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def known_fields() -> str:
    """Return a digest of the names of all values that this version stores. An update may change it."""
    names = {kind.name: kind.field_names for kind in KINDS}
    return digest_of(canonical([names, PERSON_FIELDS, PRIVATE_PERSON_FIELDS]))


def row_digest(kind: RowKind, values: Mapping[str, Any]) -> str:
    """Return the digest of a received row, another one for a version that stores other values of it."""
    return digest_of(canonical([kind.field_names, values]))[:32]


def canonical(value: Any) -> str:
    """Return the text of a value as JSON, always the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


class Wires:
    """The identifiers of the rows of an event and of its people, for its writer. One query."""

    def __init__(self, event: SharedEvent, people: Mapping[int, UUID] | None = None) -> None:
        self.people = people or {}
        """Identifier of each person, by number."""
        self._origin = event.origin
        rows = SharedRow.objects.filter(event=event).values_list("kind", "row", "wire")
        self._received = {(kind, row): wire for kind, row, wire in rows}

    def of(self, model: type[Model], number: int) -> str:
        """Return the identifier of a row: the one with which it came, or one of this origin."""
        name = str(model._meta.object_name)
        return self._received.get((name, number)) or f"{self._origin}.{number}"


@dataclass(frozen=True, slots=True)
class EventState:
    """The state of an event, read at one time."""

    parts: dict[str, StatePart]
    """Parts that the other end may hold, by name. Only public deals are in them."""
    wires: Wires


def load_state(event: SharedEvent) -> EventState:
    """Return the state of an event. `name_people` comes before it.

    One query for each kind of row, two for the people, two for each session with deals.
    """
    tournament = Tournament.objects.get(pk=event.tournament_id)
    rows = {kind: list(kind.rows_of(tournament)) for kind in KINDS}
    wires = Wires(event, _known_people(_people_in(rows)))
    parts: dict[str, StatePart] = {}
    for kind in KINDS:
        # a kind without rows is a part, too: it tells that there are none any more
        by_part: dict[str, list[tuple[Row, int]]] = {} if kind.round else {kind.name: []}
        for row in rows[kind]:
            part = f"{kind.name}/{wires.of(Round, kind.round_of(row))}" if kind.round else kind.name
            by_part.setdefault(part, []).append(
                ([wires.of(kind.model, row.pk), _values(kind, row, wires)], row.pk)
            )
        parts |= {name: _part(numbered) for name, numbered in by_part.items()}
    parts[PEOPLE] = _part_of_people(wires)
    parts[SHOWN_DEALS] = StatePart(canonical(deal_rows(wires, tournament, machine=None)), {})
    return EventState(parts, wires)


def name_people(event: SharedEvent) -> None:
    """Make the identifiers that people of an event lack. A few queries."""
    tournament = event.tournament
    rows = {kind: list(kind.rows_of(tournament)) for kind in KINDS if _people_fields(kind)}
    numbers = _people_in(rows)
    missing = sorted(numbers - _known_people(numbers).keys())
    SharedPerson.objects.bulk_create(
        SharedPerson(club_id=tournament.club_id, person_id=number) for number in missing
    )


def deal_rows(wires: Wires, tournament: Tournament, *, machine: Machine | None) -> list[Row]:
    """Return the deals of an event: `[identifier of the set, {seed, deals}]`.

    Args:
        machine: `Machine.TRAVELLING` for all deals and the seed, None for what is public.
    """
    rows = []
    for session in tournament.sessions.select_related("deal_set").order_by("number"):
        if session.deal_set is not None:
            seed, deals = travelling_cards(session, machine=machine)
            rows.append([wires.of(DealSet, session.deal_set.pk), {"seed": seed, "deals": deals}])
    return rows


def _people_in(rows: Mapping[RowKind, list[Any]]) -> set[int]:
    people = {getattr(row, name) for kind in rows for name in _people_fields(kind) for row in rows[kind]}
    return people - {None}


def _people_fields(kind: RowKind) -> list[str]:
    return [
        field.attname
        for field in kind.fields
        if isinstance(field, ForeignKey) and field.related_model is Person
    ]


def _known_people(numbers: set[int]) -> dict[int, UUID]:
    # the first identifier of each person
    rows = SharedPerson.objects.filter(person__in=numbers).order_by("-pk")
    return dict(rows.values_list("person", "wire"))


def _part(rows: list[tuple[Row, int]]) -> StatePart:
    # by identifier: the order of the numbers differs between installations
    rows.sort(key=lambda row: row[0][0])
    return StatePart(canonical([row for row, _number in rows]), {row[0]: number for row, number in rows})


def _part_of_people(wires: Wires) -> StatePart:
    rows = [
        [str(wires.people[person.pk]), person_values(person, PERSON_FIELDS)]
        # in the order of the register, by which namesakes are numbered
        for person in Person.everybody.filter(pk__in=wires.people).order_by("pk")
    ]
    return StatePart(canonical(rows), {})


def person_values(person: Person, names: Iterable[str]) -> dict[str, Any]:
    """Return fields of a person as JSON. No query."""
    return {name: value_to_json(column_of(Person, name), person) for name in names}


def _values(kind: RowKind, row: Model, wires: Wires) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in kind.fields:
        value = value_to_json(field, row)
        if isinstance(field, ForeignKey) and value is not None:
            is_person = field.related_model is Person
            value = str(wires.people[value]) if is_person else wires.of(field.related_model, value)
        values[field.name] = value
    for name in kind.lists:
        values[name] = sorted(wires.of(type(each), each.pk) for each in getattr(row, name).all())
    if isinstance(row, Tournament):
        values["options"] = with_bonuses(values["options"], lambda number: wires.of(Entry, number))
        values["slug"] = row.slug
    return values


def with_bonuses(options: Any, replace: Callable[[Any], Any]) -> Any:
    """Return the options of a tournament with the two entries of each bonus replaced."""
    if not isinstance(options, dict) or "bonuses" not in options:
        return options
    bonuses = [
        bonus | {"entry": replace(bonus["entry"]), "against": replace(bonus["against"])}
        for bonus in options["bonuses"]
    ]
    return options | {"bonuses": bonuses}
