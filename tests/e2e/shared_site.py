"""One site for the browser tests of a process, restored to its first start before each test.

Starting a site takes longer than many of these tests; restoring its database takes milliseconds.
"""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.processes import Laptop, Launch, find_port, wait_until

DATABASE = "etui.sqlite3"
DeskOf = Callable[[str], str]
"""Address of the desk of a tournament, by its name."""
ALIVE = ("broker", "https", "live", "signs")
"""Folders in which the running processes write at any time, or whose content they hold."""
WAITING = "SELECT EXISTS (SELECT 1 FROM tournaments_standingsrequest)"


def remove_folder(folder: Path) -> None:
    """Delete a folder in which a running process may delete or make files meanwhile."""
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)


class SharedSite(Laptop):
    """Running `manage.py serve --https` whose data can be restored."""

    def __init__(self, first_start: Path, folder: Path, launch: Launch) -> None:
        settings = {"DJANGO_SETTINGS_MODULE": "tests.e2e.laptop_settings"}
        self.secure_port = find_port()
        options = ("--https", f"--https-port={self.secure_port}")
        super().__init__(first_start, folder, launch, settings, *options)
        self._beginning = folder / "beginning"
        self.welcome = self.server.output
        """What the terminal showed; the link in it is good whenever the data are put back."""
        self._keep()

    def put_back(self) -> None:
        """Restore the data of the first start, after any change by a test."""
        if self.server.process.poll() is not None:
            self.start()
        with closing(self._open(self.folder)) as live, closing(self._open(self._beginning)) as beginning:
            wait_until(lambda: not live.execute(WAITING).fetchone()[0])  # the worker has no more to write
            beginning.backup(live)
        for thing in self.folder.iterdir():
            if thing.is_dir() and thing.name not in ALIVE:
                remove_folder(thing)
        for thing in self._beginning.iterdir():
            if thing.is_dir():
                # a running process may have made its folder anew
                shutil.copytree(thing, self.folder / thing.name, dirs_exist_ok=True)

    def slug_of(self, name: str) -> str:
        """Slug of the tournament of that name in the data of the first start."""
        with closing(self._open(self._beginning)) as beginning:
            row = beginning.execute(
                "SELECT slug FROM tournaments_tournament WHERE name = ?", [name]
            ).fetchone()
        return str(row[0])

    def _keep(self) -> None:
        leave_out = shutil.ignore_patterns(*ALIVE, "*.sqlite3*", "*.lock")
        shutil.copytree(self.folder, self._beginning, ignore=leave_out)
        with closing(self._open(self.folder)) as live, closing(self._open(self._beginning)) as beginning:
            live.backup(beginning)

    @staticmethod
    def _open(folder: Path) -> sqlite3.Connection:
        return sqlite3.connect(folder / DATABASE, timeout=30, isolation_level=None)
