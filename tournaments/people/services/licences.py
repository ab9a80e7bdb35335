"""The list of licensees that a club keeps beside its register: load, compare, search, update, delete."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.exchange.player_row import COLUMNS, PlayerRow, number_key
from tournaments.core.exchange.searching import search_words
from tournaments.models import Club, LicenceList, Licensee, Person
from tournaments.people.queries.licences import LICENCE_COLUMNS, licensee_row
from tournaments.people.queries.people import matching_words
from tournaments.people.services.identity import Register
from tournaments.people.services.people_import import (
    ImportPlan,
    PlannedLine,
    import_people,
    plan_import,
)
from tournaments.trace.services.trace import record_event

BATCH = 500
"""Rows of one insertion."""


@dataclass(frozen=True, slots=True)
class LicenceComparison:
    """A club's list of licensees beside its register."""

    plan: ImportPlan
    """Changes of the register's people who are in the list, without questions."""
    found: int
    """Number of people of the register who are in the list."""
    questions: tuple[tuple[PlayerRow, Person], ...]
    """Lines that may mean a person of the register, who has another name or number."""
    missing: tuple[Person, ...]
    """People of the register with a licence number who are not in the list, by name."""


@transaction.atomic
def keep_licence_list(
    *, club: Club, rows: Iterable[PlayerRow], name: str, loaded_by: User | None
) -> LicenceList:
    """Store a list of licensees in place of the club's previous one. The register does not change."""
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    LicenceList.objects.filter(club=club).delete()
    licence_list = LicenceList.objects.create(club=club, name=name[:100], loaded_by=loaded_by)
    licensees = [_licensee(licence_list, row) for row in rows]
    Licensee.objects.bulk_create(licensees, batch_size=BATCH)
    record_event(
        club=club,
        actor=loaded_by,
        action="people.licences_loaded",
        subject=licence_list.name,
        after={"count": len(licensees)},
    )
    return licence_list


@transaction.atomic
def delete_licence_list(*, club: Club, deleted_by: User | None) -> None:
    """Delete the club's list of licensees, if there is one."""
    licence_list = LicenceList.objects.filter(club=club).first()
    if licence_list is None:
        return
    record_event(club=club, actor=deleted_by, action="people.licences_deleted", subject=licence_list.name)
    licence_list.delete()


def compare_licences(licence_list: LicenceList) -> LicenceComparison:
    """Return the differences between a list of licensees and the register of its club. Two queries."""
    club = licence_list.club
    people = list(Person.objects.filter(club=club))
    register = Register(people)
    rows = [licensee_row(licensee) for licensee in licence_list.licensees.order_by("line")]
    plan = plan_import(club=club, rows=rows, register=register)
    lines = [line for line in plan.lines if line.person is not None]
    rows_by_line = {row.line: row for row in rows}
    questions = tuple(
        (rows_by_line[line], candidates[0])
        for line, candidates in sorted(plan.candidates.items())
        if candidates
    )
    met_keys = {line.person.pk for line in lines if line.person}
    met_keys.update(person.pk for candidates in plan.candidates.values() for person in candidates)
    missing = tuple(person for person in people if person.federation_number and person.pk not in met_keys)
    return LicenceComparison(
        plan=_plan_of(club, lines, register),
        found=len(lines),
        questions=questions,
        missing=missing,
    )


def update_from_licences(
    *, licence_list: LicenceList, seen_digest: str, updated_by: User | None
) -> ImportPlan:
    """Write the changes of `compare_licences` to the register, as one change that can be undone.

    Args:
        seen_digest: digest of the plan that the user confirmed.

    Raises:
        Conflict: the list or the register has changed since (`register_changed`).
    """
    comparison = compare_licences(licence_list)
    return import_people(
        club=licence_list.club,
        rows=[line.row for line in comparison.plan.lines],
        seen_digest=seen_digest,
        imported_by=updated_by,
        file_name=licence_list.name,
    )


def search_licensees(club: Club, text: str, most: int) -> list[Licensee]:
    """Return licensees who match a search and are not in the register, at most `most`. Two queries."""
    if not search_words(text):
        return []
    licensees = list(matching_words(Licensee.objects.filter(licence_list__club=club), text)[: 2 * most])
    if not licensees:
        return []
    register = Register(Person.objects.filter(_may_be_one_of(licensees), club=club))
    unknown = [licensee for licensee in licensees if not _is_known(licensee, register)]
    return unknown[:most]


def forget_licensees(club: Club, rows: Iterable[PlayerRow]) -> None:
    """Delete the licensees of a club who have one of these names or numbers."""
    names, numbers = set(), set()
    for row in rows:
        names.add(row.name_key)
        numbers.add(number_key(row.number))
    licensees = Licensee.objects.filter(licence_list__club=club)
    keys = []
    for licensee in licensees.iterator(chunk_size=BATCH):
        row = licensee_row(licensee)
        if row.name_key in names or number_key(row.number) in numbers - {""}:
            keys.append(licensee.pk)
    Licensee.objects.filter(pk__in=keys).delete()


def _licensee(licence_list: LicenceList, row: PlayerRow) -> Licensee:
    values = {COLUMNS[column].field: getattr(row, column) for column in LICENCE_COLUMNS}
    # empty texts are no date and no year
    values |= {name: values[name] or None for name in ("licence_until", "birth_year")}
    return Licensee(licence_list=licence_list, line=row.line, **values)


def _plan_of(club: Club, lines: Iterable[PlannedLine], register: Register) -> ImportPlan:
    """Return the plan of the lines that change a person."""
    rows = [line.row for line in lines if line.changes]
    return plan_import(club=club, rows=rows, register=register)


def _is_known(licensee: Licensee, register: Register) -> bool:
    """Return whether the register has the licensee.

    A person with the number and another name is no such person: adding the licensee names them.
    """
    match = register.find(licensee_row(licensee))
    if match.holder is None:
        return bool(match.people)
    return any(not person.federation_number for person in match.people)


def _may_be_one_of(licensees: Iterable[Licensee]) -> Q:
    """Return the condition of people who may be one of these licensees: the same words, or the number."""
    condition = Q()
    for licensee in licensees:
        # the key of a person holds each name and the number as one word, too
        words = map(simple_word, (licensee.last_name, licensee.first_name))
        condition |= reduce(and_, (Q(search_key__contains=f" {word}") for word in words))
        if number := number_key(licensee.federation_number):
            condition |= Q(search_key__contains=number)
    return condition
