"""Killed at any moment, `manage.py serve` and `config.web` leave no process and no open port behind."""

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.processes import (
    Launch,
    Server,
    descendants,
    find_port,
    is_gone,
    laptop_environment,
    launching,
    put_empty_database,
    wait_until,
)

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.ops.patient_settings", "ETUI_WEB_THREADS": "8"}
SECONDS = 5
WEB_PROCESSES = 2
TRIES = 20


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str], Server]]:
    """`start("serve")` or `start("web")`: the site with addresses that do harm, once it answers."""
    put_empty_database(tmp_path / "var")

    def begin(launch: Launch, program: str) -> Server:
        port = find_port()
        command = {
            "serve": ("manage.py", "serve", f"--port={port}", "--no-demo"),
            "web": ("-m", "config.web", f"--port={port}", f"--workers={WEB_PROCESSES}"),
        }[program]
        environment = laptop_environment(tmp_path / "var") | SETTINGS
        server = Server(launch(sys.executable, *command, env=environment), port)
        assert wait_until(lambda: is_answering(port), 90), server.output
        return server

    with launching(tmp_path) as launch:
        yield lambda program: begin(launch, program)


def is_answering(port: int) -> bool:
    with suppress(OSError):
        return b" 200 " in ask(port, "/process/")
    return False


def ask(port: int, path: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return connection.recv(64)


def send(port: int, path: str) -> None:
    """Send a request that is not waited for."""

    def wait() -> None:
        with suppress(OSError):
            ask(port, path)

    threading.Thread(target=wait, daemon=True).start()


def named(pids: set[int], name: str) -> list[int]:
    return sorted(pid for pid in pids if name_of(pid).startswith(name))


def name_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def state_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""


def hold_up(server: Server) -> set[int]:
    """Have children wait for a lock, in a query, in C, and stopped; one draws for a request, in C as well.

    Return all processes but the first.
    """
    pid, port = server.process.pid, server.port
    before = descendants(pid)
    drawn = len(named(before, "etui-apart"))
    send(port, "/hostile/lock/")
    send(port, "/hostile/query/")
    send(port, "/hostile/drawing/")
    assert wait_until(lambda: len(named(descendants(pid), "etui-apart")) > drawn), server.output
    send(port, "/hostile/match/")
    stopped = named(before, "etui-worker") + named(before, "etui-web-1") + named(before, "etui-printer")
    for child in stopped:
        os.kill(child, signal.SIGSTOP)
    assert wait_until(lambda: all(state_of(child) == "T" for child in stopped))
    assert stopped
    return descendants(pid)


def is_free(port: int) -> bool:
    with suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False


def kill(server: Server, children: set[int]) -> None:
    assert len(children) >= 5
    server.process.kill()
    server.process.wait()
    assert wait_until(lambda: all(map(is_gone, children)), SECONDS), {
        pid: (name_of(pid), state_of(pid)) for pid in children if not is_gone(pid)
    }
    assert is_free(server.port)


@pytest.mark.parametrize("program", ["serve", "web"])
def test_command_that_is_killed_leaves_nothing_behind(start: Callable[[str], Server], program: str) -> None:
    server = start(program)

    kill(server, hold_up(server))


@pytest.mark.nights  # by day once
@pytest.mark.parametrize("program", ["serve", "web"])
def test_command_that_is_killed_twenty_times_leaves_nothing_behind(
    start: Callable[[str], Server], program: str
) -> None:
    for _ in range(TRIES):
        server = start(program)
        kill(server, hold_up(server))
