"""Scheduled work starts on time on a server whose clock is set."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from celery.beat import ScheduleEntry

from config.beat import SteadyScheduler
from config.celery import app

START = datetime(2026, 11, 20, 20, tzinfo=UTC)


class Listening(SteadyScheduler):
    """Scheduler that records the tasks it would send."""

    def apply_entry(self, entry: ScheduleEntry, producer: object = None) -> None:
        self.sent = [*getattr(self, "sent", []), entry.name]


def ticks(scheduler: Listening, count: int = 4) -> list[str]:
    scheduler.sent = []
    for _ in range(count):
        scheduler.tick()
    return scheduler.sent


@pytest.mark.parametrize("step", [timedelta(hours=-3), timedelta(days=-3650), timedelta(days=3650)])
def test_sweep_is_sent_again_once_the_clock_was_set(tmp_path: Path, step: timedelta) -> None:
    with time_machine.travel(START, tick=False) as clock:
        scheduler = Listening(app=app, schedule_filename=str(tmp_path / "beat"))
        clock.shift(10)
        assert "sweep" in ticks(scheduler)
        clock.move_to(START + step)
        ticks(scheduler)
        clock.shift(10)
        assert "sweep" in ticks(scheduler)


def test_schedule_kept_by_a_clock_that_was_ahead_is_begun_at_once(tmp_path: Path) -> None:
    name = str(tmp_path / "beat")
    with time_machine.travel(START + timedelta(days=400), tick=False):
        old_schedule = Listening(app=app, schedule_filename=name)
        ticks(old_schedule)
        old_schedule.close()
    with time_machine.travel(START, tick=False) as clock:
        new_schedule = Listening(app=app, schedule_filename=name)
        ticks(new_schedule)
        clock.shift(10)
        assert "sweep" in ticks(new_schedule)
        new_schedule.close()
