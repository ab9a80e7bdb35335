"""Query for the facts that are checked before an evening begins, for its current session."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.db.models import Max

from games.enums import DealSetState
from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.teams import list_tournament_players
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.preflight import Boards, EveningFacts, Phones
from tournaments.entries.queries.arrivals import ArrivalList, Licence, load_arrivals
from tournaments.enums import DocumentKind, EntryPresence, TournamentState, Visibility
from tournaments.evening.queries.desk import hall_papers
from tournaments.models import (
    AuditEvent,
    DealReader,
    Entry,
    PhoneRules,
    Seating,
    Section,
    Session,
    TableAccess,
    Tournament,
)
from tournaments.movements.queries.counts import count_tables
from tournaments.paper.queries.papers import ATTACKER_PAPERS, CARD_PAPERS, MOVEMENT_PAPERS, papers_made
from tournaments.seating.queries.attackers import count_teams_with_attacker

SEAT_CHANGES = (
    "tournament.seated", "tournament.sections", "teams.changed", "entries.partners", "substitution.made",
    "substitution.cancelled", "incident.done", "incident.undone",
)  # fmt: skip
"""Actions of the trace that change seats or names."""
CARD_CHANGES = ("deals.dealt", "deals.imported", "deals.reused", "deals.recorded")
"""Actions of the trace that change cards."""
ATTACKER_CHANGES = ("attackers.named",)
"""Actions of the trace that change attackers."""


def load_preflight(tournament: Tournament) -> EveningFacts:
    """Return the facts of the current session. Seventeen queries at most, for any number of players."""
    session = current_session(tournament)
    sections = list(session.sections.select_related("movement"))
    is_seated = tournament.state != TournamentState.DRAFT
    tournament_format = find_format(tournament.format)
    arrivals = load_arrivals(tournament)
    entries = [line.entry for line in arrivals.account.lines]
    if is_seated:
        # an entry that left by an incident keeps its starting place: it would count as placed
        entries = [entry for entry in entries if entry.presence != EntryPresence.WITHDRAWN]
    seat_count = _seated_count(session) if is_seated else sum(section.player_count for section in sections)
    paper_times = papers_made(tournament)
    needed_papers = hall_papers(tournament_format)
    licences = _licences(arrivals)
    return EveningFacts(
        is_seated=is_seated,
        is_first_session=session.number == 1,
        has_teams=tournament_format.has_teams,
        is_practice=tournament.is_practice,
        table_count=count_tables(session, sections),
        seat_count=seat_count,
        entry_count=len(entries),
        placed_count=sum(entry.section_id is not None for entry in entries),
        incomplete_partners=_incomplete_partners(tournament_format, entries),
        arrived_count=arrivals.arrived,
        attackers_missing=(
            max(0, seat_count - count_teams_with_attacker(session))
            if is_seated and tournament_format.names_attackers
            else None
        ),
        boards=_boards(tournament, session, sections, tournament_format),
        papers_missing=tuple(
            kind for kind in DocumentKind if kind in needed_papers and kind not in paper_times
        ),
        papers_old=_old_papers(tournament, paper_times),
        has_fees=bool(arrivals.account.rates),
        unpaid_count=sum(line.left > 0 for line in arrivals.account.lines),
        asks_licences=not tournament_format.is_friendly,
        without_licence=licences[Licence.NONE],
        expired_licences=licences[Licence.EXPIRED],
        unchecked_licences=licences[Licence.UNKNOWN],
        phones=_phones(tournament, session, tournament_format),
        is_public=tournament.visibility == Visibility.PUBLIC,
    )


def _seated_count(session: Session) -> int:
    """Return the number of entries with a seat that have not left. One query."""
    seats = Seating.objects.filter(round__section__session=session)
    return seats.exclude(entry__presence=EntryPresence.WITHDRAWN).values("entry").distinct().count()


def _licences(arrivals: ArrivalList) -> Counter[Licence]:
    guests = [guest for line in arrivals.lines for guest in line.guests]
    return Counter(guest.licence for guest in guests if guest.licence is not None)


def _incomplete_partners(tournament_format: TournamentFormat, entries: Collection[Entry]) -> int:
    """Return the number of partnerships with too few or too many players.

    All players without partners count as one.
    """
    if not tournament_format.has_partners:
        return 0
    counts = Counter(entry.partners for entry in entries)
    size = tournament_format.plan.unit_sizes[0]
    return sum(count != size or not name for name, count in counts.items())


def _boards(
    tournament: Tournament,
    session: Session,
    sections: Collection[Section],
    tournament_format: TournamentFormat,
) -> Boards:
    if not tournament_format.needs_dealt_boards:
        return Boards(needed=())
    deal_set = session.deal_set
    readers = DealReader.objects.filter(tournament=tournament).select_related("user")
    reader_names = {row.user_id: row.user.name for row in readers}
    playing_users = (
        list_tournament_players(tournament).filter(user__in=reader_names).values_list("user", flat=True)
    )
    return Boards(
        needed=tuple(section.board_count for section in sections),
        dealt=None if deal_set is None else deal_set.deals.count(),
        is_sealed=deal_set is not None and deal_set.state == DealSetState.SEALED,
        is_revealed=deal_set is not None and deal_set.state == DealSetState.REVEALED,
        readers=len(reader_names),
        playing_readers=tuple(sorted(reader_names[user] for user in playing_users)),
    )


def _old_papers(tournament: Tournament, paper_times: dict[str, datetime]) -> tuple[str, ...]:
    """Return the kinds of papers requested before the last change of what they show."""
    changes = AuditEvent.objects.filter(
        tournament=tournament, action__in=(*SEAT_CHANGES, *CARD_CHANGES, *ATTACKER_CHANGES)
    )
    last_changes = dict(changes.order_by().values_list("action").annotate(last=Max("created_at")))
    # a paper that shows both seats and attackers is named once
    old_papers = dict.fromkeys(
        kind
        for kinds, actions in (
            (MOVEMENT_PAPERS, SEAT_CHANGES),
            (CARD_PAPERS, CARD_CHANGES),
            (ATTACKER_PAPERS, ATTACKER_CHANGES),
        )
        for kind in kinds
        if kind in paper_times
        and any(last_changes[action] > paper_times[kind] for action in actions if action in last_changes)
    )
    return tuple(old_papers)


def _phones(tournament: Tournament, session: Session, tournament_format: TournamentFormat) -> Phones:
    rules = PhoneRules.objects.filter(tournament=tournament).first() or PhoneRules()
    links = TableAccess.objects.filter(table__section__session=session, revoked_at=None)
    return Phones(
        open_tables=links.count(),
        needs_confirmation=rules.needs_confirmation,
        # only travellers have one score for each table
        shows_comparison=rules.shows_comparison and tournament_format.sheet is SheetKind.TRAVELLER,
    )
