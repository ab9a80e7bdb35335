"""Import of a list of players: the plan of its changes, then the changes themselves."""

import datetime
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import Conflict
from tournaments.base.services.public_pages import NAMING_FIELDS
from tournaments.base.words.dates import date_format
from tournaments.base.words.wording import COLUMN_NAMES, sentence
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.exchange.full_names import are_two_first_names, is_part
from tournaments.core.exchange.player_row import COLUMNS, NO, YES, LineProblem, PlayerRow, number_key
from tournaments.core.exchange.players_csv import DAY_FIELDS
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
"""Field of `Person` for each column of a file."""
NEW, BOTH = "new", "both"
"""Answers to the question of a line, beside the id of a person. `NEW` adds a person. `BOTH` takes the line
as a second person with the same name.
"""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of a person that a line would change. `field` is the column's key."""

    field: str
    before: str
    after: str

    @property
    def title(self) -> str:
        """Translated name of the column."""
        return str(COLUMN_NAMES[self.field])

    @property
    def texts(self) -> tuple[str, str]:
        """Both values in words: a day in the reader's language instead of its ISO form."""
        return self._in_words(self.before), self._in_words(self.after)

    def _in_words(self, value: str) -> str:
        is_day = value and self.field in DAY_FIELDS
        return date_format(datetime.date.fromisoformat(value)) if is_day else value


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """The effect of a line. A line without changes leaves its person as they are."""

    row: PlayerRow
    person: Person | None
    """The person of the line; None for a person to add."""
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The effect of a file on a register, line by line."""

    lines: tuple[PlannedLine, ...]
    problems: tuple[LineProblem, ...]
    """Questions about the person of a line: `number_of_other`, `name_ambiguous`, `name_similar`,
    `two_people`, `person_twice`, `number_twice`.
    """
    candidates: Mapping[int, tuple[Person, ...]]
    """The people that the line of a question may mean."""
    missing: tuple[Person, ...] = ()
    """Members of the club whom no line names."""
    returned: tuple[PlannedLine, ...] = ()
    """Lines of former members, without those that give a day of leaving themselves."""
    change: RegisterChange | None = None
    """The stored change, after the import."""
    keys: Mapping[int, int] = field(default_factory=dict)
    """Id of the person of each line, after the import."""

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
        """Hash of all the effects of the plan."""
        effects = [(line.person.pk if line.person else 0, line.changes, line.row) for line in self.lines]
        return hashlib.sha256(repr(effects).encode()).hexdigest()

    @property
    def departures_digest(self) -> str:
        """Hash of the people who leave or come back if the list is that of all members."""
        keys = [person.pk for person in self.missing], [line.row.line for line in self.returned]
        return hashlib.sha256(repr(keys).encode()).hexdigest()


def plan_import(
    *,
    club: Club,
    rows: Iterable[PlayerRow],
    answers: Mapping[int, str] | None = None,
    lines_by_person: Mapping[int, int] | None = None,
    register: Register | None = None,
) -> ImportPlan:
    """Return the plan of an import of `rows`. Nothing is written. One query, or none with `register`.

    `Register.find` returns the people that a line may mean. If it leaves a question, the line needs an
    answer. A blank cell keeps the value of the register. So does a name or number that differs only in
    accents, case, zeros or an abbreviation: a list in capitals must not spoil the register.

    Args:
        answers: id of a person of the register, `NEW` or `BOTH`, by line.
        lines_by_person: line of this file that was taken for a person before, by the id of the person.
    """
    register = register or load_register(club)
    planning = _Planning(register, answers or {}, lines_by_person or {})
    for row in rows:
        planning.plan(row)
    lines = tuple(planning.lines)
    returned = tuple(line for line in lines if line.person and line.person.left_on and not line.row.left_on)
    return ImportPlan(lines, tuple(planning.problems), planning.candidates, planning.find_missing(), returned)


def load_register(club: Club) -> Register:
    """Return the people of a club, indexed. One query."""
    return Register(Person.objects.filter(club=club))


class _Planning:
    """Planner of the lines of a list. It remembers the people and numbers of the previous lines."""

    def __init__(
        self, register: Register, answers: Mapping[int, str], lines_by_person: Mapping[int, int]
    ) -> None:
        self._register = register
        self._answers = answers
        self._lines_by_person = dict(lines_by_person)
        self._numbers: dict[str, int] = {}
        self.lines: list[PlannedLine] = []
        self.problems: list[LineProblem] = []
        self.candidates: dict[int, tuple[Person, ...]] = {}

    def plan(self, row: PlayerRow) -> None:
        """Plan the next line, or add a question about it."""
        labelled_person = self._register.find_labelled(row)
        if labelled_person is not None:
            # the distinction from namesakes is no part of a name
            last_name, first_name = labelled_person.last_name, labelled_person.first_name
            self._take(replace(row, last_name=last_name, first_name=first_name), labelled_person)
            return
        match = self._match(row)
        answer = self._answers.get(row.line, "")
        if answer == BOTH:
            match = PersonMatch(
                # a second person with this name cannot be a person whom another line has taken
                tuple(person for person in match.people if person.pk not in self._lines_by_person),
                match.holder,
                match.similar,
            )
        chosen_person = next((person for person in match.candidates if str(person.pk) == answer), None)
        if chosen_person is not None or answer == NEW or (answer == BOTH and not match.candidates):
            if match.holder not in (None, chosen_person):
                # the number belongs to its holder, whom the answer excludes
                row = replace(row, number="")
            if chosen_person in match.similar:
                # the register keeps its spelling: a note is no part of a name
                row = replace(row, last_name=chosen_person.last_name, first_name=chosen_person.first_name)
            self._take(row, chosen_person)
        elif match.holder is not None:
            values = {"number": row.number, "holder": str(match.holder), "written": row.full_name}
            self._add_question(row, "number", "number_of_other", values, match.candidates)
        elif match.similar:
            values = {"known": str(match.similar[0]), "written": row.full_name}
            self._add_question(row, "last_name", "name_similar", values, match.similar)
        elif len(match.people) > 1:
            self._add_question(row, "last_name", "name_ambiguous", {"count": len(match.people)}, match.people)
        elif not match.people and are_two_first_names(row.first_name):
            self._add_question(row, "first_name", "two_people", {"written": row.first_name}, ())
        else:
            self._take(row, match.people[0] if match.people else None)

    def find_missing(self) -> tuple[Person, ...]:
        """Return the members of the club whom no line so far names."""
        return tuple(
            person
            for person in self._register.people
            if person.left_on is None and person.pk not in self._lines_by_person
        )

    def _match(self, row: PlayerRow) -> PersonMatch:
        match = self._register.find(row, may_be_married=True)
        if match.holder is None and len(match.people) > 1:
            identical_people = [person for person in match.people if row_of(person) == row]
            # an unchanged export of the register raises no question about namesakes
            return PersonMatch(tuple(identical_people[:1])) if identical_people else match
        return match

    def _take(self, row: PlayerRow, person: Person | None) -> None:
        # new people have no id yet: two lines with one new number are one person
        first_line = (
            self._lines_by_person.get(person.pk) if person else self._numbers.get(number_key(row.number))
        )
        if first_line is not None:
            values = {"first_line": first_line}
            self._add_question(row, "", "person_twice" if person else "number_twice", values, ())
            return
        if person is not None:
            self._lines_by_person[person.pk] = row.line
        elif row.number:
            self._numbers[number_key(row.number)] = row.line
        self.lines.append(PlannedLine(row, person, _changes(row, person)))

    def _add_question(
        self, row: PlayerRow, column: str, code: str, values: Mapping[str, object], people: tuple[Person, ...]
    ) -> None:
        self.problems.append(LineProblem(row.line, column, code, values, row.full_name))
        self.candidates[row.line] = people


@dataclass(frozen=True, slots=True)
class ToldProblem:
    """A problem of a line, in words."""

    line: int
    """Line of the file, from 1; 0 for the file as a whole."""
    name: str
    """Name of the person of the line, as far as the line has it."""
    column: str
    """Name of the faulty column; "" for the whole line."""
    why: str
    """The problem and its remedy."""


def describe_problem(problem: LineProblem) -> ToldProblem:
    """Return a problem of a file as a text in the current language."""
    column = str(COLUMN_NAMES[problem.column]) if problem.column else ""
    return ToldProblem(problem.line, problem.name, column, sentence(problem.code, problem.values))


def waiting_import_key(club: Club) -> str:
    """Return the session key of the draft list of a club."""
    return f"players-list-{club.pk}"


@transaction.atomic
def import_people(
    *,
    club: Club,
    rows: Sequence[PlayerRow],
    seen_digest: str,
    imported_by: User | None,
    answers: Mapping[int, str] | None = None,
    lines_by_person: Mapping[int, int] | None = None,
    seen_departures: str | None = None,
    file_name: str = "",
) -> ImportPlan:
    """Carry out the plan of `rows` as one change that can be undone. Return the plan with this change.

    Args:
        seen_digest: digest of the plan that the user confirmed.
        answers, lines_by_person: as for `plan_import`.
        seen_departures: the plan's `departures_digest` if the list is that of all members: members who are
            missing have left the club today, and former ones on it are back.

    Raises:
        Conflict: the register has changed since, so that the plan differs (`register_changed`).
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    plan = plan_import(club=club, rows=rows, answers=answers, lines_by_person=lines_by_person)
    if plan.digest != seen_digest or seen_departures not in (None, plan.departures_digest):
        raise Conflict(
            "register_changed",
            _("Le registre a changé entre-temps : vérifiez de nouveau avant de confirmer."),
        )
    change = RegisterChange.objects.create(
        club=club, kind=RegisterChange.Kind.IMPORT, name=file_name[:100], made_by=imported_by
    )
    new_people = Person.objects.bulk_create(Person(club=club, **_values(line)) for line in plan.added)
    parts = [
        ChangedPerson(
            change=change, person_key=person.pk, after=plain_fields(person, Person.register_fields())
        )
        for person in new_people
    ]
    is_complete = seen_departures is not None
    returned_lines = {line.row.line for line in plan.returned} if is_complete else set()
    missing = plan.missing if is_complete else ()
    renamed_keys, former_names = [], []
    for line in plan.lines:
        is_back = line.row.line in returned_lines
        if line.person is None or not (line.changes or is_back):
            continue
        values, former_name = _values(line), line.person.last_name
        if is_back:
            values["left_on"] = None
        previous_fields = plain_fields(line.person, values)
        for name, value in values.items():
            setattr(line.person, name, value)
        # both keys are computed from the names in `save`
        line.person.save(update_fields=[*values, "search_key", "sort_key"])
        new_fields = plain_fields(line.person, values)
        parts.append(
            ChangedPerson(change=change, person_key=line.person.pk, before=previous_fields, after=new_fields)
        )
        if NAMING_FIELDS & values.keys():
            renamed_keys.append(line.person.pk)
            former_names.append(former_name)
    parts += _leave(change, missing)
    ChangedPerson.objects.bulk_create(parts)
    follow_changes(club, renamed_keys, former_names)
    record_event(
        club=club,
        actor=imported_by,
        action="people.imported",
        subject=str(len(plan.lines)),
        before={"changed": [_trace(line, "before") for line in plan.updated]},
        after={
            "added": [
                {"person": str(person.pk), **_trace(line, "after")}
                for person, line in zip(new_people, plan.added, strict=True)
            ],
            "changed": [_trace(line, "after") for line in plan.updated],
            **(_trace_departures(plan) if is_complete else {}),
        },
    )
    drop_old_changes(club)
    keys = {line.row.line: line.person.pk for line in plan.lines if line.person} | {
        line.row.line: person.pk for person, line in zip(new_people, plan.added, strict=True)
    }
    return replace(plan, change=change, keys=keys)


