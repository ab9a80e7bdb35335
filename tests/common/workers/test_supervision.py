"""Supervised children: restarted when they die, ended with their parent in any case."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from common.system.children import OWN_NAME
from common.workers import supervision
from common.workers.supervision import Child, Supervisor

PARENT = """
import signal, time
from common.workers.supervision import Child, Supervisor

def work():
    time.sleep(60)

signal.signal(signal.SIGHUP, signal.SIG_DFL)
children = [Child("first", work), Child("second", work)]
with Supervisor(children, started=lambda pid: print(pid, flush=True)) as supervisor:
    supervisor.keep_alive()
"""
"""Running the tests under `nohup` leaves them a hang-up that is ignored."""


HELD_UP = """
import os, re, signal, threading
from common.workers.supervision import Child, Supervisor

def match():
    re.match("(a+)+b", "a" * 60)

def stop():
    os.kill(os.getpid(), signal.SIGSTOP)

def lock():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()

def work():
    print(os.getpid(), flush=True)
    {harm}()

with Supervisor([Child("held-up", work, is_heard=True)]) as supervisor:
    supervisor.keep_alive()
"""


def sleep() -> None:
    time.sleep(60)


def fail() -> None:
    raise SystemExit(3)


def is_alive(pid: int) -> bool:
    """Return whether `pid` runs. A zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def becomes_true(condition: Callable[[], bool], meanwhile: Callable[[], object] = lambda: None) -> bool:
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        meanwhile()
        time.sleep(0.02)
    return condition()


def test_killed_child_is_started_again_and_all_end_with_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_WAIT", 0.05)
    pids: list[int] = []

    with Supervisor([Child("killed", sleep), Child("other", sleep)], started=pids.append) as supervisor:
        supervisor.keep_alive(seconds=0)
        first, second = pids
        os.kill(first, signal.SIGKILL)
        assert becomes_true(lambda: len(pids) == 3, lambda: supervisor.keep_alive(seconds=0.05))
        assert is_alive(second)

    assert first != pids[2]
    assert not any(map(is_alive, pids))


def test_child_that_keeps_failing_is_started_later_and_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervision, "FIRST_WAIT", 0.05)
    pids: list[int] = []

    with Supervisor([Child("failing", fail, longest_wait=0.1)], started=pids.append) as supervisor:
        assert becomes_true(lambda: len(pids) == 4, lambda: supervisor.keep_alive(seconds=0.02))

    messages = [record.getMessage() for record in caplog.records]
    assert messages[:3] == [
        f"failing ended with status 3: restarting in {wait} s" for wait in (0.05, 0.1, 0.1)
    ]


def test_child_that_cannot_do_its_work_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    def raise_something() -> None:
        raise LookupError("no such thing")

    pids: list[int] = []
    with Supervisor([Child("raising", raise_something)], started=pids.append) as supervisor:
        supervisor.keep_alive(seconds=0)
        assert becomes_true(lambda: not is_alive(pids[0]))

    output = capfd.readouterr().err
    assert output.startswith("Process raising:\n")
    assert "LookupError: no such thing" in output


def test_machine_without_room_for_another_process_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> int:
        monkeypatch.undo()
        raise BlockingIOError("no room")

    pids: list[int] = []
    monkeypatch.setattr(supervision, "FIRST_WAIT", 0.05)
    with Supervisor([Child("late", sleep)], started=pids.append) as supervisor:
        monkeypatch.setattr(os, "fork", refuse)
        supervisor.keep_alive(seconds=0)
        assert pids == []
        assert becomes_true(lambda: len(pids) == 1, lambda: supervisor.keep_alive(seconds=0.02))

    assert "late cannot be started: no room" in caplog.text


def test_child_that_does_not_listen_is_killed() -> None:
    def ignore() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)

    pids: list[int] = []
    with Supervisor([Child("stubborn", ignore)], started=pids.append) as supervisor:
        supervisor.keep_alive(seconds=0)
        ignored = 1 << (signal.SIGTERM - 1)
        assert becomes_true(lambda: ignored_signals(pids[0]) & ignored != 0)

        supervisor.stop(patience=0.2)

        assert not is_alive(pids[0])


def ignored_signals(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigIgn")), 16)


def test_child_begins_like_a_process_started_alone() -> None:
    """A session of its own, the signals of a new process, no file of the parent but those it is given."""
    receiver, telling = Pipe(duplex=False)

    def tell() -> None:
        signals = [
            signal.getsignal(signal_number)
            for signal_number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
        ]
        facts = (
            OWN_NAME.read_text().strip(),
            os.getsid(0) == os.getpid(),
            signals == [signal.default_int_handler, signal.SIG_DFL, signal.SIG_DFL],
            signal.pthread_sigmask(signal.SIG_BLOCK, []),
            (inherited.closed, dropped.closed),
            os.readlink("/proc/self/fd/1"),
        )
        telling.send(facts)
        sleep()

    with TemporaryFile() as inherited, TemporaryFile() as dropped:
        child = Child("etui-told", tell, inherited=[inherited])
        with Supervisor([child], own=[inherited, dropped]) as supervisor:
            supervisor.keep_alive(seconds=10, until=receiver)

            assert receiver.recv() == ("etui-told", True, True, set(), (False, True), "/dev/null")


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_children_end_when_their_parent_is_killed(ending: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        children = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(map(is_alive, children))

        parent.send_signal(ending)

    assert becomes_true(lambda: not any(map(is_alive, children)))


@pytest.mark.parametrize("harm", ["match", "stop", "lock"])
def test_child_that_cannot_listen_ends_with_its_parent(harm: str) -> None:
    """It is in the C code of a pattern, stopped, or waits for a lock."""
    program = HELD_UP.replace("{harm}", harm)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        held_up = {"match": "R", "stop": "T", "lock": "S"}[harm]
        assert becomes_true(lambda: state_of(child) == held_up)

        parent.kill()
        parent.wait()
        try:
            assert becomes_true(lambda: not is_alive(child))
        finally:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]


def test_objects_are_frozen_before_the_fork_without_a_collection_of_all() -> None:
    generations: list[int] = []

    def note(_phase: str, info: dict[str, int]) -> None:
        generations.append(info["generation"])

    frozen = gc.get_freeze_count()
    objects: list[list[int]] = [[] for _ in range(5_000)]
    gc.callbacks.append(note)
    try:
        supervision.freeze_memory()
    finally:
        gc.callbacks.remove(note)

    assert gc.get_freeze_count() - frozen >= len(objects)
    assert set(generations) == {0}
