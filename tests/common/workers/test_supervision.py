"""Children kept alive: started again when they die, ended with their parent however that ends."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from common.workers import supervision
from common.workers.supervision import OWN_NAME, Child, Supervisor, die_with_parent, end_with_parent

PARENT = """
import signal, time
from common.workers.supervision import OWN_NAME, Child, Supervisor, end_with_parent

def work():
    end_with_parent()
    time.sleep(60)

signal.signal(signal.SIGHUP, signal.SIG_DFL)
children = [Child("first", work), Child("second", work)]
with Supervisor(children, started=lambda pid: print(pid, flush=True)) as supervisor:
    supervisor.keep_alive()
"""
"""Whoever runs the tests under `nohup` leaves them a hang-up that is ignored."""


HELD_UP = """
import os, re, signal, threading
from common.workers.supervision import Child, Supervisor, end_with_parent

def match():
    re.match("(a+)+b", "a" * 60)

def stop():
    os.kill(os.getpid(), signal.SIGSTOP)

def lock():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()

def work():
    end_with_parent(lambda: os._exit(0))
    print(os.getpid(), flush=True)
    {harm}()

with Supervisor([Child("held-up", work, is_heard=True)]) as supervisor:
    supervisor.keep_alive()
"""


def sleep() -> None:
    end_with_parent()
    time.sleep(60)


def fail() -> None:
    raise SystemExit(3)


def is_alive(pid: int) -> bool:
    """Whether `pid` runs; a process that only waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
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
        first, other = pids
        os.kill(first, signal.SIGKILL)
        assert becomes_true(lambda: len(pids) == 3, lambda: supervisor.keep_alive(seconds=0.05))
        assert is_alive(other)

    assert first != pids[2]
    assert not any(map(is_alive, pids))


def test_child_that_keeps_failing_is_started_later_and_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervision, "FIRST_WAIT", 0.05)
    pids: list[int] = []

    with Supervisor([Child("failing", fail, longest_wait=0.1)], started=pids.append) as supervisor:
        assert becomes_true(lambda: len(pids) == 4, lambda: supervisor.keep_alive(seconds=0.02))

    told = [record.getMessage() for record in caplog.records]
    assert told[:3] == [
        f"failing ended with status 3, starting it again in {wait} s" for wait in (0.05, 0.1, 0.1)
    ]


def test_child_that_cannot_do_its_work_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    def raise_something() -> None:
        raise LookupError("no such thing")

    pids: list[int] = []
    with Supervisor([Child("raising", raise_something)], started=pids.append) as supervisor:
        supervisor.keep_alive(seconds=0)
        assert becomes_true(lambda: not is_alive(pids[0]))

    told = capfd.readouterr().err
    assert told.startswith("Process raising:\n")
    assert "LookupError: no such thing" in told


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
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigIgn")), 16)


def test_child_begins_like_a_process_started_alone() -> None:
    """A session of its own, the signals of a new process, no file of the parent but those it is given."""
    told, telling = os.pipe()

    def tell() -> None:
        signals = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)]
        facts = (
            OWN_NAME.read_text().strip(),
            os.getsid(0) == os.getpid(),
            signals == [signal.default_int_handler, signal.SIG_DFL, signal.SIG_DFL],
            signal.pthread_sigmask(signal.SIG_BLOCK, []),
            (kept.closed, dropped.closed),
            os.readlink("/proc/self/fd/1"),
        )
        os.write(telling, repr(facts).encode())
        sleep()

    with TemporaryFile() as kept, TemporaryFile() as dropped:
        child = Child("etui-told", tell, inherited=[kept])
        with Supervisor([child], own=[kept, dropped]) as supervisor:
            supervisor.keep_alive(seconds=10, until=told)

            assert os.read(told, 4096).decode() == repr(
                ("etui-told", True, True, set(), (False, True), "/dev/null")
            )


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
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_child_whose_parent_ended_before_it_asked_ends_at_once() -> None:
    program = """
import os, time
from common.workers.supervision import die_with_parent
if os.fork():
    print(flush=True)
    os._exit(0)
parent = os.getppid()
while os.getppid() == parent:
    time.sleep(0.01)
print("orphan", flush=True)
die_with_parent()
print("goes on", flush=True)
"""

    finished = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)

    assert finished.stdout.split() == ["orphan"]


def test_process_that_another_thread_forked_outlives_that_thread() -> None:
    """The kernel would take the end of the thread for the end of the parent."""
    told, telling = os.pipe()

    def fork() -> None:
        if os.fork() == 0:
            try:
                die_with_parent()
                time.sleep(0.2)
                os.write(telling, b"alive")
            finally:
                os._exit(0)

    forking = threading.Thread(target=fork)
    forking.start()
    forking.join()
    os.close(telling)

    with open(told, "rb") as reading:
        assert reading.read() == b"alive"
    os.wait()


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_output_that_is_never_read_holds_nothing_up(kind: str) -> None:
    program = """
import multiprocessing
import sys
from common.workers.supervision import write_without_waiting
write_without_waiting()
for _ in range(100):
    for file in (sys.stdout, sys.stderr):
        print("a" * 10_000, file=file, flush=True)
        print("a" * 10, end="", file=file)
forked = multiprocessing.get_context("fork").Process(target=print, args=("forked",))
forked.start()
forked.join()
sys.exit(forked.exitcode)
"""
    if kind == "pipe":
        unread, full = os.pipe()
    else:
        unread, full = (end.detach() for end in socket.socketpair())
    try:
        buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        writing = subprocess.Popen([sys.executable, "-c", program], stdout=full, stderr=full, env=buffered)
        try:
            assert writing.wait(30) == 0
        finally:
            writing.kill()
            writing.wait()
    finally:
        os.close(unread)
        os.close(full)


def test_lines_of_both_outputs_stay_in_one_file(tmp_path: Path) -> None:
    program = """
import sys
from common.workers.supervision import write_without_waiting
print("before", flush=True)
write_without_waiting()
print("output", flush=True)
print("error", file=sys.stderr, flush=True)
"""
    with (tmp_path / "log").open("w") as log:
        subprocess.run([sys.executable, "-c", program], stdout=log, stderr=subprocess.STDOUT, check=True)

    assert (tmp_path / "log").read_text().split() == ["before", "output", "error"]
