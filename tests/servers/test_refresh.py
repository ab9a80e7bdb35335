"""The ranking follows the results despite slow, doubled or killed work: PostgreSQL, Redis, real workers."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.factories.tournaments import SCORES, enter_result, list_plays
from tests.servers.contention import Call, Held, kill_group, waiting_count
from tests.servers.sweeping import age_requests, is_caught_up, snapshots
from tournaments.models import ResultSlip, Session, StandingsRequest, StandingsSnapshot, Tournament
from tournaments.rankings.services.standings import refresh_standings
from tournaments.work.kinds import send_again

StartWorker = Callable[[], "subprocess.Popen[str]"]
LOCK_STANDINGS = "SELECT 1 FROM tournaments_standings FOR UPDATE"
STOP_SNAPSHOTS = "LOCK TABLE tournaments_standingssnapshot IN SHARE MODE"
STOP_END_OF_REFRESH = "SELECT 1 FROM tournaments_standingsrequest FOR UPDATE"


def children(process: "subprocess.Popen[str]") -> list[int]:
    tasks = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(pid) for task in tasks for pid in task.read_text().split()]


@pytest.mark.parametrize(
    "window",
    [
        pytest.param(LOCK_STANDINGS, id="before it reads", marks=pytest.mark.nights),
        pytest.param(STOP_SNAPSHOTS, id="when it has computed", marks=pytest.mark.nights),
        pytest.param(STOP_END_OF_REFRESH, id="when the snapshot is written but not committed"),
    ],
)
def test_worker_killed_in_a_refresh_loses_and_doubles_nothing_and_later_results_do_not_wait(
    window: str,
    evening: Tournament,
    hold: Callable[..., Held],
    start_worker: StartWorker,
    wait_until: Callable[..., bool],
) -> None:
    plays = list_plays(evening)
    first, last_play, later = plays[: len(SCORES)], plays[len(SCORES)], plays[len(SCORES) + 1 :][:50]
    for play, score in zip(first, SCORES, strict=True):
        enter_result(play, score)
    holder = hold(window)
    worker = start_worker()
    assert wait_until(lambda: waiting_count() == 1), worker.log_path.read_text()

    kill_group(worker)
    holder.release()

    assert wait_until(lambda: waiting_count() == 0)
    assert (snapshots(), StandingsRequest.objects.count()) == ([], len(SCORES))
    start_worker()
    age_requests()
    assert send_again() == 1
    assert wait_until(is_caught_up)
    assert snapshots() == [(1, len(SCORES))]
    assert ResultSlip.objects.current().count() == len(SCORES)

    holder = hold(STOP_SNAPSHOTS)
    enter_result(last_play, 56)
    assert wait_until(lambda: waiting_count() == 1)
    for play in later:
        enter_result(play, -52)
    assert (snapshots(), ResultSlip.objects.count()) == ([(1, len(SCORES))], len(first) + 51)
    holder.release()

    assert wait_until(is_caught_up)
    assert snapshots() == [(1, len(SCORES)), (2, len(first) + 1), (3, len(first) + 51)]


@pytest.mark.nights  # by day the whole worker is killed, above
def test_killed_child_of_a_worker_is_replaced_and_the_ranking_done_again(
    evening: Tournament, hold: Callable[..., Held], start_worker: StartWorker, wait_until: Callable[..., bool]
) -> None:
    enter_result(list_plays(evening)[0], 56)
    holder = hold(STOP_SNAPSHOTS)
    worker = start_worker()
    assert wait_until(lambda: waiting_count() == 1), worker.log_path.read_text()

    for child in children(worker):
        os.kill(child, signal.SIGKILL)
    holder.release()

    assert wait_until(is_caught_up), worker.log_path.read_text()
    assert snapshots() == [(1, 1)]


@pytest.mark.nights  # by day the results of a whole campaign, on a laptop
def test_burst_of_results_makes_few_refreshes(
    evening: Tournament, start_worker: StartWorker, wait_until: Callable[..., bool]
) -> None:
    start_worker()
    plays = list_plays(evening)
    enter_result(plays[0], 56)
    assert wait_until(is_caught_up)

    burst = [
        Call(lambda share=plays[start:51:5]: [enter_result(play, 62) for play in share])
        for start in range(1, 6)
    ]
    slips_by_call = [call.answer() for call in burst]

    assert sum(map(len, slips_by_call)) == 50
    assert wait_until(is_caught_up)
    stored_snapshots = list(StandingsSnapshot.objects.order_by("version"))
    assert [snapshot.version for snapshot in stored_snapshots] == list(range(1, len(stored_snapshots) + 1))
    assert stored_snapshots[-1].results_counted == 51
    assert len(stored_snapshots) <= 10, "a refresh for every five results at most"


def test_two_refreshes_do_not_overlap_and_the_second_sees_what_came_between(
    evening: Tournament, session: Session, hold: Callable[..., Held], wait_until: Callable[..., bool]
) -> None:
    first, second = list_plays(evening)[:2]
    enter_result(first, 56)
    holder = hold(STOP_SNAPSHOTS)
    slow = Call(lambda: refresh_standings(session=session))
    assert wait_until(lambda: waiting_count() == 1)
    enter_result(second, -52)

    late = Call(lambda: refresh_standings(session=session))
    assert wait_until(lambda: waiting_count() == 2)
    holder.release()

    assert [call.answer().results_counted for call in (slow, late)] == [1, 2]
    assert snapshots() == [(1, 1), (2, 2)]
    assert is_caught_up()


def test_second_of_two_refreshes_for_one_result_stores_nothing(
    evening: Tournament, session: Session, hold: Callable[..., Held], wait_until: Callable[..., bool]
) -> None:
    enter_result(list_plays(evening)[0], 56)
    holder = hold(STOP_SNAPSHOTS)

    calls = [Call(lambda: refresh_standings(session=session)) for _ in range(2)]
    assert wait_until(lambda: waiting_count() == 2)
    holder.release()

    assert sorted(call.answer() is None for call in calls) == [False, True]
    assert snapshots() == [(1, 1)]
