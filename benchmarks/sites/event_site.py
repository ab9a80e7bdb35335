"""Running site with the event of load_event.py, on SQLite as on a laptop, or on PostgreSQL and Redis."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.sites.running import Site, laptop, laptop_environment, server, server_environment


@dataclass(frozen=True, slots=True)
class EventSite:
    """Site, and the description of its event by load_event."""

    site: Site
    event: dict[str, Any]
    database: str
    """Name of the database for people."""
    environment: dict[str, str]

    def stored(self) -> dict[str, Any]:
        """Return the content of the database for the current round."""
        return _run(self.environment, "read", str(self.event["round"]))


@contextmanager
def event_site(size: int, round_number: int, kind: str = "make") -> Iterator[EventSite]:
    """Start a server beside script/with-servers, or a laptop without it.

    Args:
        size: number of sections, or of tables in free deals.
        kind: command of load_event, "make" or "free".
    """
    with _folder() as folder:
        is_server = "DATABASE_URL" in os.environ
        environment = server_environment(folder) if is_server else laptop_environment(folder)
        event = _prepare(environment, size, round_number, kind)
        with server(environment) if is_server else laptop(environment, "--no-demo") as site:
            yield EventSite(site, event, "PostgreSQL" if is_server else "SQLite", environment)


@contextmanager
def growing_event_site(
    section_count: int, round_number: int, counts: Sequence[int]
) -> Iterator[Iterator[tuple[int, EventSite]]]:
    """Yield the same event on each number of web hosts, each with one process."""

    def sites() -> Iterator[tuple[int, EventSite]]:
        for count in counts:
            with server(environment, processes=1, hosts=count) as site:
                yield count, EventSite(site, event, "PostgreSQL", environment)

    with _folder() as folder:
        environment = server_environment(folder)
        event = _prepare(environment, section_count, round_number)
        with closing(sites()) as generator:
            yield generator


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name) / "var"


def _prepare(environment: dict[str, str], size: int, round_number: int, kind: str = "make") -> dict[str, Any]:
    """Create the event and, on a server, the static files. Return the event."""
    Path(environment["ETUI_VAR_DIR"]).mkdir()
    event = _run(environment, kind, str(size), str(round_number))
    if "DATABASE_URL" in os.environ:
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
        subprocess.run(collect, env=environment, check=True)  # noqa: S603
    return event


def _run(environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    # a process of its own: Django reads its settings from the environment once
    command = [sys.executable, "-m", "benchmarks.sites.load_event", *arguments]
    process = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)  # noqa: S603
    answer: dict[str, Any] = json.loads(process.stdout)
    return answer
