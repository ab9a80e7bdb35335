"""Whole sites in processes of their own, with a disk and a clock of their own, to be broken on purpose."""

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

from tests.processes import find_port, laptop_environment, put_empty_database, wait_until
from tests.servers.postgres import Postgres

Launch = Callable[..., "subprocess.Popen[str]"]
ROLES = (
    ("database", re.compile(r"postgres")),
    ("broker", re.compile(r"redis-server")),
    ("beat", re.compile(r"celery.* beat")),
    ("worker", re.compile(r"^etui-(worker|printer)|celery.* worker")),
)
"""Roles of processes by their names and command lines, independent of their parent.

All others of a site are its web server.
"""


class Disk:
    """A small file system in memory, which can be filled to the last byte."""

    def __init__(self, megabytes: int) -> None:
        self.place = place = Path(tempfile.mkdtemp(prefix="etui-disk."))
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "etui-test", str(place)], check=True
        )

    @contextmanager
    def full(self) -> Iterator[None]:
        filler = self.place / "filler"
        try:
            with filler.open("wb", buffering=0) as file, suppress(OSError):
                while file.write(bytes(64 * 1024)):
                    pass
            with filler.open("ab", buffering=0) as file, suppress(OSError):
                while file.write(bytes(512)):
                    pass
            yield
        finally:
            filler.unlink(missing_ok=True)

    def remove(self) -> None:
        unmount = ["umount", str(self.place)]
        if not wait_until(
            lambda: subprocess.run(unmount, check=False, capture_output=True).returncode == 0, 5
        ):
            subprocess.run(["umount", "--lazy", str(self.place)], check=True)
        self.place.rmdir()


