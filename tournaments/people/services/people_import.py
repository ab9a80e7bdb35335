"""A list of players from a file: first what it would change, then the change itself."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import Conflict
from tournaments.base.services.public_pages import NAMING_FIELDS
from tournaments.base.words.wording import COLUMN_NAMES, sentence
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.exchange.full_names import is_part
from tournaments.core.exchange.player_row import COLUMNS, NO, YES, LineProblem, PlayerRow, number_key
from tournaments.models import ChangedPerson, Club, Person, RegisterChange
from tournaments.models.people import PRIVATE_FIELDS
from tournaments.people.services.identity import PersonMatch, Register
from tournaments.people.services.register_changes import (
    drop_old_changes,
    follow_changes,
    plain_fields,
)
from tournaments.trace.services.trace import record_event

PERSON_FIELDS = {name: column.field for name, column in COLUMNS.items()}
"""Columns of a file → fields of `Person`."""
NEW, BOTH = "new", "both"
"""Answers to a question about a line, beside the number of a person of the register: a person to add, and
another person than the line before that says the same."""


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
    """What a line of the file would do; a line without changes leaves its person as they are."""

    row: PlayerRow
    person: Person | None
    """None for a person to add."""
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What a file would do to a register, line by line."""

    lines: tuple[PlannedLine, ...]
    problems: tuple[LineProblem, ...]
    """Lines whose person is a question: `number_of_other`, `name_ambiguous`, `person_twice`."""
    candidates: Mapping[int, tuple[Person, ...]]
    """Whom the line of a question may mean."""
    change: RegisterChange | None = None
    """What was written, once it is carried out."""
    keys: Mapping[int, int] = field(default_factory=dict)
    """Number in the register of the person of each line, once it is carried out."""

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


def plan_import(
    *,
    club: Club,
    rows: Iterable[PlayerRow],
    answers: Mapping[int, str] | None = None,
    met: Mapping[int, int] | None = None,
    register: Register | None = None,
) -> ImportPlan:
    """Return what importing `rows` would do; nothing is written. One query, none with a register at hand.

    `Register.find` says whom a line means; where it leaves a question, the answer to it, without which
    the line is not taken. A blank cell leaves what the register says, and so does a name or a number that
    differs in
    accents, case, zeros or by an abbreviation only: lists in capitals must not spoil the register.

    Args:
        answers: by line, the number of a person of the register, `NEW` or `BOTH`.
        met: by number in the register, the line of the same file that was taken for the person before.
    """
    register = register or load_register(club)
    planning = _Planning(register, answers or {}, met or {})
    for row in rows:
        planning.plan(row)
    return ImportPlan(tuple(planning.lines), tuple(planning.problems), planning.candidates)


def load_register(club: Club) -> Register:
    """Return the people of a club, to be found. One query."""
    return Register(Person.objects.filter(club=club))


class _Planning:
    """The lines of a list that were planned so far."""

    def __init__(self, register: Register, answers: Mapping[int, str], met: Mapping[int, int]) -> None:
        self._register = register
        self._answers = answers
        self._met = dict(met)
        self._numbers: dict[str, int] = {}
        self.lines: list[PlannedLine] = []
        self.problems: list[LineProblem] = []
        self.candidates: dict[int, tuple[Person, ...]] = {}

    def plan(self, row: PlayerRow) -> None:
        """Plan one more line, or ask about it."""
        match = self._match(row)
        answer = self._answers.get(row.line, "")
        if answer == BOTH:
            match = PersonMatch(
                tuple(person for person in match.people if person.pk not in self._met), match.holder
            )
        chosen = next((person for person in match.candidates if str(person.pk) == answer), None)
        if chosen is not None or answer == NEW or (answer == BOTH and not match.candidates):
            if match.holder not in (None, chosen):
                row = replace(row, number="")
            self._take(row, chosen)
        elif match.holder is not None:
            told = {"number": row.number, "holder": str(match.holder), "written": row.full_name}
            self._ask(row, "number", "number_of_other", told, match.candidates)
        elif len(match.people) > 1:
            self._ask(row, "last_name", "name_ambiguous", {"count": len(match.people)}, match.people)
        else:
            self._take(row, match.people[0] if match.people else None)

    def _match(self, row: PlayerRow) -> PersonMatch:
        match = self._register.find(row, may_be_married=True)
        if match.holder is None and len(match.people) > 1:
            same = [person for person in match.people if row_of(person) == row]
            return PersonMatch(tuple(same[:1])) if same else match
        return match

    def _take(self, row: PlayerRow, person: Person | None) -> None:
        first_line = self._met.get(person.pk) if person else self._numbers.get(number_key(row.number))
        if first_line is not None:
            told = {"first_line": first_line}
            self._ask(row, "", "person_twice" if person else "number_twice", told, ())
            return
        if person is not None:
            self._met[person.pk] = row.line
        elif row.number:
            self._numbers[number_key(row.number)] = row.line
        self.lines.append(PlannedLine(row, person, _changes(row, person)))

    def _ask(
        self, row: PlayerRow, column: str, code: str, told: Mapping[str, object], people: tuple[Person, ...]
    ) -> None:
        self.problems.append(LineProblem(row.line, column, code, told, row.full_name))
        self.candidates[row.line] = people


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
    return f"players-list-{club.pk}"


