"""Rounds whose people sit together: seating, opening tables, late entries and leaving.

The entrants are seated at the start in an order drawn from the round's seed. Robots hold the lines of the
movement that no person holds.

Each hand of a table is one `RoomPlay` of the entry that holds its line when the table begins. It records what
the player has to play, has played and is compared in.

Every change of seats locks the row of the round. Cards are played under the lock of their table alone.
"""

import math
import time
from collections.abc import Sequence
from datetime import datetime
from random import Random

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from common.errors import AppError
from common.live.notifying import notify_pages
from games.core.bots.choosing import RobotLevel
from games.core.outcome import Bid
from games.core.variants.registry import find_variant
from play.free.models import TableSeat
from play.free.services.changes import notify_table
from play.free.services.set_tables import end_table, keep_going, open_set_table, seat_player
from play.free.services.sitting_down import leave_free_table
from play.rooms.enums import RoomContract
from play.rooms.models import RoomEntry, RoomPlay, RoomRound, RoomTable
from play.rooms.queries.movements import most_people, plan_positions, table_count
from play.rooms.queries.tables import finished_tables, own_table
from play.rooms.queries.topics import topics_of
from play.rooms.words.rooms import entry_name

CLOCK = (30, 60)
"""Seconds for each action, and of the reserve of a deal."""
TURN_KEPT = 60 * 60
"""Seconds in the cache of the table at which robots played last. A round takes less."""


def seat_count_of(of: RoomRound) -> int:
    """Return the number of seats of each table of a round."""
    return find_variant(of.room.game).player_count


def refuse_full(of: RoomRound, *, people: int) -> None:
    """Raise if no seat is free for another person.

    Args:
        people: people in the round, without the new one.

    Raises:
        AppError: `round_full`.
    """
    is_full = people >= most_people(seat_count_of(of)) if of.movement is None else not _free_lines(of)
    if is_full:
        message = _("Toutes les places sont prises : la manche suivante commence bientôt.")
        raise AppError("round_full", message)


@transaction.atomic
def seat_round(*, of: RoomRound, now: datetime) -> RoomRound:
    """Seat the entrants of a dealt round, once, and open the tables of its first position.

    Do nothing while the round has no entrants. The first person who enters after the start is seated then.
    """
    locked_round = _lock(of)
    is_due = locked_round.is_shared and locked_round.movement is None and locked_round.deal_set_id is not None
    if not is_due or not locked_round.is_played(now):
        return locked_round
    people = list(locked_round.entries.filter(is_robot=False, left_at=None).order_by("number"))
    if not people:
        return locked_round
    # by the round's seed, so that the order of entry decides no seat (docs/rooms.md)
    Random(locked_round.robot_seed).shuffle(people)  # noqa: S311 - not a secret
    seats = seat_count_of(locked_round)
    tables = table_count(len(people), seats)
    locked_round.movement = plan_positions(
        game=locked_round.room.game, tables=tables, deals=locked_round.deals, seat_count=seats
    )
    locked_round.save(update_fields=["movement"])
    for line, entry in enumerate(people):
        entry.line = line
        entry.save(update_fields=["line"])
    for line in range(len(people), tables * seats):
        _robot_of(locked_round, line, now)
    _open_tables(locked_round, now)
    return locked_round


@transaction.atomic
def take_robot_seat(*, of: RoomRound, entry: RoomEntry, now: datetime) -> None:
    """Give a late entry the first line that a robot holds. The player plays from the next deal on.

    Raises:
        AppError: `round_full`.
    """
    locked_round = _lock(of)
    free_lines = _free_lines(locked_round)
    # raises, since no line is free
    if not free_lines:
        refuse_full(locked_round, people=0)
    entry.line = free_lines[0]
    entry.save(update_fields=["line"])
    robot = _robot_of(locked_round, free_lines[0], now)
    for hand in _hands_to_come(robot):
        assert hand.at is not None
        assert hand.seat is not None
        # several hands at one table need one seat only
        if not hand.at.free_table.seats.filter(seat=hand.seat).exists():
            seat_player(table=hand.at.free_table, seat=_make_seat(hand.seat, entry, now))
    RoomPlay.objects.filter(pk__in=[future_hand.pk for future_hand in _hands_to_come(robot)]).update(
        entry=entry
    )


