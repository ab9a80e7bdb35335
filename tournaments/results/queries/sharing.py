"""Sheets shared out among typists and checkers: whose sheet is which, open questions, counts by person."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from accounts.models import User
from tournaments.enums import SheetTask
from tournaments.models import Session, SheetQuestion, SheetShare
from tournaments.results.queries.checking import CheckedSheet, SheetName, SheetState, list_sheets


class SheetList(StrEnum):
    """A list of sheets on the page of the shares. The values are in its address."""

    MINE = "miennes"
    """Sheets that the user took, or typed."""
    CHECKED = "controlees"
    """Sheets whose latest check is the user's."""
    QUESTIONS = "questions"
    """Sheets with an open question."""
    FREE = "libres"
    """Sheets that are not complete and that no person took."""
    ALL = "toutes"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedSheet:
    """A sheet with the people who took it and its questions."""

    sheet: CheckedSheet
    typist: SheetShare | None
    """Share of the person who types it."""
    checker: SheetShare | None
    """Share of the person who checks it."""
    questions: tuple[SheetQuestion, ...]
    """Questions without an answer, the oldest first."""

    @property
    def name(self) -> SheetName:
        return self.sheet.name

    @property
    def is_complete(self) -> bool:
        return self.sheet.entered == self.sheet.expected

    def is_in(self, sheet_list: SheetList, user: User) -> bool:
        """Return whether the sheet stands in a list of a user."""
        match sheet_list:
            case SheetList.MINE:
                shares = (self.typist, self.checker)
                is_taken = any(share is not None and share.holder_id == user.pk for share in shares)
                return is_taken or user.pk in self.sheet.author_ids
            case SheetList.CHECKED:
                check = self.sheet.check
                return check is not None and check.checked_by_id == user.pk
            case SheetList.QUESTIONS:
                return bool(self.questions)
            case SheetList.FREE:
                return self.typist is None and not self.is_complete
            case SheetList.ALL:
                return True


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCount:
    """Number of sheets of one person."""

    person: User
    typed: int
    """Sheets on which the person typed a result that counts."""
    checked: int
    """Sheets whose latest check is the person's."""
    to_type: int
    """Sheets that the person took to type and that are not complete."""
    to_check: int
    """Complete sheets that the person took to check and that wait for a check."""


def list_shared_sheets(session: Session) -> list[SharedSheet]:
    """Return every sheet of a session with its shares and open questions. Five queries."""
    shares = SheetShares(session)
    questions: dict[SheetName, list[SheetQuestion]] = {}
    for question in open_questions(session):
        questions.setdefault(question_sheet(question), []).append(question)
    return [
        SharedSheet(
            sheet=sheet,
            typist=shares.find(sheet.name, SheetTask.ENTER),
            checker=shares.find(sheet.name, SheetTask.CHECK),
            questions=tuple(questions.get(sheet.name, ())),
        )
        for sheet in list_sheets(session)
    ]


class SheetShares:
    """The shares of a session. They decide whose sheet is which."""

    def __init__(self, session: Session) -> None:
        """Load the shares. One query."""
        rows = SheetShare.objects.filter(session=session).select_related("holder").order_by("pk")
        self._singles: dict[tuple[str, int | None, int], SheetShare] = {}
        self._ranges: list[SheetShare] = []
        for share in rows:
            if share.first_number == share.last_number:
                self._singles[share.task, share.round_number, share.first_number] = share
            else:
                self._ranges.append(share)

    @property
    def are_any(self) -> bool:
        """True if somebody has taken a sheet of the session. No query."""
        return bool(self._singles or self._ranges)

    def find(self, name: SheetName, task: SheetTask) -> SheetShare | None:
        """Return the share of a sheet, None if no person took it. No query.

        A single sheet counts before a range, so that it may be taken out of one. Of two ranges the one of
        the round counts, then the later one.
        """
        number = name.board or name.table_number or 0
        for round_number in dict.fromkeys((name.round_number, None)):
            single = self._singles.get((task, round_number, number))
            if single is not None:
                return single
        ranges = [
            share
            for share in self._ranges
            if share.task == task
            and share.first_number <= number <= share.last_number
            and share.round_number in (None, name.round_number)
        ]
        return max(ranges, key=lambda share: (share.round_number is not None, share.pk), default=None)


def open_questions(session: Session) -> QuerySet[SheetQuestion]:
    """Return the questions of a session without an answer, the oldest first. One query."""
    return SheetQuestion.objects.filter(session=session, answered_at=None).select_related("asked_by")


def questions_on(session: Session, name: SheetName) -> list[SheetQuestion]:
    """Return all questions on a sheet, the oldest first. One query."""
    rows = SheetQuestion.objects.filter(
        session=session, board=name.board, round_number=name.round_number, table_number=name.table_number
    )
    return list(rows.select_related("asked_by", "answered_by"))


def question_sheet(question: SheetQuestion) -> SheetName:
    """Return the name of the sheet of a question."""
    return SheetName(question.board, question.round_number, question.table_number)


def next_sheet(sheets: Sequence[SharedSheet], task: SheetTask, user: User) -> SharedSheet | None:
    """Return the next sheet for a user: one that they took, else the first that no other person took.

    A sheet to type is not complete. A sheet to check waits for a check, and the user did not type it alone.
    """
    waiting = [sheet for sheet in sheets if _waits_for(sheet, task, user)]
    holders = [(sheet, sheet.typist if task is SheetTask.ENTER else sheet.checker) for sheet in waiting]
    own_sheets = [sheet for sheet, share in holders if share is not None and share.holder_id == user.pk]
    free_sheets = [sheet for sheet, share in holders if share is None]
    return next(iter(own_sheets or free_sheets), None)


def _waits_for(shared: SharedSheet, task: SheetTask, user: User) -> bool:
    if task is SheetTask.ENTER:
        return not shared.is_complete
    is_own = shared.sheet.author_ids == {user.pk}
    return shared.sheet.state in (SheetState.TO_CHECK, SheetState.CHANGED) and not is_own


def count_by_person(sheets: Sequence[SharedSheet]) -> list[PersonCount]:
    """Return the counts of every person with a sheet, by name. One query."""
    typed = Counter(pk for shared in sheets for pk in shared.sheet.author_ids if pk is not None)
    checks = [shared.sheet.check for shared in sheets]
    checked = Counter(check.checked_by_id for check in checks if check is not None)
    to_type = Counter(
        shared.typist.holder_id for shared in sheets if shared.typist is not None and not shared.is_complete
    )
    to_check = Counter(
        shared.checker.holder_id
        for shared in sheets
        if shared.checker is not None and shared.sheet.state in (SheetState.TO_CHECK, SheetState.CHANGED)
    )
    people = User.objects.filter(pk__in={*typed, *checked, *to_type, *to_check}).order_by("name", "pk")
    return [
        PersonCount(
            person=person,
            typed=typed[person.pk],
            checked=checked[person.pk],
            to_type=to_type[person.pk],
            to_check=to_check[person.pk],
        )
        for person in people
    ]
