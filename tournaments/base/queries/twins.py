"""Other events with the same cards: deals taken over from one to another, or equal deals."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.enums import DealSetState
from games.models import Deal, DealSet
from tournaments.base.prepared import PreparedQuery
from tournaments.base.queries.progress import complete_boards
from tournaments.enums import CompetitionKind, TournamentState
from tournaments.models import CompetitionMember, Session, Tournament


@dataclass(frozen=True, slots=True)
class Twin:
    """A session of another tournament with deals of the same cards, in a set that is not revealed."""

    session: Session
    """The session with its tournament, club and set."""
    boards: tuple[tuple[int, int], ...]
    """Pairs of board numbers, (here, there)."""
    is_bound: bool
    """True if reading the cards here also needs the right there.

    The set there is older, and either these deals were taken over from it or it is of the same club. Sites of
    one simultaneous are bound only by deals taken over: each is responsible for the deals that it received.
    """
    is_site: bool
    """True for another site of the same simultaneous that took no deals over."""
    is_near: bool
    """True if the boards opened here are known there: same club, same simultaneous, or deals taken over."""

    def shown(self) -> frozenset[int]:
        """Return the boards there that are public: opened, and played at every table. Two queries."""
        return frozenset(self.session.opened_boards.values_list("board", flat=True)) & self.played()

    def played(self) -> frozenset[int]:
        """Return the boards there that every table has played. One query."""
        return complete_boards(self.session)


def list_twins(sessions: QuerySet[Session]) -> list[Twin]:
    """Return the twins of some sessions of one tournament, oldest first. Two queries; with any twin, five."""
    own_deals = list(
        Deal.objects.filter(deal_set__session__in=sessions)
        .exclude(deal_set__state=DealSetState.REVEALED)
        .values_list("hands", "number", "deal_set", "deal_set__lineage", "deal_set__session__tournament")
    )
    if not own_deals:
        return []
    by_cards: dict[object, set[int]] = {}
    lineages: dict[object, set[int]] = {}
    for hands, number, _set, lineage, _tournament in own_deals:
        by_cards.setdefault(hands, set()).add(number)
        lineages.setdefault(lineage, set()).add(number)
    same_cards = Q(hands__in=list(by_cards)) | Q(
        deal_set__in=DealSet.objects.filter(lineage__in=list(lineages))
    )
    rows = (
        Deal.objects.filter(same_cards, deal_set__session__isnull=False)
        .exclude(deal_set__session__tournament=own_deals[0][4])
        .exclude(deal_set__state=DealSetState.REVEALED)
        .values_list("deal_set__session", "deal_set__lineage", "hands", "number")
    )
    pairs_by_session: dict[int, set[tuple[int, int]]] = {}
    taken_over: set[int] = set()
    for session_id, lineage, hands, number in rows:
        pairs = {(own_number, number) for own_number in by_cards.get(hands, ())}
        if number in lineages.get(lineage, ()):
            pairs.add((number, number))
            taken_over.add(session_id)
        if pairs:
            pairs_by_session.setdefault(session_id, set()).update(pairs)
    if not pairs_by_session:
        return []
    twin_sessions = (
        Session.objects.filter(pk__in=pairs_by_session)
        .select_related("tournament__club", "deal_set")
        .order_by("pk")
    )
    tournament = Tournament.objects.get(pk=own_deals[0][4])
    sites, newest = other_sites(tournament), max(row[2] for row in own_deals)
    twins = []
    for session in twin_sessions.order_by("pk"):
        is_home, is_site = session.tournament.club_id == tournament.club_id, session.tournament_id in sites
        is_taken, is_older = session.pk in taken_over, (session.deal_set_id or 0) < newest
        twins.append(
            Twin(
                session=session,
                boards=tuple(sorted(pairs_by_session[session.pk])),
                is_bound=is_older and (is_taken or (is_home and not is_site)),
                is_site=is_site and not is_taken,
                is_near=is_taken or is_home or is_site,
            )
        )
    return twins


def live_twins(of: Tournament | Session) -> list[Twin]:
    """Return the twins that are not over, of all sessions of a tournament or of one.

    One query if there is none.
    """
    # most events have no twin, and one prepared query decides that
    if isinstance(of, Tournament):
        has_any, sessions = _HAS_TWIN_OF_TOURNAMENT.rows(of.pk), of.sessions.all()
    else:
        has_any, sessions = _HAS_TWIN_OF_SESSION.rows(of.pk), Session.objects.filter(pk=of.pk)
    if not has_any:
        return []
    return [
        twin for twin in list_twins(sessions) if twin.session.tournament.state != TournamentState.FINISHED
    ]


def other_sites(tournament: Tournament) -> frozenset[int]:
    """Return the other sites of the simultaneous events to which a tournament belongs. One query."""
    own_memberships = CompetitionMember.objects.filter(
        tournament=tournament, competition__kind=CompetitionKind.SIMULTANEOUS
    )
    all_memberships = CompetitionMember.objects.filter(competition__in=own_memberships.values("competition"))
    return frozenset(all_memberships.exclude(tournament=tournament).values_list("tournament", flat=True))


def with_twins(deals: QuerySet[Deal], *, is_near: bool = False) -> QuerySet[Any]:
    """Return the deals with `has_twin`:

    True if an event that is not over holds the same sealed cards. No query.

    Args:
        is_near: only events of the club, and sites of any simultaneous.
    """
    other_deals = Deal.objects.exclude(deal_set=OuterRef("deal_set")).exclude(
        deal_set__state=DealSetState.REVEALED
    )
    active_deals = other_deals.filter(deal_set__session__isnull=False).exclude(
        deal_set__session__tournament__state=TournamentState.FINISHED
    )
    if is_near:
        club = Q(deal_set__session__tournament__club=OuterRef("deal_set__session__tournament__club"))
        site = Q(deal_set__session__tournament__competitions__competition__kind=CompetitionKind.SIMULTANEOUS)
        active_deals = active_deals.filter(club | site)
    equal_deals = active_deals.filter(hands=OuterRef("hands"))
    deals_of_lineage = active_deals.filter(
        number=OuterRef("number"), deal_set__lineage=OuterRef("deal_set__lineage")
    )
    return deals.annotate(has_twin=Exists(equal_deals) | Exists(deals_of_lineage))


def _first_with_twin(deals: QuerySet[Deal]) -> QuerySet[Any, tuple[int]]:
    sealed_deals = deals.exclude(deal_set__state=DealSetState.REVEALED)
    return with_twins(sealed_deals).filter(has_twin=True).values_list("pk")[:1]


_HAS_TWIN_OF_TOURNAMENT = PreparedQuery(
    lambda pk: _first_with_twin(Deal.objects.filter(deal_set__session__tournament=pk)), int
)
_HAS_TWIN_OF_SESSION = PreparedQuery(
    lambda pk: _first_with_twin(Deal.objects.filter(deal_set__session=pk)), int
)
"""Queries prepared in advance: each page of a reader of the cards needs them, and they take long to build."""