@transaction.atomic
def give_seat_up(*, entry: RoomEntry, now: datetime) -> None:
    """Transfer a leaving player's unfinished hands to a robot, including the deal under way."""
    locked_round = _lock(entry.round)
    if entry.line is None:
        return
    robot = _robot_of(locked_round, entry.line, now)
    table_and_seat = own_table(entry)
    RoomPlay.objects.filter(pk__in=[hand.pk for hand in _unfinished_hands(entry)]).update(entry=robot)
    if table_and_seat is not None:
        leave_free_table(me=table_and_seat[1], now=now)


@transaction.atomic
def open_ready_tables(*, of: RoomRound, now: datetime) -> None:
    """Open every table whose players have finished their earlier tables."""
    _open_tables(_lock(of), now)


def go_on_with_tables(*, of: RoomRound, now: datetime, seconds: float = math.inf) -> int:
    """Advance the tables of a round: robots, clocks, positions. Return the number of tables in play.

    Args:
        seconds: time limit; the call stops after the table at which it is exceeded, one at least. The next
            call begins with the tables left out, so that each has its turn.
    """
    if of.movement is None:
        return 0
    deadline = time.monotonic() + seconds
    for room_table in _tables_in_turn(of):
        cache.set(_turn_key(of), room_table.pk, TURN_KEPT)  # first: a failing table must not block the others
        if (
            now >= of.position_ends_at(room_table.position)
            or keep_going(table=room_table.free_table, now=now).is_match_over
        ):
            end_table(table=room_table.free_table, now=now)
        if time.monotonic() >= deadline:
            break
    open_ready_tables(of=of, now=now)
    return RoomTable.objects.filter(round=of, free_table__ended_at=None).count()


def refuse_late_play(at: RoomTable, now: datetime) -> None:
    """Raise if the time of a table's position is over.

    Raises:
        AppError: `position_over`.
    """
    if now >= at.round.position_ends_at(at.position):
        raise AppError(
            "position_over", _("Le temps de cette table est écoulé : vous ne pouvez plus jouer cette donne.")
        )


def end_tables(of: RoomRound, now: datetime) -> None:
    """End the tables of a round that are still in play."""
    for room_table in RoomTable.objects.filter(round=of, free_table__ended_at=None).select_related(
        "free_table"
    ):
        end_table(table=room_table.free_table, now=now)


# --- helpers ------------------------------------------------------------------------------------------------


def _tables_in_turn(of: RoomRound) -> list[RoomTable]:
    """Return the tables in play, beginning after the one that had the last turn."""
    tables = RoomTable.objects.filter(round=of, free_table__ended_at=None).select_related("free_table")
    last_key = cache.get(_turn_key(of), 0)
    return sorted(tables, key=lambda room_table: (room_table.pk <= last_key, room_table.pk))


def _turn_key(of: RoomRound) -> str:
    return f"room-tables-turn-{of.pk}"


def _lock(of: RoomRound) -> RoomRound:
    rows = RoomRound.objects.select_for_update(of=("self",))
    return rows.select_related("room", "deal_set").get(pk=of.pk)


def _open_tables(of: RoomRound, now: datetime) -> None:
    """Open every table of the movement that may begin. The caller holds the lock on the round."""
    if of.movement is None or not of.is_played(now):
        return
    finished_keys = finished_tables(of)
    opened_places = {(room_table.position, room_table.number) for room_table in of.tables.all()}
    finished_places = {
        (finished_table.position, finished_table.number)
        for finished_table in of.tables.all()
        if finished_table.pk in finished_keys
    }
    is_new = False
    for position, tables in enumerate(of.movement):
        if now >= of.position_ends_at(position):
            # too late to begin: the time of this position is over
            continue
        for number, lines in enumerate(tables):
            if (position, number) not in opened_places and _earlier_tables(
                of, position, lines
            ) <= finished_places:
                _open_table(of, position, number, lines, now)
                is_new = True
    if is_new:
        for topic in topics_of(of):
            notify_pages(topic)


def _earlier_tables(of: RoomRound, position: int, lines: Sequence[int]) -> set[tuple[int, int]]:
    """Return the places (position, table) of earlier positions at which one of these lines sits."""
    assert of.movement is not None
    return {
        (earlier, number)
        for earlier in range(position)
        for number, table_lines in enumerate(of.movement[earlier])
        if set(table_lines) & set(lines)
    }