def _leave(change: RegisterChange, missing: Sequence[Person]) -> list[ChangedPerson]:
    """Note that people left the club today. Return their parts of the change, not stored."""
    today = timezone.localdate()
    Person.objects.filter(pk__in=[person.pk for person in missing]).update(left_on=today)
    fields = {"before": {"left_on": None}, "after": {"left_on": today.isoformat()}}
    return [ChangedPerson(change=change, person_key=person.pk, **fields) for person in missing]


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
    """Return the fields of the register that a filled cell sets."""
    if column == "consent":
        return {"shows_full_name": text == YES, "refuses_full_name": text == NO}
    return {PERSON_FIELDS[column]: text}


def _changes(row: PlayerRow, person: Person | None) -> tuple[FieldChange, ...]:
    if person is None:
        return ()
    current_row = row_of(person)
    # a list with both names in the wrong columns changes nothing
    is_swapped = simple_word(row.last_name) == simple_word(current_row.first_name) and simple_word(
        row.first_name
    ) == simple_word(current_row.last_name)
    return tuple(
        FieldChange(column, old_text, new_text)
        for column in PERSON_FIELDS
        if (new_text := getattr(row, column))
        and new_text != (old_text := getattr(current_row, column))
        and not (is_swapped and column in ("last_name", "first_name"))
        and not _is_shorter_spelling(column, new_text, old_text)
    )


