"""Phases of an event, and the acts that each of them permits."""

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """The phases of an event, in their order."""

    DRAFT = "draft"
    OPEN = "open"
    """Registration is open to players."""
    CHECKED_IN = "checked_in"
    """Every entry has arrived."""
    SEATED = "seated"
    PLAYING = "playing"
    CLOSING = "closing"
    """Every result is in; the director has not ended the event yet."""
    FINAL = "final"
    ARCHIVED = "archived"
    """No further change is possible."""


class Act(StrEnum):
    """An act of the director. It starts, undoes or supports a phase."""

    OPEN_ENTRIES = "open_entries"
    CLOSE_ENTRIES = "close_entries"
    ENTER_PEOPLE = "enter_people"
    WELCOME = "welcome"
    CHECK_UP = "check_up"
    PLACE = "place"
    DEAL = "deal"
    FIX_SEATS = "fix_seats"
    UNDO_SEATS = "undo_seats"
    DRAW_ROUND = "draw_round"
    RUN_HALL = "run_hall"
    ENTER_RESULTS = "enter_results"
    SETTLE = "settle"
    UNFORESEEN = "unforeseen"
    CLOSE = "close"
    FINISH = "finish"
    NEXT_SESSION = "next_session"
    REOPEN = "reopen"
    PUBLISH = "publish"
    HIDE = "hide"
    ARCHIVE = "archive"
    UNARCHIVE = "unarchive"


class Progress(StrEnum):
    """Progress of the present session, the stored part of a phase."""

    PREPARED = "draft"
    SEATED = "seated"
    PLAYED = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFacts:
    """The facts from which the phase of an event is derived."""

    progress: Progress
    is_first_session: bool = True
    is_open: bool = False
    """Registration is open to players."""
    is_archived: bool = False
    is_public: bool = False
    entered: int = 0
    arrived: int = 0
    """Number of entries that have arrived."""
    empty_places: int = 0
    results_counted: int = 0
    results_expected: int = 0
    results_unsettled: int = 0
    """Disputed results, and results without a confirmation that the phone rules demand."""
    rounds_undrawn: int = 0
    """Rounds that are still to be drawn, where they are drawn one by one."""
    needs_deals: bool = False
    """The étuis are not dealt yet."""
    sessions_left: int = 0
    """Sessions that are planned with the event and not opened yet."""


def phase_of(facts: EventFacts) -> Phase:
    """Return the phase of an event."""
    if facts.is_archived:
        return Phase.ARCHIVED
    if facts.progress is Progress.FINISHED:
        return Phase.FINAL
    if facts.progress is Progress.PREPARED:
        return _phase_of_preparation(facts)
    if 0 < facts.results_expected == facts.results_counted and not facts.rounds_undrawn:
        return Phase.CLOSING
    has_begun = facts.progress is Progress.PLAYED or facts.results_counted
    return Phase.PLAYING if has_begun else Phase.SEATED


def legal_acts(facts: EventFacts) -> tuple[Act, ...]:
    """Return the acts that the phase of an event permits, the one that leads on first."""
    acts = _ACTS[phase_of(facts)]
    excluded_acts = {Act.PUBLISH if facts.is_public else Act.HIDE}
    if not facts.is_first_session:
        excluded_acts |= {Act.OPEN_ENTRIES, Act.CLOSE_ENTRIES, Act.WELCOME}
    # some phases list both: only the one that applies stays
    excluded_acts |= {Act.CLOSE_ENTRIES} if not facts.is_open else {Act.OPEN_ENTRIES}
    excluded_acts |= {Act.FIX_SEATS} if not facts.entered or facts.empty_places else {Act.PLACE}
    excluded_acts |= set() if facts.needs_deals else {Act.DEAL}
    excluded_acts |= set() if facts.rounds_undrawn else {Act.DRAW_ROUND}
    excluded_acts |= {Act.FINISH} if facts.results_unsettled else {Act.SETTLE}
    legal = [act for act in acts if act not in excluded_acts]
    preferred_acts = {Act.FIX_SEATS, Act.NEXT_SESSION} if facts.sessions_left else {Act.FIX_SEATS}
    # the hall waits for the next round once all results of the last one are in
    preferred_acts |= {Act.DRAW_ROUND} if facts.results_counted == facts.results_expected else set()
    # once all places are taken, the deals come next
    preferred_acts |= {Act.DEAL} if Act.PLACE not in legal else set()
    # a stable sort: the order of `_ACTS` decides within each half
    return tuple(sorted(legal, key=lambda act: act not in preferred_acts))


def _phase_of_preparation(facts: EventFacts) -> Phase:
    if facts.is_first_session and 0 < facts.entered == facts.arrived:
        return Phase.CHECKED_IN
    return Phase.OPEN if facts.is_open and facts.is_first_session else Phase.DRAFT


_PREPARING = (Act.WELCOME, Act.PLACE, Act.DEAL, Act.FIX_SEATS, Act.CHECK_UP)
_ACTS: dict[Phase, tuple[Act, ...]] = {
    Phase.DRAFT: (Act.ENTER_PEOPLE, Act.OPEN_ENTRIES, *_PREPARING),
    Phase.OPEN: (Act.ENTER_PEOPLE, *_PREPARING, Act.CLOSE_ENTRIES),
    Phase.CHECKED_IN: (Act.PLACE, Act.DEAL, Act.FIX_SEATS, Act.CHECK_UP, Act.CLOSE_ENTRIES, Act.OPEN_ENTRIES),
    Phase.SEATED: (
        Act.DEAL,
        Act.RUN_HALL,
        Act.CHECK_UP,
        Act.ENTER_RESULTS,
        Act.DRAW_ROUND,
        Act.UNFORESEEN,
        Act.UNDO_SEATS,
    ),
    Phase.PLAYING: (Act.RUN_HALL, Act.ENTER_RESULTS, Act.DRAW_ROUND, Act.UNFORESEEN),
    Phase.CLOSING: (Act.SETTLE, Act.CLOSE, Act.FINISH, Act.NEXT_SESSION, Act.UNFORESEEN),
    Phase.FINAL: (Act.CLOSE, Act.PUBLISH, Act.HIDE, Act.REOPEN, Act.ARCHIVE),
    Phase.ARCHIVED: (Act.UNARCHIVE,),
}
