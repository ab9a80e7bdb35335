"""Checks before the first deal: players, movement, deals and papers are compared, and gaps reported."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """Severity of a finding, the worst first."""

    BLOCKING = "blocking"
    """The evening cannot be played like this."""
    ATTENTION = "attention"
    """The evening can be played, if the organiser intends this."""
    OK = "ok"


@dataclass(frozen=True, slots=True)
class Check:
    """The finding of one check."""

    code: str
    """Stable name of the finding. Pages have its sentence and a link to the place where it is mended."""
    level: Level
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Boards:
    """Étuis that a session needs, beside the deals that exist."""

    needed: tuple[int, ...]
    """Number of étuis of each section; () where each table deals for itself."""
    dealt: int | None = None
    """Number of étuis dealt; None before any dealing."""
    is_sealed: bool = False
    is_revealed: bool = False
    readers: int = 0
    """Number of people entitled to read the cards."""
    playing_readers: tuple[str, ...] = ()
    """Names of the readers who also play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phones:
    """Number of tables with an open link, and the rules of the phones."""

    open_tables: int = 0
    needs_confirmation: bool = False
    shows_comparison: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningFacts:
    """State of a session before it is played."""

    is_seated: bool
    is_first_session: bool = True
    has_teams: bool = False
    is_practice: bool = False
    table_count: int
    seat_count: int
    """Number of places for players or teams."""
    entry_count: int
    placed_count: int
    incomplete_partners: int = 0
    """Number of pairs or fours with too few or too many players."""
    arrived_count: int = 0
    attackers_missing: int | None = None
    """Number of teams whose first attacker is not named; None where captains name none, or cannot yet."""
    boards: Boards
    papers_missing: tuple[str, ...] = ()
    """Kinds of paper that the hall needs and that do not exist yet."""
    papers_old: tuple[str, ...] = ()
    """Kinds of paper made before the last change of their content."""
    has_fees: bool = False
    unpaid_count: int = 0
    asks_licences: bool = True
    without_licence: int = 0
    expired_licences: int = 0
    unchecked_licences: int = 0
    """Number of licences without a known expiry date."""
    phones: Phones
    is_public: bool = False


def check_evening(facts: EveningFacts) -> list[Check]:
    """Return the findings of all checks, good or bad, in the order in which an evening is prepared."""
    return [
        *_check_players(facts),
        *_check_seats(facts),
        *_check_boards(facts.boards),
        *_check_papers(facts),
        *_check_door(facts),
        *_check_phones(facts),
        _finding("results_public", Level.OK)
        if facts.is_public
        else _finding("results_private", Level.ATTENTION),
    ]


def worst_level(checks: list[Check]) -> Level:
    """Return the level of the worst finding."""
    return min((check.level for check in checks), key=list(Level).index, default=Level.OK)


def _finding(code: str, level: Level, **values: Any) -> Check:
    return Check(code, level, values)


def _check_players(facts: EveningFacts) -> Iterator[Check]:
    shortfall = facts.seat_count - facts.entry_count
    unit = "teams" if facts.has_teams else "players"
    counts = {"entered": facts.entry_count, "seats": facts.seat_count, "missing": abs(shortfall)}
    if not facts.is_first_session:
        yield _finding("players_stayed", Level.OK, **counts)
    elif shortfall > 0:
        yield _finding(f"{unit}_missing", Level.BLOCKING, **counts)
    elif shortfall < 0:
        yield _finding(f"{unit}_extra", Level.BLOCKING, **counts)
    else:
        yield _finding(f"{unit}_complete", Level.OK, **counts)
    if facts.incomplete_partners:
        yield _finding("partners_incomplete", Level.BLOCKING, count=facts.incomplete_partners)


def _check_seats(facts: EveningFacts) -> Iterator[Check]:
    empty_places = facts.seat_count - facts.placed_count
    if facts.is_seated:
        yield _finding("seats_fixed", Level.OK, tables=facts.table_count)
    elif empty_places > 0:
        yield _finding("places_empty", Level.BLOCKING, count=empty_places)
    else:
        yield _finding("seats_open", Level.BLOCKING)
    if facts.attackers_missing:
        yield _finding("attackers_missing", Level.ATTENTION, count=facts.attackers_missing)
    elif facts.attackers_missing == 0:
        yield _finding("attackers_named", Level.OK)


def _check_boards(boards: Boards) -> Iterator[Check]:
    if not boards.needed:
        yield _finding("deals_at_tables", Level.OK)
        return
    most = max(boards.needed)
    if boards.dealt is None:
        yield _finding("deals_none", Level.BLOCKING, needed=most)
    elif boards.dealt < most:
        yield _finding("deals_few", Level.BLOCKING, needed=most, dealt=boards.dealt)
    elif boards.is_revealed:
        yield _finding("deals_revealed", Level.BLOCKING)
    elif boards.is_sealed:
        yield _finding("deals_sealed", Level.OK, needed=most)
    else:
        yield _finding("deals_unsealed", Level.ATTENTION)
    if len(set(boards.needed)) > 1:
        yield _finding("boards_differ", Level.ATTENTION, counts=boards.needed)
    if boards.playing_readers:
        yield _finding("readers_play", Level.ATTENTION, names=boards.playing_readers)
    elif boards.readers:
        yield _finding("readers_named", Level.OK, count=boards.readers)
    else:
        yield _finding("readers_none", Level.ATTENTION)


def _check_papers(facts: EveningFacts) -> Iterator[Check]:
    if facts.papers_old:
        yield _finding("papers_old", Level.BLOCKING, kinds=facts.papers_old)
    if facts.papers_missing:
        yield _finding("papers_missing", Level.ATTENTION, kinds=facts.papers_missing)
    if not facts.papers_old and not facts.papers_missing:
        yield _finding("papers_ready", Level.OK)


def _check_door(facts: EveningFacts) -> Iterator[Check]:
    absent = facts.entry_count - facts.arrived_count
    if not facts.arrived_count:
        yield _finding("arrivals_none", Level.ATTENTION)
    elif absent > 0:
        yield _finding("arrivals_missing", Level.ATTENTION, count=absent)
    else:
        yield _finding("arrivals_complete", Level.OK)
    if not facts.has_fees:
        yield _finding("fees_none", Level.OK)
    elif facts.unpaid_count:
        yield _finding("fees_unpaid", Level.ATTENTION, count=facts.unpaid_count)
    else:
        yield _finding("fees_paid", Level.OK)
    if facts.asks_licences and not facts.is_practice:
        yield from _check_licences(facts)


def _check_licences(facts: EveningFacts) -> Iterator[Check]:
    counts = {
        "licences_expired": facts.expired_licences,
        "licences_without": facts.without_licence,
        "licences_unchecked": facts.unchecked_licences,
    }
    findings = [_finding(code, Level.ATTENTION, count=count) for code, count in counts.items() if count]
    yield from findings or [_finding("licences_valid", Level.OK)]


def _check_phones(facts: EveningFacts) -> Iterator[Check]:
    phones = facts.phones
    if not phones.open_tables:
        yield _finding("phones_closed", Level.OK)
        return
    if phones.open_tables < facts.table_count:
        closed_tables = facts.table_count - phones.open_tables
        yield _finding("phones_some", Level.ATTENTION, count=closed_tables)
    else:
        yield _finding("phones_open", Level.OK, count=phones.open_tables)
    yield _finding("phones_confirm" if phones.needs_confirmation else "phones_alone", Level.OK)
    if phones.shows_comparison:
        yield _finding("phones_compare", Level.ATTENTION)