def _is_shorter_spelling(column: str, new_text: str, old_text: str) -> bool:
    """Return whether a text only repeats the register in capitals, with an initial or without zeros."""
    if column == "number":
        return bool(old_text) and number_key(new_text) == number_key(old_text)
    if column in ("last_name", "first_name"):
        return simple_word(new_text) == simple_word(old_text) or is_part(
            new_text, old_text, initials=column != "last_name"
        )
    return False


def _values(line: PlannedLine) -> dict[str, object]:
    """Return the fields that a line sets: its changes, or all filled cells for a new person."""
    if line.person is None:
        texts = {column: text for column in PERSON_FIELDS if (text := getattr(line.row, column))}
    else:
        texts = {change.field: change.after for change in line.changes}
    return {name: value for column, text in texts.items() for name, value in _values_of(column, text).items()}


def _trace(line: PlannedLine, side: str) -> dict[str, str]:
    if line.person is None:
        texts = {column: value for column in PERSON_FIELDS if (value := getattr(line.row, column))}
        return {column: _trace_text(column, value) for column, value in texts.items()}
    return {"person": str(line.person.pk)} | {
        change.field: _trace_text(change.field, getattr(change, side)) for change in line.changes
    }


def _trace_departures(plan: ImportPlan) -> dict[str, list[str]]:
    returned = [str(line.person.pk) for line in plan.returned if line.person]
    return {"left": [str(person.pk) for person in plan.missing], "returned": returned}


def _trace_text(column: str, value: str) -> str:
    return "…" if PERSON_FIELDS[column] in PRIVATE_FIELDS else value