def _open_table(of: RoomRound, position: int, number: int, lines: Sequence[int], now: datetime) -> None:
    """Open one table: store its seats, its round table and the hands that its players have to play."""
    holders = {entry.line: entry for entry in of.entries.filter(is_robot=True)}
    # people replace the robot of the same line
    holders |= {entry.line: entry for entry in of.entries.filter(is_robot=False, left_at=None)}
    entries_by_seat = [holders[line] for line in lines]
    people = [(seat, entry) for seat, entry in enumerate(entries_by_seat) if not entry.is_robot]
    seats = [_make_seat(seat, entry, now) for seat, entry in people]
    count = of.deals_of_position
    first_deal = position * count + 1
    assert of.deal_set is not None
    room = of.room
    has_taker = of.deal_set.deals.filter(taker__isnull=False).exists()
    table = open_set_table(
        deal_set=of.deal_set,
        first_deal=first_deal,
        deal_count=count,
        bid=Bid.GARDE.value if has_taker and room.contract == RoomContract.GARDE else "",
        level=RobotLevel(room.level),
        robot_seed=of.robot_seed,
        clock=CLOCK,
        seats=seats,
        now=now,
    )
    at = RoomTable.objects.create(round=of, position=position, number=number, free_table=table)
    RoomPlay.objects.bulk_create(
        RoomPlay(entry=entry, deal=first_deal + place, at=at, seat=seat)
        for seat, entry in enumerate(entries_by_seat)
        for place in range(count)
    )
    # each player's previous table, whose page shows a link to the new one
    for previous in {entry.pk: own_table(entry, before=position) for _seat, entry in people}.values():
        if previous is not None:
            notify_table(previous[0].free_table)


def _make_seat(seat: int, entry: RoomEntry, now: datetime) -> TableSeat:
    """Build a player's seat at a new table. A player away at their last table starts as away."""
    round_seats = TableSeat.objects.filter(table__room_table__round=entry.round_id)
    own_seats = (
        round_seats.filter(owner=entry.owner)
        if entry.owner_id
        else round_seats.filter(device=entry.device, owner=None)
    )
    last_seat = own_seats.order_by("-joined_at", "-pk").first()
    return TableSeat(
        seat=seat,
        name=entry_name(entry),
        device=entry.device,
        owner=entry.owner,
        plays_from=1,
        joined_at=now,
        seen_at=last_seat.seen_at if last_seat else now,
        back_at=now,
        robot_since=last_seat.robot_since if last_seat else None,
    )


def _robot_of(of: RoomRound, line: int, now: datetime) -> RoomEntry:
    """Return the robot of a line, created if missing. The caller holds the lock on the round."""
    robot = of.entries.filter(is_robot=True, line=line).first()
    if robot is not None:
        return robot
    last_number = of.entries.aggregate(last=Max("number"))["last"] or 0
    return RoomEntry.objects.create(
        round=of, number=last_number + 1, is_robot=True, line=line, entered_at=now
    )


def _free_lines(of: RoomRound) -> list[int]:
    """Return the lines that no person holds, in order."""
    assert of.movement is not None
    used_lines = of.entries.filter(is_robot=False, left_at=None).values_list("line", flat=True)
    lines = {line for table in of.movement[0] for line in table}
    return sorted(lines - set(used_lines))


def _hands_to_come(entry: RoomEntry) -> list[RoomPlay]:
    """Return a player's hands at open tables whose deals have not begun."""
    hands = []
    for hand in entry.plays.filter(at__free_table__ended_at=None).select_related("at__free_table"):
        assert hand.at is not None
        begun_count = hand.at.free_table.deals.count()
        if hand.deal >= hand.at.free_table.first_deal + begun_count:
            hands.append(hand)
    return hands


def _unfinished_hands(entry: RoomEntry) -> list[RoomPlay]:
    """Return a player's hands whose deals are not over, begun or not."""
    hands = []
    for hand in entry.plays.filter(at__isnull=False).select_related("at__free_table"):
        assert hand.at is not None
        table = hand.at.free_table
        number = hand.deal - table.first_deal + 1
        if not table.deals.filter(number=number, table__ended_at__isnull=False).exists():
            hands.append(hand)
    return hands
