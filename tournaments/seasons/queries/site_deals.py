"""Check that the sites of a simultaneous play the same cards, without showing any."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Min, OuterRef, Subquery

from games.models import Deal
from tournaments.enums import CompetitionKind
from tournaments.models import CompetitionMember, ResultSlip, Session


class SiteDeals(StrEnum):
    """The state of a site's deals in comparison with those of the first site."""

    SAME = "same"
    OTHER = "other"
    """Some étui holds other cards."""
    UNKNOWN = "unknown"
    """Not proved: some étui is not dealt here, or its hands were made at the table."""


@dataclass(frozen=True, slots=True)
class Site:
    """A member of a simultaneous, with the state of its deals."""

    member: CompetitionMember
    deals: SiteDeals
    """State over all sessions of the site."""
    is_ranked: bool
    """True if all sessions with results are proved to use the same cards, or if the site is alone."""
    has_results: bool


@dataclass(frozen=True, slots=True)
class _SiteSession:
    """The étuis of one session of a site."""

    member: CompetitionMember
    session: Session
    boards: Mapping[int, object]
    """boards[number]: comparable value of the cards of an étui; {} while some étui is not dealt whole."""
    first_result: int | None
    """Id of the session's first result; None before any."""

    @property
    def number(self) -> int:
        return self.session.number


@dataclass(frozen=True, slots=True)
class SiteOffer:
    """The deals that a session has to play as a site of a simultaneous."""

    member: CompetitionMember
    """Site whose deals they are."""
    session: Session
    """Session whose deals they are."""
    deals: SiteDeals
    """State of the session's own deals in comparison."""


def sites_of(members: Sequence[CompetitionMember]) -> list[Site]:
    """Return the sites of a simultaneous with the state of their deals. Four queries.

    Reference is the site that played a session first, or before any result the site that joined first. A site
    may play fewer étuis, or more. A site that is alone is ranked.
    """
    sessions = _load(members)
    reference = _reference(sessions)
    of_member: dict[int, list[_SiteSession]] = {member.pk: [] for member in members}
    for session in sessions:
        of_member[session.member.pk].append(session)
    return [_site(member, of_member[member.pk], reference, len(members) == 1) for member in members]


def offers_for(session: Session) -> list[SiteOffer]:
    """Return the deals that a session has to play in each simultaneous. Five queries for each."""
    competitions = CompetitionMember.objects.filter(
        tournament=session.tournament_id, competition__kind=CompetitionKind.SIMULTANEOUS
    )
    offers = [_offer(row.competition_id, session) for row in competitions.order_by("pk")]
    return [offer for offer in offers if offer is not None]


def _offer(competition: int, session: Session) -> SiteOffer | None:
    """Return the offer; None if no other site has deals yet, or if the session's own are the reference."""
    members = CompetitionMember.objects.filter(competition=competition)
    sites = _load(list(members.select_related("tournament__club", "competition")))
    dealt_sites = sorted(
        (site for site in sites if site.number == session.number and site.boards), key=_precedence
    )
    if not dealt_sites or dealt_sites[0].session == session:
        return None
    own_site = next(site for site in sites if site.session == session)
    return SiteOffer(dealt_sites[0].member, dealt_sites[0].session, _compare(own_site, _reference(sites)))


def reference_sessions(members: Sequence[CompetitionMember]) -> dict[int, Session]:
    """Return the sessions with the reference cards, by number; {} before any deal. Three queries."""
    references: dict[int, Session] = {}
    for session in sorted(_load(members), key=_precedence):
        if session.boards:
            references.setdefault(session.number, session.session)
    return references


def _reference(sessions: Iterable[_SiteSession]) -> dict[tuple[int, int], object]:
    """Return the reference cards, by session and étui."""
    reference: dict[tuple[int, int], object] = {}
    for session in sorted(sessions, key=_precedence):
        for board, cards in session.boards.items():
            reference.setdefault((session.number, board), cards)
    return reference


def _site(
    member: CompetitionMember,
    sessions: Iterable[_SiteSession],
    reference: Mapping[tuple[int, int], object],
    is_alone: bool,
) -> Site:
    states = [(_compare(session, reference), session.first_result is not None) for session in sessions]
    faults = (SiteDeals.OTHER, SiteDeals.UNKNOWN)
    worst_state = next(
        (fault for fault in faults if any(state is fault for state, _ in states)), SiteDeals.SAME
    )
    states_with_results = [state for state, has_results in states if has_results]
    return Site(
        member=member,
        deals=worst_state,
        is_ranked=is_alone or all(state is SiteDeals.SAME for state in states_with_results),
        has_results=bool(states_with_results),
    )


def _compare(session: _SiteSession, reference: Mapping[tuple[int, int], object]) -> SiteDeals:
    if not session.boards:
        return SiteDeals.UNKNOWN
    # the reference has a value for each étui that any site plays
    is_same = all(reference[session.number, board] == cards for board, cards in session.boards.items())
    return SiteDeals.SAME if is_same else SiteDeals.OTHER


def _precedence(session: _SiteSession) -> tuple[bool, int, int]:
    # ids of results grow over the whole installation: the lowest was entered first
    return session.first_result is None, session.first_result or 0, session.member.pk


def _load(members: Sequence[CompetitionMember]) -> list[_SiteSession]:
    """Return all sessions of the sites. Three queries."""
    slips = ResultSlip.objects.filter(play__round__section__session=OuterRef("pk"))
    # grouped by the session, because `aggregate()` would run at once and is no subquery
    first = slips.order_by().values("play__round__section__session").annotate(first=Min("pk")).values("first")
    sessions = (
        Session.objects.filter(tournament__in=[member.tournament_id for member in members])
        .annotate(first_result=Subquery(first))
        .prefetch_related("sections")
        .order_by("pk")
    )
    of_tournament = {member.tournament_id: member for member in members}
    cards = _whole_deals([session.deal_set_id for session in sessions if session.deal_set_id])
    return [
        _SiteSession(
            member=of_tournament[session.tournament_id],
            session=session,
            boards=_complete_boards(session, cards.get(session.deal_set_id or 0, {})),
            first_result=session.first_result,
        )
        for session in sessions
    ]


def _complete_boards(session: Session, cards: Mapping[int, object]) -> Mapping[int, object]:
    """Return the cards of the étuis of the session; {} if some are missing."""
    count = max((section.board_count for section in session.sections.all()), default=0)
    numbers = range(1, count + 1)
    return {board: cards[board] for board in numbers} if all(board in cards for board in numbers) else {}


def _whole_deals(deal_sets: Sequence[int]) -> dict[int, dict[int, object]]:
    """Return the deals known whole, by set and number, as comparable values. One query."""
    deals_by_set: dict[int, dict[int, object]] = {}
    for deal in Deal.objects.filter(deal_set__in=deal_sets):
        if deal.is_whole:
            deals_by_set.setdefault(deal.deal_set_id, {})[deal.number] = (deal.dealer, deal.taker, deal.hands)
    return deals_by_set