class Clock:
    """Clock of the Python processes of a site: see `set_clock/sitecustomize.py`."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.hours = 0.0
        self.set(0)
        self.environment = {
            "ETUI_TEST_CLOCK": str(file),
            "PYTHONPATH": str(Path(__file__).parent / "set_clock"),
        }

    def set(self, hours: float) -> None:
        """So far ahead of the true time, behind it for a negative number; within a moment."""
        self.hours = hours
        part = self._file.with_suffix(".part")
        part.write_text(str(hours * 3600), encoding="ascii")
        part.replace(self._file)


class Site:
    """Processes that are started again whenever one has ended, as by an operator or a supervisor."""

    has_database_server = False

    def __init__(self, folder: Path, launch: Launch, *, megabytes: int) -> None:
        self.port = find_port()
        self.disk = Disk(megabytes)
        self.clock = Clock(folder / "clock")
        self.var = self.disk.place / "var"
        self._launch = launch
        self._running: dict[str, subprocess.Popen[str]] = {}
        self.starts = 0
        self._closing = threading.Event()
        self._operator = threading.Thread(target=self._keep_running, daemon=True)

    def environment(self) -> dict[str, str]:
        """Return the environment of every process of the site, except for the clock."""
        raise NotImplementedError

    def commands(self) -> dict[str, tuple[str, ...]]:
        """Return the commands by name, in the order in which they are started."""
        raise NotImplementedError

    def start(self) -> None:
        self._operator.start()
        assert wait_until(self.answers, seconds=60), self.output()

    def answers(self) -> bool:
        with suppress(OSError), urlopen(f"http://localhost:{self.port}/healthz", timeout=2) as answer:
            return bool(answer.read() == b"ok")
        return False

    def pids(self, role: str) -> list[int]:
        """Processes of a role now, parents before children."""
        return sorted(pid for pid, process_role in self._processes() if process_role == role)

    def kill(self, role: str) -> None:
        """SIGKILL every process of a role."""
        for pid in self.pids(role):
            _signal(pid, signal.SIGKILL)

    @contextmanager
    def frozen(self, role: str) -> Iterator[None]:
        stopped = self.pids(role)
        for pid in stopped:
            _signal(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                _signal(pid, signal.SIGCONT)

    @contextmanager
    def writes_refused(self) -> Iterator[None]:
        """Make every write to a file fail in web server and worker, to open files too."""
        self._limit_writes(0)
        try:
            yield
        finally:
            self._limit_writes(resource.RLIM_INFINITY)  # of those started meanwhile, too: they inherited it

    def _limit_writes(self, most: int) -> None:
        for pid in (*self.pids("web"), *self.pids("worker")):
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    @contextmanager
    def database_locked(self) -> Iterator[None]:
        raise NotImplementedError

    def lose_messages(self) -> None:
        raise NotImplementedError

    def output(self) -> str:
        """Return the last lines of every process."""
        logs = {process.log_path for process in self._running.values()}  # type: ignore[attr-defined]
        return "\n".join(f"── {log}\n{log.read_text()[-3000:]}" for log in sorted(logs))

    def close(self) -> None:
        self._closing.set()
        if self._operator.ident is not None:
            self._operator.join()
        for pid, _role in self._processes():
            _signal(pid, signal.SIGKILL)
        for process in self._running.values():
            process.wait()
        self.disk.remove()

    def _keep_running(self) -> None:
        while not self._closing.is_set():
            for name, command in self.commands().items():
                process = self._running.get(name)
                if process is None or process.poll() is not None:
                    environment = self.environment() | self.clock.environment
                    self._running[name] = self._launch(*command, env=environment)
                    self.starts += 1
            self._closing.wait(0.3)

    def _processes(self) -> Iterator[tuple[int, str]]:
        """Yield every process of the site with its role: started here, a child, or left behind.

        PostgreSQL and Redis overwrite their environment, and the others may outlive their parent.
        """
        ours = {process.pid for process in self._running.values()}
        mark = f"ETUI_VAR_DIR={self.var}".encode()
        started = f"ETUI_TEST_CLOCK={self.clock.environment['ETUI_TEST_CLOCK']}".encode()
        for place in sorted(Path("/proc").glob("[0-9]*"), key=lambda place: int(place.name)):
            try:
                state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
                environment = (place / "environ").read_bytes().split(b"\0")
                words = [(place / "comm").read_bytes(), (place / "cmdline").read_bytes()]
                command = b" ".join(words).replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if (
                int(place.name) in ours
                or int(parent) in ours
                or (mark in environment and started in environment)
            ):
                ours.add(int(place.name))
                if state == "Z":
                    continue
                role = next((name for name, pattern in ROLES if pattern.search(command)), "web")
                yield int(place.name), role


class LaptopSite(Site):
    """`manage.py serve`: SQLite, messages as files."""

    def start(self) -> None:
        put_empty_database(self.var)
        super().start()

    def environment(self) -> dict[str, str]:
        return laptop_environment(self.var)

    def commands(self) -> dict[str, tuple[str, ...]]:
        return {"serve": (sys.executable, "manage.py", "serve", "--no-demo", f"--port={self.port}")}

    @contextmanager
    def database_locked(self) -> Iterator[None]:
        import sqlite3

        connection = sqlite3.connect(self.var / "etui.sqlite3", timeout=10, isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield
            connection.execute("ROLLBACK")
        finally:
            connection.close()

    def lose_messages(self) -> None:
        for message in (self.var / "broker").rglob("*.msg"):
            message.unlink(missing_ok=True)


class ServerSite(Site):
    """PostgreSQL, Redis, web server, worker and scheduler, as docker-compose.yml has them."""

    has_database_server = True

    def __init__(self, folder: Path, launch: Launch, *, megabytes: int) -> None:
        super().__init__(folder, launch, megabytes=megabytes)
        self.var.mkdir()
        self.postgres = Postgres(launch, self.disk.place)
        self._redis_port = find_port()

    def environment(self) -> dict[str, str]:
        redis = f"redis://127.0.0.1:{self._redis_port}"
        return os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings.prod",
            "ETUI_VAR_DIR": str(self.var),
            "DATABASE_URL": self.postgres.url,
            "CELERY_BROKER_URL": f"{redis}/0",
            "CACHE_URL": f"{redis}/1",
            "SECRET_KEY": "of the campaign only, and not short at all",
            "ETUI_HOSTS": "localhost,127.0.0.1",
            "ETUI_HTTPS": "0",
            "EMAIL_URL": "dummymail://",
            "ETUI_MAIL_FROM": "etui@club.example",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }

    def commands(self) -> dict[str, tuple[str, ...]]:
        celery = ("celery", "--app=config.celery")
        redis = ("redis-server", "--port", str(self._redis_port), "--bind", "127.0.0.1", "--save", "")
        return {
            "postgres": tuple(self.postgres.command),
            "redis": redis,
            "worker": (*celery, "worker", "--concurrency=2", "--loglevel=WARNING"),
            "beat": (*celery, "--skip-checks", "beat", "--loglevel=WARNING", "--pidfile="),
            "web": (sys.executable, "-m", "config.web", f"--port={self.port}", "--workers=2"),
        }

    def start(self) -> None:
        first = self.postgres.start()
        migrate = [sys.executable, "manage.py", "update_database"]
        subprocess.run(migrate, check=True, env=self.environment())
        first.send_signal(signal.SIGINT)
        first.wait()
        super().start()

    @property
    def redis_port(self) -> int:
        return self._redis_port

    @contextmanager
    def database_locked(self) -> Iterator[None]:
        with self.postgres.opened(autocommit=False) as connection:
            connection.execute("LOCK TABLE tournaments_resultslip IN ACCESS EXCLUSIVE MODE")
            yield

    @contextmanager
    def database_read_only(self) -> Iterator[None]:
        self.postgres.run("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        try:
            yield
        finally:
            self.postgres.run("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")

    @contextmanager
    def database_crowded(self) -> Iterator[None]:
        """Take every connection that is left, like another client."""
        import psycopg

        connections = []
        try:
            with suppress(psycopg.OperationalError):
                while True:
                    connections.append(psycopg.connect(self.postgres.url))
            yield
        finally:
            for connection in connections:
                connection.close()

    def lose_messages(self) -> None:
        """Kill the broker, which keeps no message on a disk."""
        self.kill("broker")


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
