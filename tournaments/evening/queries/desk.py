"""Query for the desk: the progress of preparation and results, and the next step."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.base.queries.rounds import count_undrawn_rounds
from tournaments.base.queries.sessions import current_session, planned_sessions
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.phases import EventFacts, Progress
from tournaments.enums import DocumentKind, EntryPresence, SlipKind, TournamentState, Visibility
from tournaments.events.queries.unsettled import unsettled_counts
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
from tournaments.seating.queries.attackers import count_teams_with_attacker


class DeskStep(StrEnum):
    """A step of an evening, in order. Phones at the tables are optional."""

    ENTRIES = "entries"
    PLACES = "places"
    DEALS = "deals"
    SEATING = "seating"
    ATTACKERS = "attackers"
    PAPERS = "papers"
    PHONES = "phones"
    RESULTS = "results"
    FINISH = "finish"


def hall_papers(tournament_format: TournamentFormat) -> frozenset[DocumentKind]:
    """Return the papers that the hall needs before the first deal."""
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
    case_count: int
    """Number of étuis over all colours, each of which has its own."""
    round_count: int
    """Number of rounds that are played; for a shortened evening, those before its end."""
    deals_per_player: tuple[int, int]
    """Fewest and most deals that count, by the present seats.

    Players who have left and players without a seat are left out.
    """
    seat_count: int
    """Places of the movement; once the seats are fixed, players (or teams) with a seat."""
    entry_count: int
    placed_count: int
    left_count: int
    """Number of entries that have left."""
    dealt_count: int
    """Number of boards dealt here."""
    attacker_count: int
    """Number of teams whose first attacker is named; 0 where captains name none."""
    event: EventFacts
    """Facts that determine the phase."""
    steps: tuple[DeskStep, ...]
    """Steps of this format, in order."""
    papers: frozenset[DocumentKind]
    """Papers that the hall needs."""
    papers_ready: frozenset[DocumentKind]
    """Needed papers that are made."""
    results_counted: int
    results_expected: int
    ruling_count: int
    snapshot: StandingsSnapshot | None
    standings_waiting: bool
    """True if the last snapshot lacks a change."""
    not_played_count: int
    """Number of results among `results_counted` that are "not played"."""
    done: frozenset[DeskStep]
    """Steps that are completed."""
    undrawn_count: int
    """Number of rounds that are still to be drawn."""
    is_drawn: bool
    """True if the rounds are drawn one by one."""
    passed: frozenset[DeskStep]
    """Steps that were skipped and are no longer needed."""

    @property
    def next_step(self) -> DeskStep | None:
        """First open step; None if there is none. Phones never count as open."""
        closed_steps = {DeskStep.PHONES, *self.done, *self.passed}
        return next((step for step in self.steps if step not in closed_steps), None)

    @property
    def results_missing(self) -> int:
        return self.results_expected - self.results_counted


def load_desk(tournament: Tournament) -> DeskSummary:
    """Return all figures of a tournament's desk.

    Eleven queries, two more where rounds are drawn one by one, one where captains name attackers, and three
    once every result is in.
    """
    session = current_session(tournament)
    codes = TableAccess.objects.filter(table__section=OuterRef("pk"), revoked_at=None)
    requests = StandingsRequest.objects.filter(session=OuterRef("session"))
    rows = session.sections.select_related("movement")
    sections = list(rows.annotate(has_codes=Exists(codes), has_requests=Exists(requests)))
    has_left = Q(presence=EntryPresence.WITHDRAWN)
    entries = tournament.entries.aggregate(
        all=Count("pk"),
        placed=Count("pk", filter=~Q(section=None)),
        arrived=Count("pk", filter=~Q(arrived_at=None)),
        left=Count("pk", filter=has_left),
    )
    is_seated = tournament.state != TournamentState.DRAFT
    paper_times = papers_made(tournament)
    counts = count_hall(session, sections)
    tournament_format = find_format(tournament.format)
    papers = hall_papers(tournament_format)
    slips = ResultSlip.objects.current().of_session(session)
    results = slips.aggregate(all=Count("pk"), void=Count("pk", filter=Q(kind=SlipKind.NOT_PLAYED)))
    result_count = results["all"]
    expected_count = Play.objects.filter(round__section__session=session).count()
    is_drawn = any(section.is_drawn for section in sections)
    undrawn_count = count_undrawn_rounds(session) if is_drawn else 0
    board_count = max(section.board_count for section in sections)
    dealt_count = session.deal_set.deals.count() if session.deal_set else 0
    is_dealt = session.deal_set is not None and dealt_count >= board_count
    has_all_results = 0 < expected_count == result_count and not undrawn_count
    attacker_count = count_teams_with_attacker(session) if tournament_format.names_attackers else 0
    facts = {
        # a later session may seat only the qualified entries
        DeskStep.ENTRIES: is_seated or session.number > 1 or entries["all"] == counts.seats,
        DeskStep.PLACES: is_seated or entries["placed"] == counts.seats,
        DeskStep.DEALS: is_dealt,
        DeskStep.SEATING: is_seated,
        DeskStep.ATTACKERS: attacker_count >= counts.seats,
        DeskStep.PAPERS: paper_times.keys() >= papers,
        DeskStep.PHONES: any(section.has_codes for section in sections),
        # before seats are fixed, 0 of 0 results are in: the step is not done then
        DeskStep.RESULTS: has_all_results,
        DeskStep.FINISH: tournament.state == TournamentState.FINISHED,
    }
    done_steps = frozenset(step for step, is_done in facts.items() if is_done)
    return DeskSummary(
        session=session,
        table_count=counts.tables,
        board_count=board_count,
        case_count=sum(section.board_count for section in sections),
        round_count=counts.rounds,
        deals_per_player=counts.deals,
        seat_count=counts.seats,
        entry_count=entries["all"],
        placed_count=entries["placed"],
        left_count=entries["left"],
        dealt_count=dealt_count,
        attacker_count=attacker_count,
        event=EventFacts(
            progress=Progress(tournament.state),
            is_first_session=session.number == 1,
            is_open=tournament.opened_at is not None,
            is_archived=tournament.archived_at is not None,
            needs_deals=tournament_format.needs_dealt_boards and not is_dealt and not result_count,
            is_public=tournament.visibility == Visibility.PUBLIC,
            entered=entries["all"],
            arrived=entries["arrived"],
            # a place that empties later is an incident, not a preparation to complete
            empty_places=0 if is_seated else counts.seats - entries["placed"],
            results_counted=result_count,
            results_expected=expected_count,
            results_unsettled=sum(unsettled_counts(tournament)) if has_all_results else 0,
            rounds_undrawn=undrawn_count,
            sessions_left=max(len(planned_sessions(tournament)) + 1 - session.number, 0),
        ),
        steps=tuple(step for step in DeskStep if _has_step(tournament_format, step)),
        papers=papers,
        papers_ready=papers & paper_times.keys(),
        results_counted=result_count,
        results_expected=expected_count,
        not_played_count=results["void"],
        ruling_count=Ruling.objects.filter(session=session, withdrawn_by=None).count(),
        snapshot=latest_standings(session),
        standings_waiting=any(section.has_requests for section in sections),
        done=done_steps,
        undrawn_count=undrawn_count,
        is_drawn=is_drawn,
        passed=(_BEFORE_PLAY if result_count else frozenset()) - done_steps,
    )


def _has_step(tournament_format: TournamentFormat, step: DeskStep) -> bool:
    if step is DeskStep.DEALS:
        return tournament_format.needs_dealt_boards
    return step is not DeskStep.ATTACKERS or tournament_format.names_attackers


def by_state(tournaments: Iterable[Tournament]) -> list[tuple[TournamentState, list[Tournament]]]:
    """Return tournaments grouped by state: running ones first, finished ones last."""
    order = (
        TournamentState.PLAYING,
        TournamentState.SEATED,
        TournamentState.DRAFT,
        TournamentState.FINISHED,
    )
    rows = list(tournaments)
    groups = [(state, [row for row in rows if row.state == state]) for state in order]
    return [(state, group) for state, group in groups if group]


_BEFORE_PLAY = frozenset({DeskStep.DEALS, DeskStep.ATTACKERS, DeskStep.PAPERS, DeskStep.PHONES})
"""Steps that are no longer needed after the first result."""
