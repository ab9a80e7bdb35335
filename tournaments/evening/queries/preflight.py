"""The facts that are checked before an evening begins, from the rows of its current session."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.db.models import Max

from games.enums import DealSetState
from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.teams import players_of
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
from tournaments.paper.queries.papers import papers_made

SEAT_CHANGES = (
    "tournament.seated", "tournament.sections", "teams.changed", "entries.partners", "substitution.made",
    "substitution.cancelled", "incident.done", "incident.undone",
)  # fmt: skip
CARD_CHANGES = ("deals.dealt", "deals.imported", "deals.reused", "deals.recorded")
SHOWS_SEATS = (
    DocumentKind.SEAT_LISTS, DocumentKind.PERSONAL_CARDS, DocumentKind.GUIDE_CARDS,
    DocumentKind.MOVEMENT_SHEETS, DocumentKind.TRAVELLERS, DocumentKind.SCORE_SHEETS,
)  # fmt: skip
SHOWS_CARDS = (
    DocumentKind.HAND_DIAGRAMS, DocumentKind.SORTING_SHEETS, DocumentKind.COPY_SHEETS, DocumentKind.DOG_SLIPS,
)  # fmt: skip
"""What papers show, and the lines of the trace that tell of its changes."""


def load_preflight(tournament: Tournament) -> EveningFacts:
    """Return the facts of the current session. Sixteen queries at most, whatever the size."""
    session = current_session(tournament)
    sections = list(session.sections.select_related("movement"))
    is_seated = tournament.state != TournamentState.DRAFT
    played = find_format(tournament.format)
    welcome = load_arrivals(tournament)
    entries = [line.entry for line in welcome.account.lines]
    if is_seated:
        # An incident changes who sits and leaves the movement's places as they were.
        entries = [entry for entry in entries if entry.presence != EntryPresence.WITHDRAWN]
    made = papers_made(tournament)
    needed = hall_papers(played)
    licences = _licences(welcome)
    return EveningFacts(
        is_seated=is_seated,
        is_first_session=session.number == 1,
        has_teams=played.has_teams,
        is_practice=tournament.is_practice,
        table_count=count_tables(session, sections),
        seat_count=_seated_count(session) if is_seated else sum(section.player_count for section in sections),
        entry_count=len(entries),
        placed_count=sum(entry.section_id is not None for entry in entries),
        incomplete_partners=_incomplete_partners(played, entries),
        arrived_count=welcome.arrived,
        boards=_boards(tournament, session, sections, played),
        papers_missing=tuple(kind for kind in DocumentKind if kind in needed and kind not in made),
        papers_old=_old_papers(tournament, made),
        has_fees=bool(welcome.account.rates),
        unpaid_count=sum(line.left > 0 for line in welcome.account.lines),
        asks_licences=not played.is_friendly,
        without_licence=licences[Licence.NONE],
        expired_licences=licences[Licence.EXPIRED],
        unchecked_licences=licences[Licence.UNKNOWN],
        phones=_phones(tournament, session, played),
        is_public=tournament.visibility == Visibility.PUBLIC,
    )


def _seated_count(session: Session) -> int:
    """Return how many entries that did not leave sit somewhere. One query."""
    seats = Seating.objects.filter(round__section__session=session)
    return seats.exclude(entry__presence=EntryPresence.WITHDRAWN).values("entry").distinct().count()


def _licences(welcome: ArrivalList) -> Counter[Licence]:
    guests = [guest for line in welcome.lines for guest in line.guests]
    return Counter(guest.licence for guest in guests if guest.licence is not None)


def _incomplete_partners(played: TournamentFormat, entries: Collection[Entry]) -> int:
    """Names of partners with too few or too many players, those without a name together counted as one."""
    if not played.has_partners:
        return 0
    counts = Counter(entry.partners for entry in entries)
    size = played.plan.unit_sizes[0]
    return sum(count != size or not name for name, count in counts.items())


def _boards(
    tournament: Tournament, session: Session, sections: Collection[Section], played: TournamentFormat
) -> Boards:
    if not played.needs_dealt_boards:
        return Boards(needed=())
    deal_set = session.deal_set
    readers = DealReader.objects.filter(tournament=tournament).select_related("user")
    named = {row.user_id: row.user.name for row in readers}
    playing = players_of(tournament).filter(user__in=named).values_list("user", flat=True)
    return Boards(
        needed=tuple(section.board_count for section in sections),
        dealt=None if deal_set is None else deal_set.deals.count(),
        is_sealed=deal_set is not None and deal_set.state == DealSetState.SEALED,
        is_revealed=deal_set is not None and deal_set.state == DealSetState.REVEALED,
        readers=len(named),
        playing_readers=tuple(sorted(named[user] for user in playing)),
    )


def _old_papers(tournament: Tournament, made: dict[str, datetime]) -> tuple[str, ...]:
    """Kinds asked for before the last change of what they show."""
    traced = AuditEvent.objects.filter(tournament=tournament, action__in=(*SEAT_CHANGES, *CARD_CHANGES))
    last = dict(traced.order_by().values_list("action").annotate(last=Max("created_at")))
    return tuple(
        kind
        for kinds, actions in ((SHOWS_SEATS, SEAT_CHANGES), (SHOWS_CARDS, CARD_CHANGES))
        for kind in kinds
        if kind in made and any(last[action] > made[kind] for action in actions if action in last)
    )


def _phones(tournament: Tournament, session: Session, played: TournamentFormat) -> Phones:
    rules = PhoneRules.objects.filter(tournament=tournament).first() or PhoneRules()
    links = TableAccess.objects.filter(table__section__session=session, revoked_at=None)
    return Phones(
        is_usable=played.sheet is SheetKind.TRAVELLER,
        open_tables=links.count(),
        needs_confirmation=rules.needs_confirmation,
        shows_comparison=rules.shows_comparison,
    )
