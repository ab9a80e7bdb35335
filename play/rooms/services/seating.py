"""Rounds whose people sit together: who sits where, which tables begin, coming late and leaving.

The entrants are seated at the start by the round's seed; robots have the lines of the movement that nobody
holds.
Each hand of a table is a `RoomPlay` of who holds its line when the table begins, so that what somebody has to
play, has played and is compared in is written once. The row of the round is locked for every change of
seats; cards are played under the lock of their table alone.
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
from common.live.telling import tell
from games.core.bots.choosing import RobotLevel
from games.core.outcome import Bid
from games.core.variants.registry import find_variant
from play.free.models import TableSeat
from play.free.models.tables import LONGEST_NAME
from play.free.services.changes import tell_table
from play.free.services.set_tables import end_table, keep_going, open_set_table, seat_player
from play.free.services.sitting_down import leave
from play.rooms.enums import RoomContract
from play.rooms.models import RoomEntry, RoomPlay, RoomRound, RoomTable
from play.rooms.queries.movements import most_people, plan_positions, table_count
from play.rooms.queries.tables import finished_tables, own_table
from play.rooms.queries.topics import topics_of

CLOCK = (30, 60)
"""Seconds for each action, and of the reserve of a deal."""
TURN_KEPT = 60 * 60
"""Seconds for which it is known at which table of a round robots played last; a round takes less."""


def seat_count_of(of: RoomRound) -> int:
    """Seats of each of its tables."""
    return find_variant(of.room.game).player_count


def refuse_full(of: RoomRound, *, people: int) -> None:
    """Let nobody more enter than there are seats.

    Args:
        people: who is in the round, without who asks.

    Raises:
        AppError: `round_full`.
    """
    is_full = people >= most_people(seat_count_of(of)) if of.movement is None else not _free_lines(of)
    if is_full:
        told = _("Toutes les places sont prises : la manche suivante commence bientôt.")
        raise AppError("round_full", told)


@transaction.atomic
def seat_round(*, of: RoomRound, now: datetime) -> RoomRound:
    """Seat the entrants of a round that is dealt, once, and open the tables of its first position.

    Nothing while nobody has entered: who comes first after the start is seated then.
    """
    locked = _lock(of)
    is_due = locked.is_shared and locked.movement is None and locked.deal_set_id is not None
    if not is_due or not locked.is_played(now):
        return locked
    people = list(locked.entries.filter(is_robot=False, left_at=None).order_by("number"))
    if not people:
        return locked
    Random(locked.robot_seed).shuffle(people)  # noqa: S311 - anybody may do it again
    seats = seat_count_of(locked)
    tables = table_count(len(people), seats)
    locked.movement = plan_positions(
        game=locked.room.game, tables=tables, deals=locked.deals, seat_count=seats
    )
    locked.save(update_fields=["movement"])
    for line, entry in enumerate(people):
        entry.line = line
        entry.save(update_fields=["line"])
    for line in range(len(people), tables * seats):
        _robot_of(locked, line, now)
    _open_tables(locked, now)
    return locked


@transaction.atomic
def take_robot_seat(*, of: RoomRound, entry: RoomEntry, now: datetime) -> None:
    """Give who comes late the first line that a robot holds: he plays from the next deal on.

    Raises:
        AppError: `round_full`.
    """
    locked = _lock(of)
    free = _free_lines(locked)
    if not free:
        refuse_full(locked, people=0)
    entry.line = free[0]
    entry.save(update_fields=["line"])
    robot = _robot_of(locked, free[0], now)
    for hand in _hands_to_come(robot):
        assert hand.at is not None
        assert hand.seat is not None
        if not hand.at.free_table.seats.filter(seat=hand.seat).exists():
            seat_player(table=hand.at.free_table, seat=_seat_of(hand.at, hand.seat, entry, now))
    RoomPlay.objects.filter(pk__in=[hand.pk for hand in _hands_to_come(robot)]).update(entry=entry)


@transaction.atomic
def give_seat_up(*, entry: RoomEntry, now: datetime) -> None:
    """Have a robot play on for who leaves: the deal under way and those to come are the robot's."""
    locked = _lock(entry.round)
    if entry.line is None:
        return
    robot = _robot_of(locked, entry.line, now)
    found = own_table(entry)
    RoomPlay.objects.filter(pk__in=[hand.pk for hand in _unfinished(entry)]).update(entry=robot)
    if found is not None:
        leave(me=found[1], now=now)


