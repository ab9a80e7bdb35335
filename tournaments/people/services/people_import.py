"""A list of players from a file: first what it would change, then the change itself."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import Conflict
from tournaments.base.services.public_pages import NAMING_FIELDS, follow_names
from tournaments.base.words.wording import COLUMN_NAMES, sentence
from tournaments.core.exchange.player_row import COLUMNS, NO, YES, LineProblem, PlayerRow
from tournaments.models import Club, Person
from tournaments.models.people import PRIVATE_FIELDS
from tournaments.people.services.namesakes import number_namesakes
from tournaments.trace.services.trace import record_event

PERSON_FIELDS = {name: column.field for name, column in COLUMNS.items()}
"""Columns of a file → fields of `Person`."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of one person that a line would change; `field` is the column's name."""

    field: str
    before: str
    after: str

    @property
    def title(self) -> str:
        """The column's name."""
        return str(COLUMN_NAMES[self.field])


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """What a line of the file would do; a line without changes leaves its person as he is."""

    row: PlayerRow
    person: Person | None
    """None for somebody to add."""
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What a file would do to a register, line by line."""

    lines: tuple[PlannedLine, ...]
    problems: tuple[LineProblem, ...]
    """Lines that the register cannot tell apart: `name_ambiguous`, `person_twice`."""

    @property
    def added(self) -> list[PlannedLine]:
        return [line for line in self.lines if line.person is None]

    @property
    def updated(self) -> list[PlannedLine]:
        return [line for line in self.lines if line.person is not None and line.changes]

    @property
    def unchanged(self) -> list[PlannedLine]:
        return [line for line in self.lines if line.person is not None and not line.changes]

    @property
    def digest(self) -> str:
        """Stands for everything that the plan would write."""
        told = [(line.person.pk if line.person else 0, line.changes, line.row) for line in self.lines]
        return hashlib.sha256(repr(told).encode()).hexdigest()


def plan_import(*, club: Club, rows: Iterable[PlayerRow]) -> ImportPlan:
    """What importing `rows` would do; nothing is written. One query.

    A line is the person of its federation number, or else the only person of that name whose number does not
    say otherwise; of several, the one who is just as the line says. Letters are compared without accents or
    case. A blank cell leaves what the register says, and so does a name that differs in accents or case only:
    lists in capitals must not spoil the register.
    """
    register = Register(Person.objects.filter(club=club))
    lines: list[PlannedLine] = []
    problems: list[LineProblem] = []
    met: dict[int, int] = {}
    for row in rows:
        found = register.find(row)
        if len(found) > 1:
            found = [person for person in found if row_of(person) == row][:1] or found
        if len(found) > 1:
            told = {"count": len(found)}
            problems.append(LineProblem(row.line, "last_name", "name_ambiguous", told, row.full_name))
        elif found and found[0].pk in met:
            told = {"first_line": met[found[0].pk]}
            problems.append(LineProblem(row.line, "", "person_twice", told, row.full_name))
        else:
            person = found[0] if found else None
            if person is not None:
                met[person.pk] = row.line
            lines.append(PlannedLine(row, person, _changes(row, person)))
    return ImportPlan(tuple(lines), tuple(problems))


@dataclass(frozen=True, slots=True)
class ToldProblem:
    """A line that cannot be taken, in words."""

    line: int
    """Of the file, from 1; 0 for the file as a whole."""
    name: str
    """Who the line is about, as far as it says."""
    column: str
    """Name of the column at fault, "" when it is the whole line."""
    why: str
    """What is wrong and what to do."""


def tell_problem(problem: LineProblem) -> ToldProblem:
    """A problem of a file in the language of the moment."""
    column = str(COLUMN_NAMES[problem.column]) if problem.column else ""
    return ToldProblem(problem.line, problem.name, column, sentence(problem.code, problem.values))


def waiting_import_key(club: Club) -> str:
    """Return the key of a session under which the rows of a file wait for their confirmation."""
    return f"players-file-{club.pk}"


@transaction.atomic
def import_people(
    *, club: Club, rows: Sequence[PlayerRow], seen_digest: str, imported_by: User | None
) -> ImportPlan:
    """Write what the plan of `rows` says, all or nothing; returns the plan carried out.

    Args:
        seen_digest: digest of the plan that the person agreed to.

    Raises:
        Conflict: the register has changed since, so that the plan is another (`register_changed`).
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    plan = plan_import(club=club, rows=rows)
    if plan.digest != seen_digest:
        raise Conflict(
            "register_changed",
            _("Le registre a changé entre-temps : vérifiez de nouveau avant de confirmer."),
        )
    added = Person.objects.bulk_create(_person(club, line) for line in plan.added)
    for line in plan.updated:
        _update(line)
    renamed = [line.person.pk for line in plan.updated if line.person and _changes_name(line)]
    if renamed:
        follow_names(Person.objects.filter(pk__in=renamed))
    number_namesakes(club.pk)
    record_event(
        club=club,
        actor=imported_by,
        action="people.imported",
        subject=str(len(plan.lines)),
        before={"changed": [_trace(line, "before") for line in plan.updated]},
        after={
            "added": [
                {"person": str(person.pk)} | _trace(line, "after")
                for person, line in zip(added, plan.added, strict=True)
            ],
            "changed": [_trace(line, "after") for line in plan.updated],
        },
    )
    return plan


