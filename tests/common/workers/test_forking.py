"""Work in child processes: every result, no process left behind, a clear error after a kill."""

import ast
import itertools
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection

from common.workers import forking
from common.workers.forking import (
    USUAL,
    Limits,
    TooLate,
    TooMuchMemory,
    TooMuchTime,
    WorkFailed,
    run_in_child,
    run_in_children,
)
from tests.processes import PROJECT, is_gone, wait_until


def nothing() -> None:
    """Ignore signs of life."""


def refusing(number: int) -> int:
    raise ValueError("no")


def test_answers_come_with_their_place_from_other_processes():
    answers = dict(
        run_in_children(lambda number: (number * number, os.getpid()), [3, 1, 2], waiting=nothing, at_once=2)
    )

    assert {place: square for place, (square, _pid) in answers.items()} == {0: 9, 1: 1, 2: 4}
    assert len({pid for _square, pid in answers.values()} | {os.getpid()}) == 4


def test_no_questions_no_answers():
    assert list(run_in_children(len, [], waiting=nothing)) == []


def test_large_answer_arrives_whole():
    assert list(run_in_children(lambda size: b"x" * size, [3_000_000], waiting=nothing)) == [
        (0, b"x" * 3_000_000)
    ]


def test_what_a_child_raises_is_told_with_its_name():
    with pytest.raises(WorkFailed, match="ValueError: no"):
        list(run_in_children(refusing, [0], waiting=nothing))


def test_killed_child_is_a_failure_and_ends_the_others():
    # a helper for other threads may live on from an earlier test
    children = multiprocessing.active_children()
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
        list(run_in_children(work, noted(), waiting=nothing, at_once=2))

    assert born == [0, 1]
    assert multiprocessing.active_children() == children


def test_answer_that_never_comes_is_ended_by_whoever_stops_waiting(monkeypatch):
    monkeypatch.setattr(forking, "SECONDS_BETWEEN_SIGNS", 0.05)
    children = multiprocessing.active_children()
    signs = []

    def third_time() -> None:
        signs.append(time.monotonic())
        if len(signs) == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        list(run_in_children(lambda _: signal.sigwait([signal.SIGUSR1]), [0], waiting=third_time))

    assert multiprocessing.active_children() == children


def in_a_thread(ask: Callable[[], object]) -> object:
    """Return the result of `ask` in another thread than the main one, or raise its error, as in a request."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(ask).result()


def here(ask: Callable[[], object]) -> object:
    return ask()


def parent_of(_question: int) -> tuple[int, int]:
    return os.getpid(), os.getppid()


def test_other_threads_have_their_children_forked_by_a_process_that_has_loaded_the_site():
    answers = in_a_thread(lambda: dict(run_in_children(parent_of, [0, 1], waiting=nothing)))

    (first, forked_by), (second, forked_by_too) = answers.values()
    assert first != second
    assert forked_by == forked_by_too
    assert forked_by != os.getpid()


FORKED = """
import builtins, os
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryFile
import django
from django.conf import settings
settings.configure(ETUI_CHILD_NICENESS=0, ETUI_CHILD_PRELOAD=["no such module"])
django.setup()
from common.workers import forking
builtins.HELD, builtins.os = TemporaryFile(), os
forking.start_helper("etui-apart", own=[HELD])
seen = "(HELD.closed, open('/proc/self/comm').read(), os.getppid())"
with ThreadPoolExecutor(1) as thread:
    told = thread.submit(lambda: forking.run_in_child(eval, seen, limits=forking.USUAL)).result()