@transaction.atomic
def open_tables(*, of: RoomRound, now: datetime) -> None:
    """Open every table whose people have finished what they played before."""
    _open_tables(_lock(of), now)


def go_on_with_tables(*, of: RoomRound, now: datetime, seconds: float = math.inf) -> int:
    """What is due at the tables of a round: robots, clocks, new positions; how many are still in play.

    Args:
        seconds: after which it ends behind the table it is at, one at least. The next call begins with the
            tables left out, so that each has its turn.
    """
    if of.movement is None:
        return 0
    end = time.monotonic() + seconds
    for each in _tables_in_turn(of):
        cache.set(_turn_key(of), each.pk, TURN_KEPT)  # before: a table that fails does not hold up the others
        if (
            now >= of.position_ends_at(each.position)
            or keep_going(table=each.free_table, now=now).is_match_over
        ):
            end_table(table=each.free_table, now=now)
        if time.monotonic() >= end:
            break
    open_tables(of=of, now=now)
    return RoomTable.objects.filter(round=of, free_table__ended_at=None).count()


def refuse_late_play(at: RoomTable, now: datetime) -> None:
    """Let nobody play on at a table whose position has ended.

    Raises:
        AppError: `position_over`.
    """
    if now >= at.round.position_ends_at(at.position):
        raise AppError(
            "position_over", _("Le temps de cette table est écoulé : vous ne pouvez plus jouer cette donne.")
        )


def end_tables(of: RoomRound, now: datetime) -> None:
    """Close what is still in play at the end of a round."""
    for each in RoomTable.objects.filter(round=of, free_table__ended_at=None).select_related("free_table"):
        end_table(table=each.free_table, now=now)


# --- inside -------------------------------------------------------------------------------------------------


def _tables_in_turn(of: RoomRound) -> list[RoomTable]:
    """The tables in play, from the one behind the last that had its turn."""
    played = RoomTable.objects.filter(round=of, free_table__ended_at=None).select_related("free_table")
    last = cache.get(_turn_key(of), 0)
    return sorted(played, key=lambda each: (each.pk <= last, each.pk))


def _turn_key(of: RoomRound) -> str:
    return f"room-tables-turn-{of.pk}"


def _lock(of: RoomRound) -> RoomRound:
    rows = RoomRound.objects.select_for_update(of=("self",))
    return rows.select_related("room", "deal_set").get(pk=of.pk)


def _open_tables(of: RoomRound, now: datetime) -> None:
    """Open every table of the movement that may begin; the round's row is locked."""
    if of.movement is None or not of.is_played(now):
        return
    finished = finished_tables(of)
    opened = {(each.position, each.number) for each in of.tables.all()}
    done = {(each.position, each.number) for each in of.tables.all() if each.pk in finished}
    is_new = False
    for position, tables in enumerate(of.movement):
        if now >= of.position_ends_at(position):
            continue
        for number, lines in enumerate(tables):
            if (position, number) not in opened and _played_before(of, position, lines) <= done:
                _open_table(of, position, number, lines, now)
                is_new = True
    if is_new:
        for topic in topics_of(of):
            tell(topic)


def _played_before(of: RoomRound, position: int, lines: Sequence[int]) -> set[tuple[int, int]]:
    """The tables of the positions before at which one of these lines sits."""
    assert of.movement is not None
    return {
        (earlier, number)
        for earlier in range(position)
        for number, others in enumerate(of.movement[earlier])
        if set(others) & set(lines)
    }


