"""The shared tables of a round: their progress, a player's table, the hands played."""

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction

from django.db.models import F, Max

from play.free.models import FreeDeal, FreeTable, TableSeat
from play.rooms.models import RoomEntry, RoomPlay, RoomRound, RoomTable
from play.tables.models import PlayedTable


def finished_tables(of: RoomRound) -> set[int]:
    """Return the keys of the tables of a round that are closed or have finished their deals. Two queries."""
    tables = list(RoomTable.objects.filter(round=of).select_related("free_table"))
    ended_deals = _ended_deals(tables)
    return {
        room_table.pk
        for room_table in tables
        if room_table.free_table.ended_at is not None
        or len(ended_deals.get(room_table.free_table_id, ())) >= room_table.free_table.deal_count
    }


def over_deals(of: RoomRound) -> tuple[int, ...]:
    """Return the deals that no player at the tables of a round can still play. Two queries."""
    if of.movement is None:
        return ()
    tables = list(RoomTable.objects.filter(round=of).select_related("free_table"))
    ended_deals = _ended_deals(tables)
    closed_tables: dict[int, int] = defaultdict(int)
    for room_table in tables:
        first_deal, count = room_table.free_table.first_deal, room_table.free_table.deal_count
        is_closed = room_table.free_table.ended_at is not None
        for number in range(1, count + 1):
            closed_tables[first_deal + number - 1] += is_closed or number in ended_deals.get(
                room_table.free_table_id, ()
            )
    return tuple(
        deal
        for deal in range(1, of.deals + 1)
        if closed_tables[deal] == len(of.movement[(deal - 1) // of.deals_of_position])
    )


def table_scores(of: RoomRound) -> dict[int, dict[int, Fraction]]:
    """Return points[entry's key][deal] of the hands finished in time. Two queries."""
    ended_deals = FreeDeal.objects.filter(
        free_table__room_table__round=of, table__ended_at__lte=of.closes_at
    ).values_list("free_table__room_table", "free_table__first_deal", "number", "table__score")
    scores = {
        (at, first_deal + number - 1): score.split(" ") for at, first_deal, number, score in ended_deals
    }
    points: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for hand in RoomPlay.objects.filter(entry__round=of, at__isnull=False):
        seat_points = scores.get((hand.at_id or 0, hand.deal))
        if seat_points is not None and hand.seat is not None:
            points[hand.entry_id][hand.deal] = Fraction(seat_points[hand.seat])
    return points


def held_hands(of: RoomRound) -> dict[int, dict[int, int]]:
    """Return seats[entry's key][deal] of the hands assigned to each entry. One query."""
    seats: dict[int, dict[int, int]] = defaultdict(dict)
    for hand in RoomPlay.objects.filter(entry__round=of):
        if hand.seat is not None:
            seats[hand.entry_id][hand.deal] = hand.seat
    return seats


def own_table(entry: RoomEntry, *, before: int | None = None) -> tuple[RoomTable, TableSeat] | None:
    """Return the last table of a round at which a player has sat, and their seat there. Two queries.

    Args:
        before: upper limit of the position, excluded.
    """
    if entry.is_robot or entry.line is None:
        return None
    tables = RoomTable.objects.filter(round=entry.round_id).select_related("free_table", "round")
    if before is not None:
        tables = tables.filter(position__lt=before)
    identity = {"owner": entry.owner_id} if entry.owner_id else {"device": entry.device, "owner": None}
    seats = TableSeat.objects.filter(table__room_table__in=tables, **identity).order_by("-joined_at", "-pk")
    seat = seats.first()
    return (tables.get(free_table=seat.table_id), seat) if seat is not None else None


def room_table_of(table: FreeTable) -> RoomTable | None:
    """Return the round table of a free table. One query, none for a table without a set of deals."""
    if table.deal_set_id is None:
        return None
    return RoomTable.objects.select_related("round__room").filter(free_table=table).first()


def last_position(of: RoomRound) -> int | None:
    """Return the last position of a round whose tables are open, from 0; None before. One query at most."""
    if not of.is_shared or of.movement is None:
        return None
    position: int | None = of.tables.aggregate(last=Max("position"))["last"]
    return position


def begun_hands(entry: RoomEntry) -> set[int]:
    """Return the deals of a round begun at the shared tables where a player holds a hand. One query."""
    own_plays = RoomPlay.objects.filter(entry=entry)
    begun_plays = own_plays.filter(
        at__free_table__deals__number=F("deal") - F("at__free_table__first_deal") + 1
    )
    return set(begun_plays.values_list("deal", flat=True))


def is_table_done(at: RoomTable) -> bool:
    """Return whether a table of a round has finished its deals. One query."""
    deals = FreeDeal.objects.filter(free_table=at.free_table_id, table__ended_at__isnull=False)
    return deals.count() >= at.round.deals_of_position


def played_hands(of: RoomRound, deal: int) -> dict[int, PlayedTable]:
    """Return tables[key of a `RoomTable`] at which a deal of a round was begun. One query."""
    deals = FreeDeal.objects.filter(free_table__room_table__round=of)
    free_deals = deals.select_related("table", "free_table__room_table")
    return {
        free_deal.free_table.room_table.pk: free_deal.table
        for free_deal in free_deals
        if free_deal.free_table.first_deal + free_deal.number - 1 == deal
    }


def _ended_deals(tables: Collection[RoomTable]) -> dict[int, set[int]]:
    """Return numbers[key of a free table] of its finished deals. One query."""
    finished_deals = FreeDeal.objects.filter(
        free_table__in=[room_table.free_table_id for room_table in tables], table__ended_at__isnull=False
    )
    numbers: dict[int, set[int]] = defaultdict(set)
    for table, number in finished_deals.values_list("free_table_id", "number"):
        numbers[table].add(number)
    return numbers
