"""Outputs that are never read hold nothing up, and lines stay in order."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_output_that_is_never_read_holds_nothing_up(kind: str) -> None:
    program = """
import multiprocessing
import sys
from common.system.outputs import write_without_waiting
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
from common.system.outputs import write_without_waiting
print("before", flush=True)
write_without_waiting()
print("output", flush=True)
print("error", file=sys.stderr, flush=True)
"""
    with (tmp_path / "log").open("w") as log:
        subprocess.run([sys.executable, "-c", program], stdout=log, stderr=subprocess.STDOUT, check=True)

    assert (tmp_path / "log").read_text().split() == ["before", "output", "error"]
