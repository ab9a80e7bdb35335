"""A site started with the event of load_event.py, on a laptop's SQLite or on PostgreSQL and Redis."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.sites import Site, laptop, laptop_environment, server, server_environment


@dataclass(frozen=True, slots=True)
class EventSite:
    """The site, and what load_event says of its event."""

    site: Site
    event: dict[str, Any]
    database: str
    """Its name, for people."""
    environment: dict[str, str]

    def stored(self) -> dict[str, Any]:
        """What the database holds of the round that is played."""
        return _run(self.environment, "read", str(self.event["round"]))


@contextmanager
def event_site(section_count: int, round_number: int) -> Iterator[EventSite]:
    """A server beside script/with-servers, a laptop without it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        is_server = "DATABASE_URL" in os.environ
        environment = server_environment(folder) if is_server else laptop_environment(folder)
        event = _run(environment, "make", str(section_count), str(round_number))
        if is_server:
            prepare = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
            subprocess.run(prepare, env=environment, check=True)  # noqa: S603
        with server(environment) if is_server else laptop(environment, "--no-demo") as site:
            yield EventSite(site, event, "PostgreSQL" if is_server else "SQLite", environment)


def _run(environment: dict[str, str], *words: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.load_event", *words]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)  # noqa: S603
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
