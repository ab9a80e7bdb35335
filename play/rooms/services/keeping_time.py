"""Periodic room jobs of the worker: begin rounds, settle rounds that are over, let robots play.

The jobs may run twice at the same time, late, or not at all for a while. Each step locks the rows that it
changes and changes them once.
"""

import logging
import time
from datetime import datetime, timedelta

from django.core.cache import cache

from common.live.notifying import notify_pages
from common.workers.queueing import after_commit
from games.core.bots.choosing import RobotLevel, offered_levels
from play.alone.services.daily_robots import ask_daily_robots
from play.free.services.table_ratings import settle_matches
from play.rooms.enums import RoomSeating
from play.rooms.models import Room, RoomEntry, RoomPlay, RoomRound
from play.rooms.queries.rooms import may_join
from play.rooms.queries.topics import topics_of
from play.rooms.services.outages import note_alive
from play.rooms.services.rounds import begin_play, deal_round, round_to_enter
from play.rooms.services.seating import go_on_with_tables, seat_round
from play.rooms.services.settling import settle_round
from play.tables.services.robot_players import play_out_as_robot

logger = logging.getLogger(__name__)

SLICE_SECONDS = 4.0
"""Seconds of robot play in one message to the worker. Other jobs run between two slices."""
NUDGE_SECONDS = 15
"""Seconds between two messages for the robots of one round, and the age at which a message expires. Longer
than a slice."""
TABLES_SECONDS = 4
"""Seconds between two messages for the tables of a round whose people sit together."""
GUESTS_KEPT = timedelta(days=30)
"""Age at which the browser, network and name of a guest's entry are deleted. The number stays."""
ROBOT_LEVELS = (RobotLevel.CLUB, RobotLevel.DEBUTANT)
"""Levels of the robots in a ranking, in turn. A learnt policy plays nearly alike at every seed, so robots of
one level would have one score."""


def keep_time(*, now: datetime) -> int:
    """Run all due room jobs. Return the number of rounds that were settled."""
    note_alive(now=now)
    # creates the row of the round that can be entered now
    for room in Room.objects.filter(is_open=True):
        round_to_enter(room=room, now=now)
    for undealt_round in RoomRound.objects.filter(deal_set=None, starts_at__lte=now, ends_at__gt=now):
        deal_round(of=undealt_round, now=now)
    _end_finished_rounds(now)
    ended_rounds = list(RoomRound.objects.filter(settled_at=None, ends_at__lte=now))
    settled_count = sum(
        settle_round(of=ended_round, now=now).settled_at is not None for ended_round in ended_rounds
    )
    settle_matches(now=now)
    ask_daily_robots()
    under_way = RoomRound.objects.filter(starts_at__lte=now, ends_at__gt=now).exclude(deal_set=None)
    for shared_round in under_way.filter(seating=RoomSeating.TABLES, entries__is_robot=False).distinct():
        seat_round(of=shared_round, now=now)
        # `add` succeeds once per interval, also with several workers
        if cache.add(f"room-tables-{shared_round.pk}", True, TABLES_SECONDS):
            after_commit("rooms.play_robots", expires=NUDGE_SECONDS, round_id=shared_round.pk)
    for robot_round in under_way.filter(seating=RoomSeating.ALONE, entries__is_robot=True).distinct():
        if _count_open_deals(robot_round) and cache.add(f"room-robots-{robot_round.pk}", True, NUDGE_SECONDS):
            after_commit("rooms.play_robots", round_id=robot_round.pk)
    return settled_count


def _end_finished_rounds(now: datetime) -> None:
    """End the rounds early in which all deals are played and which no player may enter any more."""
    alone = RoomRound.objects.filter(seating=RoomSeating.ALONE, starts_at__lte=now, ends_at__gt=now)
    for of in alone.filter(entries__is_robot=False).exclude(deal_set=None).distinct():
        people = of.entries.filter(is_robot=False, left_at=None)
        finished_plays = RoomPlay.objects.filter(entry__in=people, table__ended_at__isnull=False)
        if may_join(of, now) or finished_plays.count() < people.count() * of.deals or _count_open_deals(of):
            continue
        RoomRound.objects.filter(pk=of.pk, settled_at=None).update(ends_at=now)
        for topic in topics_of(of):
            notify_pages(topic)


def play_robots(*, of: RoomRound, now: datetime) -> int:
    """Let the robots of a round play for one slice. Return the number of deals left to them.

    In a ranking each robot plays at its own table as a person does: same opponents, and its own view only.
    Where people sit together, robots play in the empty seats and the tables go on; the number returned is
    then that of the tables still in play.

    The next message continues where the slice stops.
    """
    if of.is_shared:
        return go_on_with_tables(of=of, now=now, seconds=SLICE_SECONDS)
    end = time.monotonic() + SLICE_SECONDS
    robots = list(of.entries.filter(is_robot=True))
    # deal by deal, so that all robots are about as far as each other
    for deal in range(1, of.deals + 1):
        for robot in robots:
            if now >= of.ends_at or time.monotonic() >= end:
                return _count_open_deals(of)
            play = RoomPlay.objects.select_related("table").filter(entry=robot, deal=deal).first()
            if play is None:
                play = begin_play(entry=robot, deal=deal, now=now)
            if play.table is not None and play.table.ended_at is None:
                level = level_of_robot(of.room.game, robot.number)
                play_out_as_robot(play.table, level, play.table.robot_seed + robot.number)
    return _count_open_deals(of)


def level_of_robot(game: str, number: int) -> RobotLevel:
    """Return the level of the robot with a number among the entrants of a round."""
    levels = [level for level in ROBOT_LEVELS if level in offered_levels(game)]
    return levels[number % len(levels)]


def forget_guests(*, now: datetime) -> int:
    """Delete the personal data of guests in rounds older than `GUESTS_KEPT`. Return the number of entries."""
    guests = RoomEntry.objects.filter(owner=None, is_robot=False, entered_at__lt=now - GUESTS_KEPT)
    return guests.exclude(player="", name="").update(player="", device="", network="", name="")


def _count_open_deals(of: RoomRound) -> int:
    """Return the number of deals that the robots of a round have not finished. Two queries."""
    robots = of.entries.filter(is_robot=True).count()
    finished_plays = RoomPlay.objects.filter(
        entry__round=of, entry__is_robot=True, table__ended_at__isnull=False
    )
    return robots * of.deals - finished_plays.count()