@transaction.atomic
def import_people(
    *,
    club: Club,
    rows: Sequence[PlayerRow],
    seen_digest: str,
    imported_by: User | None,
    answers: Mapping[int, str] | None = None,
    met: Mapping[int, int] | None = None,
    file_name: str = "",
) -> ImportPlan:
    """Write what the plan of `rows` says, all or nothing, to be undone; returns the plan carried out.

    Args:
        seen_digest: digest of the plan that the person agreed to.
        answers, met: as for `plan_import`.

    Raises:
        Conflict: the register has changed since, so that the plan is another (`register_changed`).
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    plan = plan_import(club=club, rows=rows, answers=answers, met=met)
    if plan.digest != seen_digest:
        raise Conflict(
            "register_changed",
            _("Le registre a changé entre-temps : vérifiez de nouveau avant de confirmer."),
        )
    change = RegisterChange.objects.create(
        club=club, kind=RegisterChange.Kind.IMPORT, name=file_name[:100], made_by=imported_by
    )
    added = Person.objects.bulk_create(Person(club=club, **_values(line)) for line in plan.added)
    parts = [
        ChangedPerson(
            change=change, person_key=person.pk, after=plain_fields(person, Person.register_fields())
        )
        for person in added
    ]
    renamed, former_names = [], []
    for line in plan.updated:
        assert line.person is not None
        values, former_name = _values(line), line.person.last_name
        before = plain_fields(line.person, values)
        for name, value in values.items():
            setattr(line.person, name, value)
        line.person.save(update_fields=[*values, "search_key", "sort_key"])
        after = plain_fields(line.person, values)
        parts.append(ChangedPerson(change=change, person_key=line.person.pk, before=before, after=after))
        if NAMING_FIELDS & values.keys():
            renamed.append(line.person.pk)
            former_names.append(former_name)
    ChangedPerson.objects.bulk_create(parts)
    follow_changes(club, renamed, former_names)
    record_event(
        club=club,
        actor=imported_by,
        action="people.imported",
        subject=str(len(plan.lines)),
        before={"changed": [_trace(line, "before") for line in plan.updated]},
        after={
            "added": [
                {"person": str(person.pk), **_trace(line, "after")}
                for person, line in zip(added, plan.added, strict=True)
            ],
            "changed": [_trace(line, "after") for line in plan.updated],
        },
    )
    drop_old_changes(club)
    keys = {line.row.line: line.person.pk for line in plan.lines if line.person} | {
        line.row.line: person.pk for person, line in zip(added, plan.added, strict=True)
    }
    return replace(plan, change=change, keys=keys)


def row_of(person: Person) -> PlayerRow:
    """Return a person of the register as a line of a file."""
    texts: dict[str, Any] = {
        column: str(getattr(person, name) or "")
        for column, name in PERSON_FIELDS.items()
        if column != "consent"
    }
    consent = YES if person.shows_full_name else NO if person.refuses_full_name else ""
    return PlayerRow(**texts, consent=consent)


def _values_of(column: str, text: str) -> dict[str, object]:
    """What a cell that is not blank puts into the register."""
    if column == "consent":
        return {"shows_full_name": text == YES, "refuses_full_name": text == NO}
    return {PERSON_FIELDS[column]: text}


def _changes(row: PlayerRow, person: Person | None) -> tuple[FieldChange, ...]:
    if person is None:
        return ()
    known = row_of(person)
    is_swapped = simple_word(row.last_name) == simple_word(known.first_name) and simple_word(
        row.first_name
    ) == simple_word(known.last_name)
    return tuple(
        FieldChange(column, before, after)
        for column in PERSON_FIELDS
        if (after := getattr(row, column))
        and after != (before := getattr(known, column))
        and not (is_swapped and column in ("last_name", "first_name"))
        and not _says_less(column, after, before)
    )


def _says_less(column: str, after: str, before: str) -> bool:
    """True for a spelling that says no more than the register: capitals, an initial, dropped zeros."""
    if column == "number":
        return bool(before) and number_key(after) == number_key(before)
    if column in ("last_name", "first_name"):
        return simple_word(after) == simple_word(before) or is_part(
            after, before, initials=column != "last_name"
        )
    return False


def _values(line: PlannedLine) -> dict[str, object]:
    """Fields to which a line gives a value: those it changes, or all that it has of a new person."""
    if line.person is None:
        written = {column: text for column in PERSON_FIELDS if (text := getattr(line.row, column))}
    else:
        written = {change.field: change.after for change in line.changes}
    return {
        name: value for column, text in written.items() for name, value in _values_of(column, text).items()
    }


def _trace(line: PlannedLine, moment: str) -> dict[str, str]:
    if line.person is None:
        told = {column: value for column in PERSON_FIELDS if (value := getattr(line.row, column))}
        return {column: _kept_back(column, value) for column, value in told.items()}
    return {"person": str(line.person.pk)} | {
        change.field: _kept_back(change.field, getattr(change, moment)) for change in line.changes
    }


def _kept_back(column: str, value: str) -> str:
    return "…" if PERSON_FIELDS[column] in PRIVATE_FIELDS else value
