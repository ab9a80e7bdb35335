"""Which deals that are to be used are known already, and to whom; which sessions' deals may be used again."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from games.enums import DealSetState
from games.models import Deal
from tournaments.base.queries.teams import players_of
from tournaments.base.queries.twins import other_sites
from tournaments.models import Person, Seating, Session


@dataclass(frozen=True, slots=True)
class SeenDeals:
    """A person of a tournament who sat where some deals were played before."""

    person: Person
    boards: tuple[int, ...]
    """Numbers that those deals have, or are to have, in the session; ascending."""


def list_people_who_saw(session: Session, hands: Mapping[str, int]) -> list[SeenDeals]:
    """People entered in the session's tournament who sat at an earlier play of some deals. Three queries.

    A deal is known by its cards, under whatever number and in whatever set it was played.

    Args:
        hands: the deals as stored, each with its number in the session.

    Returns:
        By name.
    """
    here = set(players_of(session.tournament).values_list("pk", flat=True))
    sat = Seating.objects.filter(
        table=F("round__plays__table"),
        round__section__session__deal_set__deals__number=F("round__plays__board"),
        round__section__session__deal_set__deals__hands__in=list(hands),
    )
    numbers = _by_cards(hands)
    elsewhere = sat.exclude(round__section__session=session)
    rows = elsewhere.values_list(
        "entry__person", "entry__members__person", "round__section__session__deal_set__deals__hands"
    )
    seen: dict[int, set[int]] = {}
    for player, member, cards in rows.distinct():
        person = member or player
        if person in here:
            seen.setdefault(person, set()).add(numbers[cards])
    people = Person.everybody.filter(pk__in=seen)
    return [SeenDeals(person, tuple(sorted(seen[person.pk]))) for person in people]


def list_public_boards(session: Session, hands: Mapping[str, int]) -> list[int]:
    """Those of some deals that anybody may see, or soon will, where they were played before. One query.

    Args:
        hands: as for `list_people_who_saw`.

    Returns:
        Their numbers in the session, ascending: the set is revealed there, or the étui opened.
    """
    others = Deal.objects.filter(hands__in=list(hands)).exclude(deal_set__session=session)
    opened = Q(deal_set__session__opened_boards__board=F("number"))
    public = others.filter(Q(deal_set__state=DealSetState.REVEALED) | opened)
    numbers = _by_cards(hands)
    return sorted({numbers[cards] for cards in public.values_list("hands", flat=True)})


def reusable_sessions(session: Session, board_count: int) -> QuerySet[Session]:
    """Other sessions whose deals may be used again, latest first, with tournament and set.

    They are of the club, or of other sites of a simultaneous that this one is a site of.

    Those have at least `board_count` deals of the same format's game. Practice has only practice's, so that
    nobody learns there the deals of an evening to come. Two queries.
    """
    here = Q(tournament__club=session.tournament.club_id)
    others = Session.objects.filter(
        here | Q(tournament__in=other_sites(session.tournament)),
        tournament__format=session.tournament.format,
        tournament__is_practice=session.tournament.is_practice,
    ).exclude(pk=session.pk)
    enough = others.annotate(dealt=Count("deal_set__deals")).filter(dealt__gte=board_count)
    return enough.select_related("tournament", "deal_set").order_by("-tournament__starts_on", "-pk")


def _by_cards(hands: Mapping[str, int]) -> dict[object, int]:
    """The numbers by the cards as rows have them, which can be compared and not read."""
    return {Deal(hands=text).hands: number for text, number in hands.items()}
