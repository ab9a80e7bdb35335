"""Which other events hold the same cards: deals taken over from one to another, or equal ones."""

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
    """With its tournament, club and set."""
    boards: tuple[tuple[int, int], ...]
    """Numbers of the étui here and there."""
    is_bound: bool
    """To read here takes the right there too: the cards were there first, and it is of the same club.

    Sites of one simultaneous are not bound, unless one took its deals from the other: each answers for what
    it was sent.
    """
    is_site: bool
    """Another site of the same simultaneous, which took no deals over."""
    is_near: bool
    """Of the same club, or a site of the same simultaneous: what is open here is known there."""

    def shown(self) -> frozenset[int]:
        """Étuis there that anybody may see: opened, and played everywhere. Two queries."""
        return frozenset(self.session.opened_boards.values_list("board", flat=True)) & self.played()

    def played(self) -> frozenset[int]:
        """Étuis there that no table has yet to play. One query."""
        return complete_boards(self.session)


def list_twins(sessions: QuerySet[Session]) -> list[Twin]:
    """The twins of some sessions of one tournament, by age. Two queries, five when there are any."""
    own = list(
        Deal.objects.filter(deal_set__session__in=sessions)
        .exclude(deal_set__state=DealSetState.REVEALED)
        .values_list("hands", "number", "deal_set", "deal_set__lineage", "deal_set__session__tournament")
    )
    if not own:
        return []
    by_cards: dict[object, set[int]] = {}
    lineages: dict[object, set[int]] = {}
    for hands, number, _set, lineage, _tournament in own:
        by_cards.setdefault(hands, set()).add(number)
        lineages.setdefault(lineage, set()).add(number)
    same = Q(hands__in=list(by_cards)) | Q(deal_set__in=DealSet.objects.filter(lineage__in=list(lineages)))
    rows = (
        Deal.objects.filter(same, deal_set__session__isnull=False)
        .exclude(deal_set__session__tournament=own[0][4])
        .exclude(deal_set__state=DealSetState.REVEALED)
        .values_list("deal_set__session", "deal_set__lineage", "hands", "number")
    )
    found: dict[int, set[tuple[int, int]]] = {}
    taken_over: set[int] = set()
    for session, lineage, hands, number in rows:
        pairs = {(here, number) for here in by_cards.get(hands, ())}
        if number in lineages.get(lineage, ()):
            pairs.add((number, number))
            taken_over.add(session)
        if pairs:
            found.setdefault(session, set()).update(pairs)
    if not found:
        return []
    others = (
        Session.objects.filter(pk__in=found).select_related("tournament__club", "deal_set").order_by("pk")
    )
    tournament = Tournament.objects.get(pk=own[0][4])
    sites, newest = other_sites(tournament), max(row[2] for row in own)
    twins = []
    for other in others.order_by("pk"):
        is_home, is_site = other.tournament.club_id == tournament.club_id, other.tournament_id in sites
        is_taken, is_older = other.pk in taken_over, (other.deal_set_id or 0) < newest
        twins.append(
            Twin(
                session=other,
                boards=tuple(sorted(found[other.pk])),
                is_bound=is_older and (is_taken or (is_home and not is_site)),
                is_site=is_site and not is_taken,
                is_near=is_taken or is_home or is_site,
            )
        )
    return twins


def live_twins(of: Tournament | Session) -> list[Twin]:
    """The twins that are not over, of all sessions of a tournament or of one. One query if there is none."""
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
    """The other sites of the simultaneous events that a tournament is a site of. One query."""
    mine = CompetitionMember.objects.filter(
        tournament=tournament, competition__kind=CompetitionKind.SIMULTANEOUS
    )
    others = CompetitionMember.objects.filter(competition__in=mine.values("competition"))
    return frozenset(others.exclude(tournament=tournament).values_list("tournament", flat=True))


def with_twins(deals: QuerySet[Deal], *, is_near: bool = False) -> QuerySet[Any]:
    """The deals with `has_twin`: whether an event that is not over holds the same cards, sealed. No query.

    Args:
        is_near: only events of the club, and sites of any simultaneous.
    """
    others = Deal.objects.exclude(deal_set=OuterRef("deal_set")).exclude(
        deal_set__state=DealSetState.REVEALED
    )
    going_on = others.filter(deal_set__session__isnull=False).exclude(
        deal_set__session__tournament__state=TournamentState.FINISHED
    )
    if is_near:
        club = Q(deal_set__session__tournament__club=OuterRef("deal_set__session__tournament__club"))
        site = Q(deal_set__session__tournament__competitions__competition__kind=CompetitionKind.SIMULTANEOUS)
        going_on = going_on.filter(club | site)
    equal = going_on.filter(hands=OuterRef("hands"))
    taken = going_on.filter(number=OuterRef("number"), deal_set__lineage=OuterRef("deal_set__lineage"))
    return deals.annotate(has_twin=Exists(equal) | Exists(taken))


def _first_with_twin(deals: QuerySet[Deal]) -> QuerySet[Any, tuple[int]]:
    sealed = deals.exclude(deal_set__state=DealSetState.REVEALED)
    return with_twins(sealed).filter(has_twin=True).values_list("pk")[:1]


_HAS_TWIN_OF_TOURNAMENT = PreparedQuery(
    lambda pk: _first_with_twin(Deal.objects.filter(deal_set__session__tournament=pk)), int
)
_HAS_TWIN_OF_SESSION = PreparedQuery(
    lambda pk: _first_with_twin(Deal.objects.filter(deal_set__session=pk)), int
)
"""Prepared: each page that a reader of the cards opens asks for twins, and this takes long to build."""