def _open_table(of: RoomRound, position: int, number: int, lines: Sequence[int], now: datetime) -> None:
    holders = {entry.line: entry for entry in of.entries.filter(is_robot=True)}
    holders |= {entry.line: entry for entry in of.entries.filter(is_robot=False, left_at=None)}
    seated = [holders[line] for line in lines]
    people = [(seat, entry) for seat, entry in enumerate(seated) if not entry.is_robot]
    names: set[str] = set()
    seats = []
    for seat, entry in people:
        seats.append(_make_seat(seat, entry, names, now))
        names.add(seats[-1].name.casefold())
    count = of.deals_of_position
    first = position * count + 1
    assert of.deal_set is not None
    room = of.room
    has_taker = of.deal_set.deals.filter(taker__isnull=False).exists()
    table = open_set_table(
        deal_set=of.deal_set,
        first_deal=first,
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
        RoomPlay(entry=entry, deal=first + place, at=at, seat=seat)
        for seat, entry in enumerate(seated)
        for place in range(count)
    )
    for left in {entry.pk: own_table(entry, before=position) for _seat, entry in people}.values():
        if left is not None:
            tell_table(left[0].free_table)


def _make_seat(seat: int, entry: RoomEntry, names: set[str], now: datetime) -> TableSeat:
    """Somebody's seat at a table that begins; who was away at the one before is away here."""
    before = TableSeat.objects.filter(table__room_table__round=entry.round_id)
    mine = (
        before.filter(owner=entry.owner) if entry.owner_id else before.filter(device=entry.device, owner=None)
    )
    last = mine.order_by("-joined_at", "-pk").first()
    return TableSeat(
        seat=seat,
        name=_seat_name(entry, names),
        device=entry.device,
        owner=entry.owner,
        plays_from=1,
        joined_at=now,
        seen_at=last.seen_at if last else now,
        back_at=now,
        robot_since=last.robot_since if last else None,
    )


def _seat_of(at: RoomTable, seat: int, entry: RoomEntry, now: datetime) -> TableSeat:
    names = {name.casefold() for name in at.free_table.seats.values_list("name", flat=True)}
    return _make_seat(seat, entry, names, now)


def _seat_name(entry: RoomEntry, names: set[str]) -> str:
    """His name at the table; with his number where another there has the same."""
    name = entry.name or _("Joueur %(number)d") % {"number": entry.number}
    if name.casefold() not in names:
        return name
    end = f" ({entry.number})"
    return name[: LONGEST_NAME - len(end)] + end


def _robot_of(of: RoomRound, line: int, now: datetime) -> RoomEntry:
    """The robot of a line, made where it has none yet; the round's row is locked."""
    found = of.entries.filter(is_robot=True, line=line).first()
    if found is not None:
        return found
    last = of.entries.aggregate(last=Max("number"))["last"] or 0
    return RoomEntry.objects.create(round=of, number=last + 1, is_robot=True, line=line, entered_at=now)


def _free_lines(of: RoomRound) -> list[int]:
    """Lines that no person holds, in their order."""
    assert of.movement is not None
    held = of.entries.filter(is_robot=False, left_at=None).values_list("line", flat=True)
    lines = {line for table in of.movement[0] for line in table}
    return sorted(lines - set(held))


def _hands_to_come(entry: RoomEntry) -> list[RoomPlay]:
    """Hands of somebody at tables that are open, of deals that have not begun."""
    found = []
    for hand in entry.plays.filter(at__free_table__ended_at=None).select_related("at__free_table"):
        assert hand.at is not None
        begun = hand.at.free_table.deals.count()
        if hand.deal >= hand.at.free_table.first_deal + begun:
            found.append(hand)
    return found


def _unfinished(entry: RoomEntry) -> list[RoomPlay]:
    """Hands of somebody of deals that are not over, begun or not."""
    found = []
    for hand in entry.plays.filter(at__isnull=False).select_related("at__free_table"):
        assert hand.at is not None
        table = hand.at.free_table
        number = hand.deal - table.first_deal + 1
        if not table.deals.filter(number=number, table__ended_at__isnull=False).exists():
            found.append(hand)
    return found
