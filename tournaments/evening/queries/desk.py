"""How far the preparation and the results of a tournament are, and what comes next."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.base.queries.sessions import current_session, planned_sessions
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.phases import EventFacts, Progress
from tournaments.enums import DocumentKind, TournamentState, Visibility
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
    deals_per_player: tuple[int, int]
    """Fewest and most of those who have not left, as seats are now; 0 of a player who sits nowhere is left
    out."""
    section_count: int
    seat_count: int
    entry_count: int
    placed_count: int
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
    done: frozenset[DeskStep]

    @property
    def next_step(self) -> DeskStep | None:
        """The first step not done, phones left out; None once everything is."""
        needed = (step for step in self.steps if step is not DeskStep.PHONES)
        return next((step for step in needed if step not in self.done), None)

    @property
    def results_missing(self) -> int:
        return self.results_expected - self.results_counted


def load_desk(tournament: Tournament) -> DeskSummary:
    """Everything that the desk of a tournament shows. Eleven queries."""
    session = current_session(tournament)
    codes = TableAccess.objects.filter(table__section=OuterRef("pk"), revoked_at=None)
    sections = list(session.sections.select_related("movement").annotate(has_codes=Exists(codes)))
    seat_count = sum(section.player_count for section in sections)
    entries = tournament.entries.aggregate(
        all=Count("pk"),
        placed=Count("pk", filter=~Q(section=None)),
        arrived=Count("pk", filter=~Q(arrived_at=None)),
    )
    made = papers_made(tournament)
    counts = count_hall(session, sections)
    played = find_format(tournament.format)
    papers = hall_papers(played)
    counted = ResultSlip.objects.current().of_session(session).count()
    expected = Play.objects.filter(round__section__session=session).count()
    facts = {
        DeskStep.ENTRIES: entries["all"] == seat_count or session.number > 1,
        DeskStep.PLACES: entries["placed"] == seat_count,
        DeskStep.DEALS: session.deal_set is not None or counted > 0,
        DeskStep.SEATING: tournament.state != TournamentState.DRAFT,
        DeskStep.PAPERS: made.keys() >= papers or counted > 0,
        DeskStep.PHONES: any(section.has_codes for section in sections),
        DeskStep.RESULTS: 0 < expected == counted,
        DeskStep.FINISH: tournament.state == TournamentState.FINISHED,
    }
    return DeskSummary(
        session=session,
        table_count=counts.tables,
        board_count=max(section.board_count for section in sections),
        round_count=counts.rounds,
        deals_per_player=counts.deals,
        section_count=len(sections),
        seat_count=seat_count,
        entry_count=entries["all"],
        placed_count=entries["placed"],
        event=EventFacts(
            progress=Progress(tournament.state),
            is_first_session=session.number == 1,
            is_open=tournament.opened_at is not None,
            is_archived=tournament.archived_at is not None,
            needs_deals=played.needs_dealt_boards and not facts[DeskStep.DEALS],
            is_public=tournament.visibility == Visibility.PUBLIC,
            entered=entries["all"],
            arrived=entries["arrived"],
            empty_places=seat_count - entries["placed"],
            results_counted=counted,
            results_expected=expected,
            sessions_left=max(len(planned_sessions(tournament)) + 1 - session.number, 0),
        ),
        steps=tuple(step for step in DeskStep if step is not DeskStep.DEALS or played.needs_dealt_boards),
        papers=papers,
        papers_ready=papers & made.keys(),
        results_counted=counted,
        results_expected=expected,
        ruling_count=Ruling.objects.filter(session=session, withdrawn_by=None).count(),
        snapshot=latest_standings(session),
        standings_waiting=StandingsRequest.objects.filter(session=session).exists(),
        done=frozenset(step for step, is_done in facts.items() if is_done),
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
