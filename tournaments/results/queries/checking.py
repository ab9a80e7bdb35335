"""Progress of the checking: sheets compared with the paper, rounds locked."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.enums import CheckVerdict
from tournaments.events.queries.unsettled import awaited_confirmations, open_flags
from tournaments.models import Play, ResultSlip, RoundLock, Session, SheetCheck


class SheetState(StrEnum):
    """State of a sheet between its entry and its check."""

    INCOMPLETE = "incomplete"
    """Some lines have no result."""
    TO_CHECK = "to_check"
    CONFORM = "conform"
    TO_REVIEW = "to_review"
    CHANGED = "changed"
    """A version was added after the check."""


@dataclass(frozen=True, slots=True)
class SheetName:
    """Name of a sheet of paper: the traveller of a board, or the score sheet of a table in a round."""

    board: int | None = None
    round_number: int | None = None
    table_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedSheet:
    """A sheet with its entered results, their authors and its latest check."""

    name: SheetName
    expected: int
    entered: int
    version_count: int
    """Number of versions of all its lines, including replaced and withdrawn ones. It never decreases."""
    authors: tuple[str, ...]
    """Names of the authors of the results that count; names of devices without a signed-in user."""
    author_ids: frozenset[int | None]
    """Ids of the same authors; None for a device."""
    rounds: frozenset[int]
    """Numbers of the rounds with a line on the sheet."""
    check: SheetCheck | None

    @property
    def state(self) -> SheetState:
        # before the verdict: after a new version, a sheet to review counts as changed, too
        if self.check is not None and self.check.version_count != self.version_count:
            return SheetState.CHANGED
        if self.check is not None and self.check.verdict == CheckVerdict.TO_REVIEW:
            return SheetState.TO_REVIEW
        if self.entered < self.expected:
            return SheetState.INCOMPLETE
        return SheetState.CONFORM if self.check is not None else SheetState.TO_CHECK

    @property
    def is_checked(self) -> bool:
        return self.state is SheetState.CONFORM


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """A round with the counts that decide whether it may be locked, and its lock."""

    number: int
    expected: int
    entered: int
    disputed: int
    """Number of disputes without an answer."""
    unconfirmed: int
    """Number of results from phones that wait for a requested confirmation."""
    unchecked: tuple[SheetName, ...]
    """Sheets with a line of the round that wait for their check; none in a session without checks."""
    lock: RoundLock | None

    @property
    def may_be_locked(self) -> bool:
        waits = self.disputed or self.unconfirmed or self.unchecked
        return self.lock is None and self.entered == self.expected and not waits


def list_sheets(session: Session) -> list[CheckedSheet]:
    """Return every sheet of a session, by number or by round and table. Three queries."""
    checks = SheetCheck.objects.filter(session=session).select_related("checked_by").order_by("pk")
    return _sheets(session, Play.objects.filter(round__section__session=session), checks)


def find_sheet(session: Session, name: SheetName) -> CheckedSheet | None:
    """Return one sheet of a session; None if it is not played. Three queries."""
    checks = _checks_of(session, name).select_related("checked_by").order_by("pk")
    sheets = _sheets(session, plays_on(session, name), checks)
    return sheets[0] if sheets else None


def is_checked(session: Session, name: SheetName) -> bool:
    """Return whether a sheet was ever checked, regardless of the verdict and later entries. One query."""
    return _checks_of(session, name).exists()


def plays_on(session: Session, name: SheetName) -> QuerySet[Play]:
    """Return the plays that have a line on a sheet; none if the session has another kind of sheet."""
    plays = Play.objects.filter(round__section__session=session)
    # a board names a traveller, its absence a score sheet
    if (name.board is None) != has_score_sheets(session):
        return plays.none()
    if name.board is not None:
        names_two = name.round_number is not None or name.table_number is not None
        return plays.none() if names_two else plays.filter(board=name.board)
    return plays.filter(round__number=name.round_number or 0, table__number=name.table_number or 0)


def round_states(session: Session) -> list[RoundState]:
    """Return the state of every round of a session, by number. Seven queries at most."""
    plays = Play.objects.filter(round__section__session=session).order_by()
    play_counts = Counter(plays.values_list("round__number", flat=True))
    slips = ResultSlip.objects.current().of_session(session).order_by()
    result_counts = Counter(slips.values_list("play__round__number", flat=True))
    dispute_counts = Counter(open_flags(session).values_list("play__round__number", flat=True))
    waiting_rounds = awaited_confirmations(session).values_list("slip__play__round__number", flat=True)
    confirmation_counts = Counter(waiting_rounds)
    locks = locked_rounds(session)
    # once one sheet is checked, every sheet must be
    sheets = list_sheets(session) if SheetCheck.objects.filter(session=session).exists() else []
    return [
        RoundState(
            number=number,
            expected=play_counts[number],
            entered=result_counts[number],
            disputed=dispute_counts[number],
            unconfirmed=confirmation_counts[number],
            unchecked=tuple(
                sheet.name for sheet in sheets if number in sheet.rounds and not sheet.is_checked
            ),
            lock=locks.get(number),
        )
        for number in sorted(play_counts)
    ]


def locked_rounds(session: Session) -> dict[int, RoundLock]:
    """Return the locks in force by round number, with their authors. One query."""
    locks = RoundLock.objects.filter(session=session, unlocked_at=None).select_related("locked_by")
    return {lock.round_number: lock for lock in locks}


def _checks_of(session: Session, name: SheetName) -> QuerySet[SheetCheck]:
    place = {"round_number": name.round_number, "table_number": name.table_number}
    return SheetCheck.objects.filter(session=session, board=name.board, **place)


def has_score_sheets(session: Session) -> bool:
    """Return whether the session has a score sheet per table and round, instead of a traveller per board."""
    return find_format(session.tournament.format).sheet is SheetKind.SCORES


def _sheets(session: Session, plays: QuerySet[Play], checks: Iterable[SheetCheck]) -> list[CheckedSheet]:
    """Return the sheets of these plays. Two queries, and one for the checks.

    Args:
        checks: oldest first, so that the latest check of a sheet replaces the others.
    """
    by_table = has_score_sheets(session)
    lines: dict[SheetName, dict[int, int]] = {}
    rows = plays.order_by("board", "round__number", "table__number")
    for pk, board, round_number, table_number in rows.values_list(
        "pk", "board", "round__number", "table__number"
    ):
        name = SheetName(None, round_number, table_number) if by_table else SheetName(board)
        lines.setdefault(name, {})[pk] = round_number
    versions: dict[int, list[ResultSlip]] = {}
    slips = ResultSlip.objects.filter(play__in=plays).select_related("entered_by").order_by("pk")
    # the sheets of a large hall have thousands of results, whose content is not read here
    for slip in slips.defer("score", "seat_scores", "facts", "reason"):
        versions.setdefault(slip.play_id, []).append(slip)
    latest = {SheetName(check.board, check.round_number, check.table_number): check for check in checks}
    sheets = [_sheet(name, rounds, versions, latest.get(name)) for name, rounds in lines.items()]
    return sorted(sheets, key=lambda sheet: _order(sheet.name))


def _sheet(
    name: SheetName, rounds: dict[int, int], versions: dict[int, list[ResultSlip]], check: SheetCheck | None
) -> CheckedSheet:
    """Return one sheet.

    Args:
        rounds: round number by id of each of its plays.
        versions: slips by id of the play.
    """
    slips = [slip for play_id in rounds for slip in versions.get(play_id, ())]
    current = [slip for slip in slips if slip.is_current]
    return CheckedSheet(
        name=name,
        expected=len(rounds),
        entered=len(current),
        version_count=len(slips),
        authors=tuple(sorted({str(slip.entered_by or slip.device) for slip in current})),
        author_ids=frozenset(slip.entered_by_id for slip in current),
        rounds=frozenset(rounds.values()),
        check=check,
    )


def _order(name: SheetName) -> tuple[int, int, int]:
    return (name.board or 0, name.round_number or 0, name.table_number or 0)
