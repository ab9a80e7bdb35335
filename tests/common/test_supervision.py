"""A child kept alive: started again when it dies, ended with its parent however that ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import Queue

import pytest

from common import supervision
from common.supervision import Supervised

CHILD = "from common.supervision import end_with_parent; end_with_parent(); import time; time.sleep(60)"
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
PARENT = f"""
import signal, sys, time
from common.supervision import Supervised
signal.signal(signal.SIGHUP, signal.SIG_DFL)
child = Supervised([sys.executable, "-c", {CHILD!r}], started=lambda pid: print(pid, flush=True))
child.start()
time.sleep(60)
"""
"""Whoever runs the tests under `nohup` leaves them a hang-up that is ignored."""


def is_alive(pid: int) -> bool:
    """Whether `pid` runs; a process that only waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def becomes_true(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def test_killed_child_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_WAIT", 0.05)
    pids: Queue[int] = Queue()
    child = Supervised([sys.executable, "-c", CHILD], started=pids.put)
    child.start()

    first = pids.get(timeout=10)
    os.kill(first, signal.SIGKILL)
    second = pids.get(timeout=10)
    child.stop()

    assert first != second
    assert not is_alive(first)
    assert not is_alive(second)
    assert pids.empty()


def test_child_that_keeps_failing_is_started_later_and_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervision, "FIRST_WAIT", 0.05)
    monkeypatch.setattr(supervision, "LONGEST_WAIT", 0.1)
    pids: Queue[int] = Queue()
    child = Supervised([sys.executable, "-c", "raise SystemExit(3)"], started=pids.put)

    child.start()
    for _ in range(4):
        pids.get(timeout=10)
    child.stop()

    waits = [record.getMessage().rpartition("again in ")[2] for record in caplog.records]
    assert waits[:3] == ["0.05 s", "0.1 s", "0.1 s"]
    assert "ended with status 3" in caplog.text


def test_child_that_does_not_listen_is_killed() -> None:
    pids: Queue[int] = Queue()
    child = Supervised([sys.executable, "-c", STUBBORN], started=pids.put)
    child.start()
    pid = pids.get(timeout=10)
    ignored = 1 << (signal.SIGTERM - 1)
    assert becomes_true(lambda: ignored_signals(pid) & ignored != 0)

    child.stop(patience=0.2)

    assert not is_alive(pid)


def ignored_signals(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigIgn")), 16)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_child_ends_when_its_parent_is_killed(ending: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)

        parent.send_signal(ending)

    assert becomes_true(lambda: not is_alive(child))
