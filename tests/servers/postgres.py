"""PostgreSQL of one test, which may be killed and whose disk may be full."""

import os
import pwd
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.processes import find_port, wait_until

Launch = Callable[..., "subprocess.Popen[str]"]
SETTINGS = (
    "fsync=off",  # what is committed is handed to the system, which outlives a killed process
    "unix_socket_directories=",
    "listen_addresses=127.0.0.1",
    "max_connections=40",
    "max_wal_size=64MB",
    "min_wal_size=32MB",
)


class Postgres:
    """One server in a folder of its own; `command` again after it was killed."""

    def __init__(self, launch: Launch, place: Path) -> None:
        self._launch = launch
        self._account: list[str] = []
        self._folder = place / "postgres"
        self._folder.mkdir()
        if os.getuid() == 0:  # it refuses to run as root
            user = pwd.getpwnam("postgres")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._account = ["setpriv", "--reuid=postgres", f"--regid={user.pw_gid}", "--clear-groups"]
        self._port = find_port()
        prepare = ["initdb", "--pgdata", str(self._folder / "data"), "--username=etui", "--auth=trust"]
        prepare += ["--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run([*self._account, *prepare], check=True, capture_output=True, cwd=self._folder)

    @property
    def url(self) -> str:
        return f"postgres://etui@127.0.0.1:{self._port}/postgres"

    @property
    def command(self) -> list[str]:
        options = [word for setting in SETTINGS for word in ("-c", setting)]
        data = str(self._folder / "data")
        return [*self._account, "postgres", "-D", data, "-p", str(self._port), *options]

    def start(self) -> "subprocess.Popen[str]":
        """Once it answers; its clock is the machine's."""
        process = self._launch(*self.command, env=dict(os.environ))
        assert wait_until(self._answers), process.log_path.read_text()  # type: ignore[attr-defined]
        return process

    @contextmanager
    def opened(self, *, autocommit: bool = True) -> Iterator["psycopg.Connection[Any]"]:
        """A connection that may write even while others may not."""
        writing = "-c default_transaction_read_only=off"
        with psycopg.connect(self.url, autocommit=autocommit, options=writing) as connection:
            yield connection

    def run(self, *statements: str) -> None:
        with self.opened() as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def _answers(self) -> bool:
        ready_command = ["pg_isready", "--dbname", self.url]
        return subprocess.run(ready_command, check=False, capture_output=True).returncode == 0
