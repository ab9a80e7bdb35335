"""Real processes for the tests of this folder, all ended afterwards."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection

from config.celery import app as celery_app

PROJECT = Path(__file__).parents[2]
Launch = Callable[..., "subprocess.Popen[str]"]


def wait_until(condition: Callable[[], object], seconds: float = 30.0) -> bool:
    """Whether `condition` came true before `seconds` were over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return bool(condition())


@pytest.fixture(name="wait_until")
def wait_until_fixture() -> Callable[..., bool]:
    """`wait_until(condition, seconds=30)`: whether the condition came true in time."""
    return wait_until


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """`launch(*command, env=…)` starts a process in the project's folder; its output goes to `.log_path`."""
    started: list[subprocess.Popen[str]] = []

    def start(*command: str, env: dict[str, str]) -> "subprocess.Popen[str]":
        log_path = tmp_path / f"process-{len(started)}.log"
        with log_path.open("w") as log:
            process = subprocess.Popen(
                command,
                cwd=PROJECT,
                env=env,
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
        process.log_path = log_path  # type: ignore[attr-defined]
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()
    for process in started:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture
def real_environment(transactional_db: None, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Environment of processes that share the test's own database and broker; tasks leave this process.

    Needs script/with-servers: a SQLite test database lives in memory, where no other process reaches it.
    """
    given = connection.settings_dict
    assert connection.vendor == "postgresql", "run through script/with-servers"
    celery_app.conf.task_always_eager = False
    with celery_app.connection_for_write() as broker:
        broker.default_channel.queue_purge("celery")
    yield os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.hall",
        "DATABASE_URL": f"postgres://{given['USER']}@{given['HOST']}:{given['PORT']}/{given['NAME']}",
        "ETUI_VAR_DIR": str(tmp_path / "var"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    celery_app.conf.task_always_eager = True


@pytest.fixture
def start_worker(launch: Launch, real_environment: dict[str, str]) -> Callable[[], "subprocess.Popen[str]"]:
    """`start_worker()` starts a Celery worker of two processes on the test's database."""

    def start() -> "subprocess.Popen[str]":
        return launch("celery", "--app=config.celery", "worker", "--concurrency=2", env=real_environment)

    return start
