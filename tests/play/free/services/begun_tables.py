"""Free tables in play, for the tests of each act."""

from play.free.models import TableSeat
from play.free.services.dealing import begin_deal
from play.tables.models import TableAction
from tests.factories.free_tables import Club


def begun(game: str = "tarot-4", *, people: int = 2, **more: object) -> Club:
    club = Club(game, people=people, **more)
    if club.look().deal is None:
        begin_deal(me=club.seats[0], seen=0, now=club.now)
    return club


def to_act(club: Club) -> TableSeat:
    """Return the seat of the person who is to act. Deals are dealt anew until a person has the turn."""
    acting = club.acting()
    while acting is None:
        begin_deal(me=club.seats[0], seen=number_of(club), now=club.now)
        acting = club.acting()
    return acting


def number_of(club: Club) -> int:
    deal = club.look().deal
    return deal.number if deal else 0


def others_of(club: Club, me: TableSeat) -> list[TableSeat]:
    return [seat for seat in club.seats if seat.pk != me.pk]


def logged(club: Club) -> list[TableAction]:
    return list(TableAction.objects.filter(table__free_deal__free_table=club.table).order_by("pk"))
