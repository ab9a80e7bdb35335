"""Deals that are already known to people, and sessions whose deals may be used again."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from games.enums import DealSetState
from games.models import Deal
from tournaments.base.queries.teams import list_tournament_players
from tournaments.base.queries.twins import other_sites
from tournaments.models import Person, Seating, Session


@dataclass(frozen=True, slots=True)
class SeenDeals:
    """A participant who sat at an earlier play of some deals."""

    person: Person
    boards: tuple[int, ...]
    """Numbers of these deals in the session, ascending."""


def list_people_who_saw(session: Session, hands: Mapping[str, int]) -> list[SeenDeals]:
    """Return the participants of the session's tournament who sat at an earlier play of some deals.

    Three queries. A deal is recognised by its cards, in any set and with any number.

    Args:
        hands: number in the session of each deal, by its stored text.

    Returns:
        The people by name.
    """
    participant_ids = set(list_tournament_players(session.tournament).values_list("pk", flat=True))
    # seats and plays of a round belong together by their table
    seatings = Seating.objects.filter(
        table=F("round__plays__table"),
        round__section__session__deal_set__deals__number=F("round__plays__board"),
        round__section__session__deal_set__deals__hands__in=list(hands),
    )
    numbers = _by_cards(hands)
    other_seatings = seatings.exclude(round__section__session=session)
    rows = other_seatings.values_list(
        "entry__person", "entry__members__person", "round__section__session__deal_set__deals__hands"
    )
    boards_by_person: dict[int, set[int]] = {}
    for player, member, cards in rows.distinct():
        # an entry with members is a team, whose person is the captain only
        person = member or player
        if person in participant_ids:
            boards_by_person.setdefault(person, set()).add(numbers[cards])
    # the default manager leaves out the fictitious people of practice events
    people = Person.everybody.filter(pk__in=boards_by_person)
    return [SeenDeals(person, tuple(sorted(boards_by_person[person.pk]))) for person in people]


def list_public_boards(session: Session, hands: Mapping[str, int]) -> list[int]:
    """Return the numbers of the deals that are public elsewhere, or will be soon. One query.

    Args:
        hands: as for `list_people_who_saw`.

    Returns:
        Numbers in the session, ascending. The other set is revealed, or the étui is opened there.
    """
    other_deals = Deal.objects.filter(hands__in=list(hands)).exclude(deal_set__session=session)
    is_opened = Q(deal_set__session__opened_boards__board=F("number"))
    public_deals = other_deals.filter(Q(deal_set__state=DealSetState.REVEALED) | is_opened)
    numbers = _by_cards(hands)
    return sorted({numbers[cards] for cards in public_deals.values_list("hands", flat=True)})


def reusable_sessions(session: Session, board_count: int) -> QuerySet[Session]:
    """Return other sessions whose deals may be used again, latest first, with tournament and set.

    They belong to the club, or to another site of the same simultaneous event. They have the same format and
    at least `board_count` deals. A practice event uses only the deals of practice events, and other events
    never use these. Two queries.
    """
    is_same_club = Q(tournament__club=session.tournament.club_id)
    sessions = Session.objects.filter(
        is_same_club | Q(tournament__in=other_sites(session.tournament)),
        tournament__format=session.tournament.format,
        # otherwise a practice event could show the deals of a coming tournament
        tournament__is_practice=session.tournament.is_practice,
    ).exclude(pk=session.pk)
    large_enough = sessions.annotate(dealt=Count("deal_set__deals")).filter(dealt__gte=board_count)
    return large_enough.select_related("tournament", "deal_set").order_by("-tournament__starts_on", "-pk")


def _by_cards(hands: Mapping[str, int]) -> dict[object, int]:
    """Return the numbers by the sealed cards of the rows, which can be compared but not read."""
    return {Deal(hands=text).hands: number for text, number in hands.items()}
