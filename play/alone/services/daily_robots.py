"""Robots of each level at the deal of the day, as a measure for its players."""

from datetime import date

from django.core.cache import cache
from django.utils import timezone

from common.workers.queueing import after_commit
from games.core.bots.choosing import RobotLevel
from play.alone.models import DailyPlay
from play.alone.queries.daily import robot_scores, without_robots
from play.alone.services.beginning import begin_daily_of_robot
from play.tables.services.robot_players import play_out_as_robot

NUDGE_SECONDS = 60
"""Seconds between two messages for the robots of a day, longer than the deal of one robot."""


def ask_daily_robots() -> None:
    """Let the worker play the deal of today by the next robot, once a person has finished it."""
    day = timezone.localdate()
    finished_plays = without_robots(DailyPlay.objects.filter(day=day, table__ended_at__isnull=False))
    if (
        finished_plays.exists()
        and len(robot_scores(day)) < len(RobotLevel)
        and cache.add(f"daily-robots-{day}", True, NUDGE_SECONDS)
    ):
        after_commit("rooms.play_daily_robots", expires=NUDGE_SECONDS, day=day.isoformat())


def play_daily_robots(*, day: date) -> int:
    """Play the deal of a day by every robot that has not finished it. Return their number."""
    missing_levels = [level for level in RobotLevel if level not in robot_scores(day)]
    for level in missing_levels:
        table = begin_daily_of_robot(day=day, level=level)
        play_out_as_robot(table, level, table.robot_seed)
    return len(missing_levels)
