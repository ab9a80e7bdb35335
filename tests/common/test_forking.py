"""Work done in children: every answer, none left behind, a clear word when one is killed."""

import os
import signal
import threading
import time

import pytest

from common import forking
from common.forking import WorkFailed, do_apart


def nothing() -> None:
    """Nobody listens to signs of life."""


def refusing(number: int) -> int:
    raise ValueError("no")


def test_answers_come_with_their_place_from_other_processes():
    answers = dict(
        do_apart(lambda number: (number * number, os.getpid()), [3, 1, 2], waiting=nothing, at_once=2)
    )

    assert {place: square for place, (square, _pid) in answers.items()} == {0: 9, 1: 1, 2: 4}
    assert len({pid for _square, pid in answers.values()} | {os.getpid()}) == 4


def test_no_questions_no_answers():
    assert list(do_apart(len, [], waiting=nothing)) == []


def test_large_answer_arrives_whole():
    assert list(do_apart(lambda size: b"x" * size, [3_000_000], waiting=nothing)) == [(0, b"x" * 3_000_000)]


def test_what_a_child_raises_is_told_with_its_name():
    with pytest.raises(WorkFailed, match="ValueError: no"):
        list(do_apart(refusing, [0], waiting=nothing))


def test_killed_child_is_a_failure_and_ends_the_others():
    born = []

    def work(number: int) -> int:
        if number == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return int(signal.sigwait([signal.SIGUSR1]))

    def noted():
        for number in range(2):
            born.append(number)
            yield number

    with pytest.raises(WorkFailed, match="killed, exit code -9"):
        list(do_apart(work, noted(), waiting=nothing, at_once=2))

    assert born == [0, 1]
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_answer_that_never_comes_is_ended_by_whoever_stops_waiting(monkeypatch):
    monkeypatch.setattr(forking, "SECONDS_BETWEEN_SIGNS", 0.05)
    signs = []

    def third_time() -> None:
        signs.append(time.monotonic())
        if len(signs) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        list(do_apart(lambda _: signal.sigwait([signal.SIGUSR1]), [0], waiting=third_time))

    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_other_threads_do_not_fork():
    pids = []
    thread = threading.Thread(
        target=lambda: pids.extend(do_apart(lambda _: os.getpid(), [0, 1], waiting=nothing))
    )

    thread.start()
    thread.join()

    assert pids == [(0, os.getpid()), (1, os.getpid())]


def test_failure_in_another_thread_is_told_in_the_same_way():
    told = []

    def ask() -> None:
        try:
            list(do_apart(refusing, [0], waiting=nothing))
        except WorkFailed as failure:
            told.append(str(failure))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()

    assert told == ["ValueError: no"]
