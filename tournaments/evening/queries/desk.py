"""How far the preparation and the results of a tournament are, and what comes next."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.base.queries.sessions import current_session, planned_sessions
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.phases import EventFacts, Progress
from tournaments.enums import DocumentKind, EntryPresence, SlipKind, TournamentState, Visibility
from tournaments.models import (
    Play,
    ResultSlip,
    Ruling,
    Session,
    StandingsRequest,
    StandingsSnapshot,
    TableAccess,
    Tournament,
)
from tournaments.movements.queries.counts import count_hall
from tournaments.paper.queries.papers import papers_made
from tournaments.rankings.queries.standings import latest_standings


class DeskStep(StrEnum):
    """What an evening needs, in this order; phones at the tables only where a club wants them."""

    ENTRIES = "entries"
    PLACES = "places"
    DEALS = "deals"
    SEATING = "seating"
    PAPERS = "papers"
    PHONES = "phones"
    RESULTS = "results"
    FINISH = "finish"


def hall_papers(tournament_format: TournamentFormat) -> frozenset[DocumentKind]:
    """What the hall needs on paper before the first deal."""
    is_by_seat = tournament_format.sheet is SheetKind.SCORES
    sheets = DocumentKind.SCORE_SHEETS if is_by_seat else DocumentKind.TRAVELLERS
    cards = {DocumentKind.HAND_DIAGRAMS} if tournament_format.needs_dealt_boards else set()
    return frozenset({DocumentKind.SEAT_LISTS, sheets, *cards})


@dataclass(frozen=True, slots=True)
class DeskSummary:
    """The figures of a tournament's desk."""

    session: Session
    table_count: int
    board_count: int
    round_count: int
    """Positions that are played: of an evening cut short, those before its end."""
    deals_per_player: tuple[int, int]
    """Fewest and most deals that count of those who have not left, by the present seats. A player without a
    seat is left out."""
    section_count: int
    seat_count: int
    """Places of the movement; once the seats are fixed, players (or teams) who sit somewhere."""
    entry_count: int
    placed_count: int
    left_count: int
    """Entries that do not play any more."""
    dealt_count: int
    """Boards dealt here."""
    event: EventFacts
    """What its phase is told from."""
    steps: tuple[DeskStep, ...]
    """Those that this format has, in order."""
    papers: frozenset[DocumentKind]
    """What the hall needs on paper."""
    papers_ready: frozenset[DocumentKind]
    results_counted: int
    results_expected: int
    ruling_count: int
    snapshot: StandingsSnapshot | None
    standings_waiting: bool
    """A change is not in the last snapshot yet."""
    not_played_count: int
    """Lines among `results_counted` that were declared not played."""
    done: frozenset[DeskStep]
    passed: frozenset[DeskStep]
    """Steps that were not taken and are not needed any more."""

    @property
    def next_step(self) -> DeskStep | None:
        """The first step to take, None once there is none. Phones are never needed."""
        settled = {DeskStep.PHONES, *self.done, *self.passed}
        return next((step for step in self.steps if step not in settled), None)

    @property
    def results_missing(self) -> int:
        return self.results_expected - self.results_counted


def load_desk(tournament: Tournament) -> DeskSummary:
    """Return all figures of a tournament's desk. Twelve queries."""
    session = current_session(tournament)
    codes = TableAccess.objects.filter(table__section=OuterRef("pk"), revoked_at=None)
    sections = list(session.sections.select_related("movement").annotate(has_codes=Exists(codes)))
    has_left = Q(presence=EntryPresence.WITHDRAWN)
    entries = tournament.entries.aggregate(
        all=Count("pk"),
        placed=Count("pk", filter=~Q(section=None)),
        arrived=Count("pk", filter=~Q(arrived_at=None)),
        left=Count("pk", filter=has_left),
    )
    is_seated = tournament.state != TournamentState.DRAFT
    made = papers_made(tournament)
    counts = count_hall(session, sections)
    played = find_format(tournament.format)
    papers = hall_papers(played)
    slips = ResultSlip.objects.current().of_session(session)
    results = slips.aggregate(all=Count("pk"), void=Count("pk", filter=Q(kind=SlipKind.NOT_PLAYED)))
    counted = results["all"]
    expected = Play.objects.filter(round__section__session=session).count()
    board_count = max(section.board_count for section in sections)
    dealt = session.deal_set.deals.count() if session.deal_set else 0
    is_dealt = session.deal_set is not None and dealt >= board_count
    facts = {
        DeskStep.ENTRIES: is_seated or session.number > 1 or entries["all"] == counts.seats,
        DeskStep.PLACES: is_seated or entries["placed"] == counts.seats,
        DeskStep.DEALS: is_dealt,
        DeskStep.SEATING: is_seated,
        DeskStep.PAPERS: made.keys() >= papers,
        DeskStep.PHONES: any(section.has_codes for section in sections),
        DeskStep.RESULTS: 0 < expected == counted,
        DeskStep.FINISH: tournament.state == TournamentState.FINISHED,
    }
    done = frozenset(step for step, is_done in facts.items() if is_done)
    return DeskSummary(
        session=session,
        table_count=counts.tables,
        board_count=board_count,
        round_count=counts.rounds,
        deals_per_player=counts.deals,
        section_count=len(sections),
        seat_count=counts.seats,
        entry_count=entries["all"],
        placed_count=entries["placed"],
        left_count=entries["left"],
        dealt_count=dealt,
        event=EventFacts(
            progress=Progress(tournament.state),
            is_first_session=session.number == 1,
            is_open=tournament.opened_at is not None,
            is_archived=tournament.archived_at is not None,
            needs_deals=played.needs_dealt_boards and not is_dealt and not counted,
            is_public=tournament.visibility == Visibility.PUBLIC,
            entered=entries["all"],
            arrived=entries["arrived"],
            empty_places=0 if is_seated else counts.seats - entries["placed"],
            results_counted=counted,
            results_expected=expected,
            sessions_left=max(len(planned_sessions(tournament)) + 1 - session.number, 0),
        ),
        steps=tuple(step for step in DeskStep if step is not DeskStep.DEALS or played.needs_dealt_boards),
        papers=papers,
        papers_ready=papers & made.keys(),
        results_counted=counted,
        results_expected=expected,
        not_played_count=results["void"],
        ruling_count=Ruling.objects.filter(session=session, withdrawn_by=None).count(),
        snapshot=latest_standings(session),
        standings_waiting=StandingsRequest.objects.filter(session=session).exists(),
        done=done,
        passed=(_BEFORE_PLAY if counted else frozenset()) - done,
    )


def by_state(tournaments: Iterable[Tournament]) -> list[tuple[TournamentState, list[Tournament]]]:
    """Tournaments grouped for a person who works on them: running first, finished last."""
    order = (
        TournamentState.PLAYING,
        TournamentState.SEATED,
        TournamentState.DRAFT,
        TournamentState.FINISHED,
    )
    rows = list(tournaments)
    groups = [(state, [row for row in rows if row.state == state]) for state in order]
    return [(state, group) for state, group in groups if group]


_BEFORE_PLAY = frozenset({DeskStep.DEALS, DeskStep.PAPERS, DeskStep.PHONES})
"""Steps that the first result leaves behind."""
