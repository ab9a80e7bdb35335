"""The tables of a round whose people sit together: which are done, where somebody sits, what was played."""

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction

from play.free.models import FreeDeal, FreeTable, TableSeat
from play.rooms.models import RoomEntry, RoomPlay, RoomRound, RoomTable
from play.tables.models import PlayedTable


def finished_tables(of: RoomRound) -> set[int]:
    """Keys of the tables of a round that are closed or have finished their deals. Two queries."""
    tables = list(RoomTable.objects.filter(round=of).select_related("free_table"))
    ended = _ended_deals(tables)
    return {
        each.pk
        for each in tables
        if each.free_table.ended_at is not None
        or len(ended.get(each.free_table_id, ())) >= each.free_table.deal_count
    }


def over_deals(of: RoomRound) -> tuple[int, ...]:
    """Deals that nobody at the tables of a round can play any more. Two queries."""
    if of.movement is None:
        return ()
    tables = list(RoomTable.objects.filter(round=of).select_related("free_table"))
    ended = _ended_deals(tables)
    done: dict[int, int] = defaultdict(int)
    for each in tables:
        first, count = each.free_table.first_deal, each.free_table.deal_count
        is_closed = each.free_table.ended_at is not None
        for number in range(1, count + 1):
            done[first + number - 1] += is_closed or number in ended.get(each.free_table_id, ())
    return tuple(
        deal
        for deal in range(1, of.deals + 1)
        if done[deal] == len(of.movement[(deal - 1) // of.deals_of_position])
    )


def table_scores(of: RoomRound) -> dict[int, dict[int, Fraction]]:
    """points[entry's key][deal] of the hands that were finished in time. Two queries."""
    ended = FreeDeal.objects.filter(
        free_table__room_table__round=of, table__ended_at__lte=of.closes_at
    ).values_list("free_table__room_table", "free_table__first_deal", "number", "table__score")
    scores = {(at, first + number - 1): score.split(" ") for at, first, number, score in ended}
    points: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for hand in RoomPlay.objects.filter(entry__round=of, at__isnull=False):
        found = scores.get((hand.at_id or 0, hand.deal))
        if found is not None and hand.seat is not None:
            points[hand.entry_id][hand.deal] = Fraction(found[hand.seat])
    return points


def held_hands(of: RoomRound) -> dict[int, dict[int, int]]:
    """seats[entry's key][deal]: at which seat he held it, or was to. One query."""
    seats: dict[int, dict[int, int]] = defaultdict(dict)
    for hand in RoomPlay.objects.filter(entry__round=of):
        if hand.seat is not None:
            seats[hand.entry_id][hand.deal] = hand.seat
    return seats


def own_table(entry: RoomEntry, *, before: int | None = None) -> tuple[RoomTable, TableSeat] | None:
    """The last table at which somebody of a round has sat, with his seat there. Two queries.

    Args:
        before: only at positions before this one.
    """
    if entry.is_robot or entry.line is None:
        return None
    tables = RoomTable.objects.filter(round=entry.round_id).select_related("free_table", "round")
    if before is not None:
        tables = tables.filter(position__lt=before)
    mine = {"owner": entry.owner_id} if entry.owner_id else {"device": entry.device, "owner": None}
    seats = TableSeat.objects.filter(table__room_table__in=tables, **mine).order_by("-joined_at", "-pk")
    seat = seats.first()
    return (tables.get(free_table=seat.table_id), seat) if seat is not None else None


def room_table_of(table: FreeTable) -> RoomTable | None:
    """The table of a round that a free table is. One query unless it was loaded with the table."""
    if table.deal_set_id is None:
        return None
    return RoomTable.objects.select_related("round__room").filter(free_table=table).first()


def is_table_done(at: RoomTable) -> bool:
    """Whether a table of a round has finished its deals. One query."""
    deals = FreeDeal.objects.filter(free_table=at.free_table_id, table__ended_at__isnull=False)
    return deals.count() >= at.round.deals_of_position


def played_hands(of: RoomRound, deal: int) -> dict[int, PlayedTable]:
    """tables[key of a `RoomTable`] at which a deal of a round was begun. One query."""
    deals = FreeDeal.objects.filter(free_table__room_table__round=of, table__isnull=False)
    found = deals.select_related("table", "free_table__room_table")
    return {
        each.free_table.room_table.pk: each.table
        for each in found
        if each.free_table.first_deal + each.number - 1 == deal
    }


def _ended_deals(tables: Collection[RoomTable]) -> dict[int, set[int]]:
    """numbers[key of a free table] of its deals that are over. One query."""
    ended = FreeDeal.objects.filter(
        free_table__in=[each.free_table_id for each in tables], table__ended_at__isnull=False
    )
    numbers: dict[int, set[int]] = defaultdict(set)
    for table, number in ended.values_list("free_table_id", "number"):
        numbers[table].add(number)
    return numbers
