"""Free tables that play deals of a sealed set, for rounds of rooms."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from games.core.bots.choosing import RobotLevel
from games.models import DealSet
from play.free.models import FreeTable, TableSeat
from play.free.queries.free_tables import Gathering, load_gathering
from play.free.services.acting import settle_overdue
from play.free.services.changes import lock_table, save_change
from play.free.services.dealing import deal_next
from play.free.services.robots import let_robots_answer

NEXT_DEAL = timedelta(seconds=20)
"""Pause after a deal before the table deals the next one by itself."""


@transaction.atomic
def open_set_table(
    *,
    deal_set: DealSet,
    first_deal: int,
    deal_count: int,
    bid: str,
    level: RobotLevel,
    robot_seed: int,
    clock: tuple[int, int],
    seats: Sequence[TableSeat],
    now: datetime,
) -> FreeTable:
    """Open a table for some deals of a sealed set that other tables play, too. Its first deal begins at once.

    Args:
        clock: seconds per action, and seconds of reserve per deal.
        seats: unsaved seats of the players; robots have the other seats.
    """
    table = FreeTable.objects.create(
        secret=secrets.token_urlsafe(16),
        game=deal_set.game,
        rule_set=deal_set.rule_set,
        level=level,
        is_listed=False,
        deal_count=deal_count,
        action_seconds=clock[0],
        reserve_seconds=clock[1],
        deal_set=deal_set,
        first_deal=first_deal,
        bid=bid,
        robot_seed=robot_seed,
        created_at=now,
        resumed_at=now,
    )
    for seat in seats:
        seat.table = table
        seat.save()
    deal_next(table, now)
    return table


@transaction.atomic
def seat_player(*, table: FreeTable, seat: TableSeat) -> int:
    """Seat a player where a robot plays. Return the number of their first deal: the next one."""
    table = lock_table(table)
    last_number = table.deals.aggregate(last=Max("number"))["last"] or 0
    seat.table, seat.plays_from = table, last_number + 1
    seat.save()
    save_change(table)
    return seat.plays_from


@transaction.atomic
def end_table(*, table: FreeTable, now: datetime) -> None:
    """End a table. A deal under way stays unfinished."""
    table = lock_table(table)
    if table.ended_at is None:
        table.ended_at = now
        save_change(table)


def keep_going(*, table: FreeTable, now: datetime) -> Gathering:
    """Advance a table of a set, with or without a request of its players.

    Robots play, take overdue seats and refuse expired claims. The next deal begins after `NEXT_DEAL`, or at
    once if only robots play.
    """
    with transaction.atomic():
        table = lock_table(table)
        gathering = load_gathering(table)
        if table.ended_at is not None:
            return gathering
        is_between = not gathering.is_playing and not gathering.is_match_over
        last_action_at = gathering.sitting.last_at if gathering.sitting else now
        if is_between and (gathering.robots_alone or last_action_at + NEXT_DEAL <= now):
            deal_next(table, now)
            save_change(table)
            gathering = load_gathering(table)
        elif not is_between and settle_overdue(gathering, now):
            gathering = load_gathering(table)
    return let_robots_answer(gathering, now)