print(repr((HELD.closed, *told)))
"""
"""Program whose children return values of its memory."""


def test_helper_has_what_is_loaded_and_ends_with_its_process():
    process = subprocess.run(
        [sys.executable, "-c", FORKED], cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True, timeout=30
    )

    held_here, held_there, name, forked_by = ast.literal_eval(process.stdout)
    assert (held_here, held_there, name) == (False, True, "etui-apart\n")
    assert wait_until(lambda: is_gone(forked_by), 10)


def test_failure_in_another_thread_is_told_in_the_same_way():
    with pytest.raises(WorkFailed, match="ValueError: no"):
        in_a_thread(lambda: run_in_child(refusing, 0, limits=USUAL))


def killing_its_helper(_question: int) -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def test_helper_that_is_killed_fails_the_job_at_hand_and_is_started_again():
    with pytest.raises(WorkFailed, match="killed, exit code -9"):
        in_a_thread(lambda: run_in_child(killing_its_helper, 0, limits=USUAL))

    assert in_a_thread(lambda: run_in_child(growing, 10, limits=USUAL)) == 10


def test_helper_killed_while_it_is_asked_is_a_failure(monkeypatch):
    def refuse(*_given: object) -> int:
        raise BrokenPipeError("broken")

    monkeypatch.setattr("socket.send_fds", refuse)

    with pytest.raises(WorkFailed, match="no child could be forked: broken"):
        in_a_thread(lambda: run_in_child(parent_of, 0, limits=USUAL))


def test_question_that_cannot_be_pickled_is_an_error_and_leaves_no_child():
    in_a_thread(lambda: run_in_child(growing, 1, limits=USUAL))  # the helper is there
    descriptors = os.listdir("/dev/fd")

    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        in_a_thread(lambda: run_in_child(parent_of, threading.Lock(), limits=USUAL))

    assert len(os.listdir("/dev/fd")) == len(descriptors)


def locked(_question: int) -> object:
    return threading.Lock()


def test_answer_that_cannot_be_pickled_is_told_with_its_kind():
    with pytest.raises(WorkFailed, match="TypeError: cannot pickle"):
        run_in_child(locked, 0, limits=USUAL)


def test_answer_that_has_no_room_to_be_sent_is_too_large():
    """The answer fits into the memory of the child, and its pickled copy does not."""
    with pytest.raises(TooMuchMemory):
        run_in_child(bytes, 600 * 1024 * 1024, limits=USUAL)


def endless(_question: object) -> None:
    while True:
        pass


def endless_in_c(_question: object) -> None:
    sum(itertools.repeat(1))


def waiting_for_ever(_question: object) -> None:
    signal.sigwait([signal.SIGUSR1])


def growing(size: int) -> int:
    return len([bytearray(1024 * 1024) for _megabyte in range(size)])


SHORT = Limits(seconds=20, cpu_seconds=1)


@pytest.mark.parametrize(
    ("asked_from", "work", "limits", "failure"),
    [
        pytest.param(here, endless, SHORT, TooMuchTime, id="endless"),
        pytest.param(in_a_thread, endless_in_c, SHORT, TooMuchTime, id="endless in C, for a request"),
        pytest.param(here, waiting_for_ever, Limits(seconds=1), TooLate, id="waiting"),
        pytest.param(here, growing, USUAL, TooMuchMemory, id="growing"),
        pytest.param(in_a_thread, growing, USUAL, TooMuchMemory, id="growing, for a request"),
    ],
)
def test_child_beyond_its_limits_is_ended_with_the_reason(asked_from, work, limits, failure):
    with pytest.raises(failure):
        asked_from(lambda: run_in_child(work, 10_000, limits=limits))

    assert asked_from(lambda: run_in_child(growing, 10, limits=limits)) == 10


def test_children_give_way_to_pages_and_some_to_everything(settings):
    settings.ETUI_CHILD_NICENESS = 19

    priorities = [
        run_in_child(lambda _: (os.nice(0), os.sched_getscheduler(0)), 0, limits=Limits(is_idle=is_idle))
        for is_idle in (False, True)
    ]

    assert priorities == [(19, os.SCHED_OTHER), (19, os.SCHED_IDLE)]


def test_child_has_no_connection_of_its_parent(db):
    connection_before = connection.connection

    assert run_in_child(is_connected, 0, limits=USUAL) is False
    assert connection.connection is connection_before


def is_connected(_question: int) -> bool:
    return connection.connection is not None


WEB_PROCESS = """
import sys, threading, time
import django
django.setup()
from common.workers.forking import Limits, run_in_child, start_helper
from tests.common.workers.test_forking import match_for_ever
start_helper("etui-test", own=[])
limits = {"limits": Limits(seconds=60, cpu_seconds=60)}
threading.Thread(target=run_in_child, args=(match_for_ever, sys.argv[1]), kwargs=limits, daemon=True).start()
time.sleep(60)
"""


def match_for_ever(path: str) -> None:
    """Write this process's number and its parent's, then stay in C code."""
    Path(path).write_text(f"{os.getpid()} {os.getppid()}\n", encoding="utf-8")
    re.match("(a+)+b", "a" * 60)


def test_child_of_a_request_ends_with_the_web_process(tmp_path):
    numbers_file = tmp_path / "numbers"
    web = subprocess.Popen([sys.executable, "-c", WEB_PROCESS, numbers_file], cwd=PROJECT)
    try:
        assert wait_until(lambda: numbers_file.exists() and numbers_file.read_text().endswith("\n"))
    finally:
        web.kill()
        web.wait()
    child, forkserver = map(int, numbers_file.read_text().split())

    try:
        assert wait_until(lambda: is_gone(child) and is_gone(forkserver), 10)
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
