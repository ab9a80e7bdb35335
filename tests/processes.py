"""Real processes for tests, all ended afterwards: fixtures that a folder's conftest.py imports."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from config.celery import LONG, SHORT
from config.celery import app as celery_app
from tests.kept_schema import keep_file, kept_schema, one_at_a_time

PROJECT = Path(__file__).parents[1]
Launch = Callable[..., "subprocess.Popen[str]"]


def wait_until(condition: Callable[[], object], seconds: float = 60.0) -> bool:
    """Return whether `condition` became true within `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return bool(condition())


class Server:
    """One `manage.py serve` and its children."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process = process
        self.port = port

    @property
    def output(self) -> str:
        return self.process.log_path.read_text()  # type: ignore[attr-defined, no-any-return]

    @property
    def is_ready(self) -> bool:
        return "Étui est prêt." in self.output

    @property
    def worker(self) -> int | None:
        """Process id of the worker that ranks, if there is one."""
        return self.worker_of("celery")

    def worker_of(self, queue: str) -> int | None:
        """Process id of the worker of a queue, if there is one."""
        return self._child({SHORT: "etui-worker", LONG: "etui-printer"}[queue])

    @property
    def web(self) -> int | None:
        """Process id of the web server, if there is one."""
        return self._child("etui-web")

    def _child(self, name: str) -> int | None:
        """Process id of the child of this name."""
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text().rpartition(")")[2].split()
                process_name = (status.parent / "comm").read_text().strip()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[1]) == self.process.pid and process_name == name and fields[0] != "Z":
                return int(status.parent.name)
        return None


def descendants(pid: int) -> set[int]:
    """Process ids of the children of `pid`, of theirs, and so on."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    below: set[int] = set()
    while added := {child for child, parent in parents.items() if parent in below | {pid}} - below:
        below |= added
    return below


def is_gone(pid: int) -> bool:
    """Return whether `pid` has ended, reaped or not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.fixture(name="wait_until")
def wait_until_fixture() -> Callable[..., bool]:
    """Return `wait_until(condition, seconds=60)`."""
    return wait_until


def find_port() -> int:
    """Return a random free port below the range that the system assigns to clients."""
    while True:
        port = 12_000 + secrets.randbelow(18_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def is_free(port: int) -> bool:
    """Return whether no process listens at a port of this machine."""
    with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False


@pytest.fixture
def free_port() -> int:
    return find_port()


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    with launching(tmp_path) as start:
        yield start


@contextmanager
def launching(logs: Path) -> Iterator[Launch]:
    """`launch(*command, env=…, folder=…)` starts a process, by itself in the project's folder.

    Its output goes to `.log_path`, a file in `logs`, unless it is given an open file. All processes, their
    children and their groups are ended afterwards.
    """
    started: list[subprocess.Popen[str]] = []

    def start(
        *command: str, env: dict[str, str], folder: Path = PROJECT, output: int | None = None
    ) -> "subprocess.Popen[str]":
        log_path = logs / f"process-{len(started)}.log"
        with log_path.open("w") as log:
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", *command],  # should the tests themselves be killed
                cwd=folder,
                env=env,
                stdout=log if output is None else output,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
        process.log_path = log_path  # type: ignore[attr-defined]
        started.append(process)
        return process

    try:
        yield start
    finally:
        remaining_pids = set().union(*(descendants(process.pid) for process in started))
        for process in started:
            process.terminate()
        for process in started:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            remaining_pids.add(process.pid)
        for pid in remaining_pids:
            with contextlib.suppress(ProcessLookupError):  # what it left behind
                os.killpg(pid, signal.SIGKILL)


@pytest.fixture
def real_environment(transactional_db: None, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Environment of processes that share the test's own database and broker; tasks leave this process.

    Needs script/with-servers: a SQLite test database lives in memory, where no other process reaches it.
    """
    database = connection.settings_dict
    assert connection.vendor == "postgresql", "run through script/with-servers"
    celery_app.conf.task_always_eager = False
    with celery_app.connection_for_write() as broker:
        for queue in (SHORT, LONG):
            broker.default_channel.queue_purge(queue)
    yield os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.hall",
        "DATABASE_URL": f"postgres://{database['USER']}@{database['HOST']}:{database['PORT']}/{database['NAME']}",
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


def laptop_environment(folder: Path) -> dict[str, str]:
    """Return the variables of a laptop with its data in `folder`: no server, Python's usual output buffer."""
    unset = {"DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "PYTHONUNBUFFERED"}
    laptop = {name: value for name, value in os.environ.items() if name not in unset}
    return laptop | {"DJANGO_SETTINGS_MODULE": "config.settings.hall", "ETUI_VAR_DIR": str(folder)}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return the variables of a new laptop, with its data in a folder whose path contains a space."""
    return laptop_environment(tmp_path / "my var")


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the database after the first start of a site, with the demonstration club.

    It is created once per run, or once for all runs that name the same folder.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = Path(os.environ.get("ETUI_FIRST_START", shared / "first start"))
    with one_at_a_time(folder.with_suffix(".lock")):
        if not folder.exists():
            making = tmp_path_factory.mktemp("first start")
            put_empty_database(making)
            _manage("make_demo_club", making)
            shutil.move(making, folder)
    return folder


def put_empty_database(folder: Path) -> None:
    """Copy a database with the current tables and no row into the `folder` of a laptop."""
    path = kept_schema()
    with one_at_a_time(path.with_suffix(".lock")):
        if not path.exists():
            with tempfile.TemporaryDirectory() as making:
                _manage("migrate", Path(making))
                keep_file(Path(making) / "etui.sqlite3")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, folder / "etui.sqlite3")


def _manage(command: str, folder: Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", command, "--verbosity=0"],
        cwd=PROJECT,
        env=laptop_environment(folder),
        check=True,
    )


class Laptop:
    """Installation that several tests share, started at its first use.

    Args:
        first_start: its data, or None for a first start.
    """

    def __init__(
        self,
        first_start: Path | None,
        folder: Path,
        launch: Launch,
        variables: Mapping[str, str] | None = None,
        *options: str,
    ) -> None:
        self.folder = folder / "my var"
        self.port = find_port()
        self.environment = laptop_environment(self.folder) | dict(variables or {})
        self._launch, self._options = launch, options
        if first_start is not None:
            shutil.copytree(first_start, self.folder)
        self.server = self.start()

    def start(self) -> Server:
        """Start the site, again on the same port, and wait until it answers."""
        command = (sys.executable, "manage.py", "serve", f"--port={self.port}", *self._options)
        self.server = when_ready(Server(self._launch(*command, env=self.environment), self.port))
        return self.server


@pytest.fixture(scope="session")
def started_laptop(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    folder = tmp_path_factory.mktemp("laptop")
    with launching(folder) as launch_for_all:
        yield Laptop(first_start, folder, launch_for_all)


@pytest.fixture
def laptop(started_laptop: Laptop) -> Laptop:
    """Return the installation that tests share, restarted if an earlier test stopped it."""
    if started_laptop.server.process.poll() is not None:
        started_laptop.start()
    return started_laptop


@pytest.fixture
def serve(
    launch: Callable[..., "subprocess.Popen[str]"], environment: dict[str, str], free_port: int
) -> Callable[..., Server]:
    """Return `serve(*options)`, which starts a server on the laptop's data and prepares a new laptop."""

    def start(*options: str) -> Server:
        options = options or (f"--port={free_port}",)
        process = launch(sys.executable, "manage.py", "serve", *options, env=environment)
        return Server(process, free_port)

    return start


FIRST_START = 180.0
"""Seconds for the tables and the demonstration of a new site, beside the other tests."""


def when_ready(server: Server) -> Server:
    """Return the server once it answers and its workers live."""
    assert wait_until(
        lambda: (
            (server.is_ready and server.worker and server.worker_of("long"))
            or server.process.poll() is not None
        ),
        FIRST_START,
    ), server.output
    assert server.process.poll() is None, server.output
    return server
