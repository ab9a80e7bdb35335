"""Whether the sites of a simultaneous play the same cards: compared card by card, without showing any."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Min, OuterRef, Subquery

from games.models import Deal
from tournaments.enums import CompetitionKind
from tournaments.models import CompetitionMember, ResultSlip, Session


class SiteDeals(StrEnum):
    """How the deals of a site stand beside those of the first."""

    SAME = "same"
    OTHER = "other"
    """Some étui holds other cards."""
    UNKNOWN = "unknown"
    """Nothing proves it: some étui is not dealt here, or its hands were made at the table."""


@dataclass(frozen=True, slots=True)
class Site:
    """A member of a simultaneous, and whether it is compared with the others."""

    member: CompetitionMember
    deals: SiteDeals
    """Over all its sessions."""
    is_ranked: bool
    """Nothing was played with other cards, or with cards that nothing proves to be the same."""
    has_results: bool


@dataclass(frozen=True, slots=True)
class _SiteSession:
    """The étuis of one session of a site."""

    member: CompetitionMember
    session: Session
    boards: Mapping[int, object]
    """boards[number]: what tells the cards of an étui; none while some étui is not dealt whole."""
    first_result: int | None
    """Which result of the installation came first here; None before any."""

    @property
    def number(self) -> int:
        return self.session.number


@dataclass(frozen=True, slots=True)
class SiteOffer:
    """Whose deals a session has to play in a simultaneous that its tournament is a site of."""

    member: CompetitionMember
    """The site that they are of."""
    session: Session
    """Theirs."""
    deals: SiteDeals
    """How the session's own stand beside them."""


def sites_of(members: Sequence[CompetitionMember]) -> list[Site]:
    """The sites of a simultaneous, each with how its deals stand. Four queries.

    The cards of the site that played a session first are those that the others must hold; before any result,
    those of the one that joined first. A site may play fewer étuis, or more. A site that is alone is ranked.
    """
    sessions = _load(members)
    reference = _reference(sessions)
    of_member: dict[int, list[_SiteSession]] = {member.pk: [] for member in members}
    for session in sessions:
        of_member[session.member.pk].append(session)
    return [_site(member, of_member[member.pk], reference, len(members) == 1) for member in members]


def offers_for(session: Session) -> list[SiteOffer]:
    """Whose deals a session has to play, for each simultaneous that has some. Five queries for each."""
    competitions = CompetitionMember.objects.filter(
        tournament=session.tournament_id, competition__kind=CompetitionKind.SIMULTANEOUS
    )
    offers = [_offer(row.competition_id, session) for row in competitions.order_by("pk")]
    return [offer for offer in offers if offer is not None]


def _offer(competition: int, session: Session) -> SiteOffer | None:
    """None where no other site has deals yet, or theirs are to be those of this one."""
    members = CompetitionMember.objects.filter(competition=competition)
    sites = _load(list(members.select_related("tournament__club", "competition")))
    dealt = sorted((site for site in sites if site.number == session.number and site.boards), key=_came_first)
    if not dealt or dealt[0].session == session:
        return None
    own = next(site for site in sites if site.session == session)
    return SiteOffer(dealt[0].member, dealt[0].session, _compared(own, _reference(sites)))


def reference_sessions(members: Sequence[CompetitionMember]) -> dict[int, Session]:
    """The sessions whose cards all sites must hold, by number; none where nobody has dealt. Three queries."""
    found: dict[int, Session] = {}
    for session in sorted(_load(members), key=_came_first):
        if session.boards:
            found.setdefault(session.number, session.session)
    return found


def _reference(sessions: Iterable[_SiteSession]) -> dict[tuple[int, int], object]:
    """The cards that everybody must hold, by session and étui."""
    found: dict[tuple[int, int], object] = {}
    for session in sorted(sessions, key=_came_first):
        for board, cards in session.boards.items():
            found.setdefault((session.number, board), cards)
    return found


def _site(
    member: CompetitionMember,
    sessions: Iterable[_SiteSession],
    reference: Mapping[tuple[int, int], object],
    is_alone: bool,
) -> Site:
    found = [(_compared(session, reference), session.first_result is not None) for session in sessions]
    faults = (SiteDeals.OTHER, SiteDeals.UNKNOWN)
    worst = next((fault for fault in faults if any(deals is fault for deals, _ in found)), SiteDeals.SAME)
    played = [deals for deals, has_results in found if has_results]
    return Site(
        member=member,
        deals=worst,
        is_ranked=is_alone or all(deals is SiteDeals.SAME for deals in played),
        has_results=bool(played),
    )


def _compared(session: _SiteSession, reference: Mapping[tuple[int, int], object]) -> SiteDeals:
    if not session.boards:
        return SiteDeals.UNKNOWN
    is_same = all(reference[session.number, board] == cards for board, cards in session.boards.items())
    return SiteDeals.SAME if is_same else SiteDeals.OTHER


def _came_first(session: _SiteSession) -> tuple[bool, int, int]:
    return session.first_result is None, session.first_result or 0, session.member.pk


def _load(members: Sequence[CompetitionMember]) -> list[_SiteSession]:
    """Every session of the sites. Three queries."""
    slips = ResultSlip.objects.filter(play__round__section__session=OuterRef("pk"))
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
            boards=_dealt(session, cards.get(session.deal_set_id or 0, {})),
            first_result=session.first_result,
        )
        for session in sessions
    ]


def _dealt(session: Session, cards: Mapping[int, object]) -> Mapping[int, object]:
    """The cards of every étui that the session plays, none where some are missing."""
    count = max((section.board_count for section in session.sections.all()), default=0)
    wanted = range(1, count + 1)
    return {board: cards[board] for board in wanted} if all(board in cards for board in wanted) else {}


def _whole_deals(deal_sets: Sequence[int]) -> dict[int, dict[int, object]]:
    """The deals that are known whole, by set and number, as values that can be compared. One query."""
    found: dict[int, dict[int, object]] = {}
    for deal in Deal.objects.filter(deal_set__in=deal_sets):
        if deal.is_whole:
            found.setdefault(deal.deal_set_id, {})[deal.number] = (deal.dealer, deal.taker, deal.hands)
    return found
