"""What the worker does for the rooms every few seconds: begin, count what is over, let robots play.

It may run twice at once, late, or not at all for a while: each step locks what it changes and does it once.
"""

import logging
import time
from datetime import datetime, timedelta

from django.core.cache import cache

from common.workers.queueing import after_commit
from games.core.actions import format_action
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.variant import VARIANTS
from games.services.compiled_search import use_what_is_compiled
from play.free.services.table_ratings import settle_matches
from play.rooms.enums import RoomSeating
from play.rooms.models import Room, RoomEntry, RoomPlay, RoomRound
from play.rooms.services.outages import note_alive
from play.rooms.services.rounds import begin_play, deal_round, round_to_enter
from play.rooms.services.seating import go_on_with_tables, seat_round
from play.rooms.services.settling import settle_round
from play.tables.services.played_tables import act, let_robots_play, load_sitting

logger = logging.getLogger(__name__)

SLICE_SECONDS = 4.0
"""How long robots play before other work of the worker has its turn."""
NUDGE_SECONDS = 15
"""Between two messages that ask for the robots of one round; a slice takes less. Then it is stale, too."""
TABLES_SECONDS = 4
"""Between two looks at the tables of a round whose people sit together."""
GUESTS_KEPT = timedelta(days=30)
"""After which a guest of a round is a number: his browser, network and name are forgotten."""
ROBOT_LEVEL = RobotLevel.CLUB
"""Of the robots of a ranking, each with a seed of its own; those of rules of thumb would all play alike."""


def keep_time(*, now: datetime) -> int:
    """Everything that is due in the rooms; how many rounds were counted."""
    note_alive(now=now)
    for room in Room.objects.filter(is_open=True):
        round_to_enter(room=room, now=now)
    for due in RoomRound.objects.filter(deal_set=None, starts_at__lte=now, ends_at__gt=now):
        deal_round(of=due, now=now)
    over = list(RoomRound.objects.filter(settled_at=None, ends_at__lte=now))
    settled = sum(settle_round(of=each, now=now).settled_at is not None for each in over)
    settle_matches(now=now)
    under_way = RoomRound.objects.filter(starts_at__lte=now, ends_at__gt=now).exclude(deal_set=None)
    for each in under_way.filter(seating=RoomSeating.TABLES, entries__is_robot=False).distinct():
        seat_round(of=each, now=now)
        if cache.add(f"room-tables-{each.pk}", True, TABLES_SECONDS):
            after_commit("rooms.play_robots", expires=NUDGE_SECONDS, round_id=each.pk)
    for each in under_way.filter(seating=RoomSeating.ALONE, entries__is_robot=True).distinct():
        if _robots_wait(each) and cache.add(f"room-robots-{each.pk}", True, NUDGE_SECONDS):
            after_commit("rooms.play_robots", round_id=each.pk)
    return settled


def play_robots(*, of: RoomRound, now: datetime) -> int:
    """Let the robots of a ranking play for a while; how many deals are left to them.

    Each plays at a table as a person does: the same opponents, and nothing seen but its own view. Where
    people sit together robots play in the empty seats, and tables that can go on do; how many are in play.
    What a slice does not come to is done after the next message.
    """
    if of.is_shared:
        return go_on_with_tables(of=of, now=now, seconds=SLICE_SECONDS)
    end = time.monotonic() + SLICE_SECONDS
    robots = list(of.entries.filter(is_robot=True))
    for deal in range(1, of.deals + 1):
        for robot in robots:
            if now >= of.ends_at or time.monotonic() >= end:
                return _robots_wait(of)
            play = RoomPlay.objects.select_related("table").filter(entry=robot, deal=deal).first()
            if play is None:
                play = begin_play(entry=robot, deal=deal, now=now)
            if play.table is not None and play.table.ended_at is None:
                _play_out(play, robot)
    return _robots_wait(of)


def forget_guests(*, now: datetime) -> int:
    """Forget who the guests of rounds long past were. Return the number of entries."""
    old = RoomEntry.objects.filter(owner=None, is_robot=False, entered_at__lt=now - GUESTS_KEPT)
    return old.exclude(player="", name="").update(player="", device="", network="", name="")


def _robots_wait(of: RoomRound) -> int:
    """How many deals the robots of a round have not finished. Two queries."""
    robots = of.entries.filter(is_robot=True).count()
    done = RoomPlay.objects.filter(entry__round=of, entry__is_robot=True, table__ended_at__isnull=False)
    return robots * of.deals - done.count()


def _play_out(play: RoomPlay, robot: RoomEntry) -> None:
    """Play a robot's deal to its end; a worker that was killed goes on where the log ends."""
    table = play.table
    assert table is not None  # just begun, or found with it
    if table.game in VARIANTS:
        use_what_is_compiled()
    sitting = let_robots_play(load_sitting(table))
    while not sitting.state.is_over:
        if sitting.is_turn:
            action = choose_action(sitting.view, ROBOT_LEVEL, seed=table.robot_seed + robot.number)
            sitting = act(table=table, number=sitting.number, texts=[format_action(action)])
        else:
            sitting = let_robots_play(sitting)
