"""Killed at any moment, `manage.py serve`, `config.web` and a server's worker leave nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import redis
import yaml
from celery import Celery
from kombu import Connection

from tests.processes import (
    PROJECT,
    Launch,
    Server,
    descendants,
    find_port,
    is_free,
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
BROKER = os.environ.get("CELERY_BROKER_URL", "").rpartition("/")[0] + "/7"
"""A database of Redis that no other test uses."""
Start = Callable[[str], tuple["subprocess.Popen[str]", set[int], int | None]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """`start("serve")`, `start("web")` or `start("worker")`: process, all its held up children, open port."""
    put_empty_database(tmp_path / "var")

    def begin(launch: Launch, program: str) -> tuple["subprocess.Popen[str]", set[int], int | None]:
        environment = laptop_environment(tmp_path / "var") | SETTINGS
        if program == "worker":
            worker = launch(*worker_command(), env=environment | {"CELERY_BROKER_URL": BROKER})
            return worker, hold_up_worker(worker, tmp_path / f"computing-{worker.pid}"), None
        port = find_port()
        command = {
            "serve": ("manage.py", "serve", f"--port={port}", "--no-demo"),
            "web": ("-m", "config.web", f"--port={port}", f"--workers={WEB_PROCESSES}"),
        }[program]
        server = Server(launch(sys.executable, *command, env=environment), port)
        assert wait_until(lambda: is_answering(port), 90), server.output
        return server.process, hold_up(server), port

    with launching(tmp_path) as launch:
        yield lambda program: begin(launch, program)


def worker_command() -> list[str]:
    """Return the command of docker-compose.yml, with the tasks of hostile_tasks.py."""
    services = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())["services"]
    return [sys.executable, "-m", *services["worker"]["command"], "--include=tests.ops.hostile_tasks"]


def hold_up_worker(worker: "subprocess.Popen[str]", computing: Path) -> set[int]:
    """Have one process of the pool compute in C and stop the others. Return them all."""
    redis.Redis.from_url(BROKER).flushdb()  # a killed worker's message would be given again
    with Connection(BROKER) as broker:
        Celery().send_task("hostile.match", args=[str(computing)], connection=broker)
    assert wait_until(computing.exists, 90), worker.log_path.read_text()  # type: ignore[attr-defined]
    children = descendants(worker.pid)
    for child in children - {int(computing.read_text(encoding="utf-8"))}:
        os.kill(child, signal.SIGSTOP)
    assert len(children) >= 2
    return children


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
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
    return ""


def state_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    return ""


def hold_up(server: Server) -> set[int]:
    """Have children wait for a lock, in a query, in C, and stopped; one draws for a request, in C as well.

    Return all processes but the first.
    """
    pid, port = server.process.pid, server.port
    # a child takes its name a moment after its start
    assert wait_until(lambda: children_to_stop(pid)), server.output
    stopped = children_to_stop(pid)
    pids = descendants(pid)
    printer_children = len(named(pids, "etui-apart"))
    send(port, "/hostile/lock/")
    send(port, "/hostile/query/")
    send(port, "/hostile/drawing/")
    assert wait_until(lambda: len(named(descendants(pid), "etui-apart")) > printer_children), server.output
    send(port, "/hostile/match/")
    for child in stopped:
        os.kill(child, signal.SIGSTOP)
    assert wait_until(lambda: all(state_of(child) == "T" for child in stopped))
    # the child that draws is forked a moment after its request
    assert wait_until(lambda: len(descendants(pid)) >= 5), server.output
    return descendants(pid)


def children_to_stop(pid: int) -> list[int]:
    """Return those below `pid` of which each program has at least one."""
    pids = descendants(pid)
    return named(pids, "etui-worker") + named(pids, "etui-web-1") + named(pids, "etui-printer")


def kill(process: "subprocess.Popen[str]", children: set[int], port: int | None) -> None:
    process.kill()
    process.wait()
    assert wait_until(lambda: all(map(is_gone, children)), SECONDS), {
        pid: (name_of(pid), state_of(pid)) for pid in children if not is_gone(pid)
    }
    # a child that was forked after the count of the others may hold the port a moment longer
    assert port is None or wait_until(lambda: is_free(port), SECONDS)


@pytest.mark.parametrize("program", ["serve", "web", "worker"])
def test_command_that_is_killed_leaves_nothing_behind(start: Start, program: str) -> None:
    kill(*start(program))


@pytest.mark.nights  # by day once
@pytest.mark.parametrize("program", ["serve", "web", "worker"])
def test_command_that_is_killed_twenty_times_leaves_nothing_behind(start: Start, program: str) -> None:
    for _ in range(TRIES):
        kill(*start(program))
