"""A PostgreSQL of the test's own, that may be killed: a copy of the test's database on its own port."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection

from tests.processes import find_port, wait_until

Launch = Callable[..., "subprocess.Popen[str]"]
OPTIONS = ("-c", "fsync=off", "-c", "unix_socket_directories=", "-c", "listen_addresses=127.0.0.1")
"""What is committed is handed to the system, which outlives a killed process."""


class Postgres:
    """One server; `start` again after it was killed."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._account: list[str] = []
        self._folder = Path(tempfile.mkdtemp(prefix="etui-postgres."))
        if os.getuid() == 0:  # it refuses to run as root
            user = pwd.getpwnam("postgres")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._account = ["setpriv", "--reuid=postgres", f"--regid={user.pw_gid}", "--clear-groups"]
        self._port = find_port()
        data = str(self._folder / "data")
        prepare = ["initdb", "--pgdata", data, "--username=etui", "--auth=trust", "--no-sync"]
        prepare += ["--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run([*self._account, *prepare], check=True, capture_output=True, cwd=self._folder)

    @property
    def url(self) -> str:
        return f"postgres://etui@127.0.0.1:{self._port}/postgres"

    def start(self) -> "subprocess.Popen[str]":
        data, port = str(self._folder / "data"), str(self._port)
        process = self._launch(
            *self._account, "postgres", "-D", data, "-p", port, *OPTIONS, env=dict(os.environ)
        )
        assert wait_until(self._answers), process.log_path.read_text()  # type: ignore[attr-defined]
        return process

    def copy_test_database(self) -> None:
        given = connection.settings_dict
        source = f"postgres://{given['USER']}@{given['HOST']}:{given['PORT']}/{given['NAME']}"
        written = subprocess.run(["pg_dump", source], check=True, capture_output=True).stdout
        restore = ["psql", self.url, "--quiet", "--set=ON_ERROR_STOP=1"]
        subprocess.run(restore, input=written, check=True, capture_output=True)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """What a query answers."""
        with closing(psycopg.connect(self.url, autocommit=True)) as opened:
            return opened.execute(statement.encode()).fetchall()

    def run(self, statement: str) -> None:
        with closing(psycopg.connect(self.url, autocommit=True)) as opened:
            opened.execute(statement.encode())

    def remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answers(self) -> bool:
        return (
            subprocess.run(["pg_isready", "--dbname", self.url], check=False, capture_output=True).returncode
            == 0
        )