def row_of(person: Person) -> PlayerRow:
    """Somebody of the register as a line of a file."""
    texts: dict[str, Any] = {
        column: _text_of(getattr(person, field)) for column, field in PERSON_FIELDS.items()
    }
    return PlayerRow(**texts)


def _text_of(value: object) -> str:
    """A field of somebody as a file writes it."""
    if isinstance(value, bool):
        return YES if value else NO
    return str(value or "")


def _value_of(text: str, column: str) -> object:
    """What a cell that is not blank puts into the register."""
    return text == YES if column == "consent" else text


class Register:
    """The club's people by federation number and by name."""

    def __init__(self, people: Iterable[Person]) -> None:
        self._by_number: dict[str, Person] = {}
        self._by_name: dict[tuple[str, str], list[Person]] = {}
        for person in people:
            if person.federation_number:
                self._by_number[person.federation_number.casefold()] = person
            self._by_name.setdefault(row_of(person).name_key, []).append(person)

    def find(self, row: PlayerRow) -> list[Person]:
        """Who the line may be: nobody, one person, or several of the same name."""
        if row.number.casefold() in self._by_number:
            return [self._by_number[row.number.casefold()]]
        same_name = self._by_name.get(row.name_key, [])
        return [person for person in same_name if not (row.number and person.federation_number)]


def _changes(row: PlayerRow, person: Person | None) -> tuple[FieldChange, ...]:
    if person is None:
        return ()
    known = row_of(person)
    names = ("last_name", "first_name") if row.name_key == known.name_key else ()
    return tuple(
        FieldChange(column, before, after)
        for column in PERSON_FIELDS
        if column not in names
        and (after := getattr(row, column))
        and after != (before := getattr(known, column))
    )


def _person(club: Club, line: PlannedLine) -> Person:
    written = {column: text for column in PERSON_FIELDS if (text := getattr(line.row, column))}
    values = {PERSON_FIELDS[column]: _value_of(text, column) for column, text in written.items()}
    return Person(club=club, **values)


def _changes_name(line: PlannedLine) -> bool:
    """Whether the person is perhaps named otherwise in public."""
    return any(PERSON_FIELDS[change.field] in NAMING_FIELDS for change in line.changes)


def _update(line: PlannedLine) -> None:
    assert line.person is not None
    fields = {PERSON_FIELDS[change.field]: _value_of(change.after, change.field) for change in line.changes}
    for field, value in fields.items():
        setattr(line.person, field, value)
    line.person.save(update_fields=[*fields, "search_key", "sort_key"])


def _trace(line: PlannedLine, moment: str) -> dict[str, str]:
    if line.person is None:
        told = {column: value for column in PERSON_FIELDS if (value := getattr(line.row, column))}
        return {column: _kept_back(column, value) for column, value in told.items()}
    return {"person": str(line.person.pk)} | {
        change.field: _kept_back(change.field, getattr(change, moment)) for change in line.changes
    }


def _kept_back(column: str, value: str) -> str:
    return "…" if PERSON_FIELDS[column] in PRIVATE_FIELDS else value
