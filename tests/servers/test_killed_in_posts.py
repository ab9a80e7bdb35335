"""Five tables send their results while web, PostgreSQL, Redis and the worker are killed, one by one."""

import json
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, build_opener

import pytest
from django.conf import settings

from tests.factories.tables import open_table, plays_of
from tests.factories.tournaments import list_plays
from tests.processes import find_port, wait_until
from tests.servers.contention import kill_group
from tests.servers.postgres import Postgres
from tournaments.models import Tournament
from tournaments.services.table_access import secret_of

Process = subprocess.Popen[str]
Launch = Callable[..., Process]
CELERY = ("celery", "--app=config.celery")
OLD_REQUESTS = "UPDATE tournaments_standingsrequest SET created_at = created_at - interval '1 hour'"
STORED = """
    SELECT play_id, token::text, score, version FROM tournaments_resultslip ORDER BY play_id, version
"""
TRACED = "SELECT count(*) FROM tournaments_auditevent WHERE action = 'result.entered'"
COUNTED = """
    SELECT max(snapshot.results_counted), (SELECT count(*) FROM tournaments_standingsrequest)
    FROM tournaments_standingssnapshot AS snapshot
"""
TABLES = 5
"""And as many rounds, of four boards each."""
PATIENCE = 3.0
"""Seconds that a phone waits for an answer."""
PAUSE = 0.1
"""Seconds before a phone tries again."""


class Phone:
    """The phone of one table: sends its results in order, each again until it is answered."""

    def __init__(self, site: str, evening: Tournament, table: int) -> None:
        access = open_table(evening, table)
        self._site, self._opener = site, build_opener()
        self._rounds = [[play.pk for play in plays_of(access, number)] for number in range(1, TABLES + 1)]
        self._headers = {"Authorization": f"Bearer {secret_of(access)}", "Etui-Phone": str(uuid.uuid4())}
        self.acknowledged: dict[int, tuple[str, int]] = {}
        """Key and score by play."""
        self.lost_answers = 0
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def _play(self) -> None:
        for number, plays in enumerate(self._rounds, 1):
            self._send("PUT", "/api/v1/table/seat/", {"round": number, "seat": "N"})
            for play in plays:
                key = str(uuid.uuid4())
                line = {"bouts": 2, "points": str(30 + play % 30), "seen_version": 0, "confirmed": True}
                path = f"/api/v1/table/plays/{play}/results/"
                stored = self._send("POST", path, line, **{"Idempotency-Key": key})
                assert stored["version"] == 1
                self.acknowledged[play] = key, stored["score"]

    def _send(self, method: str, path: str, body: dict[str, object], **headers: str) -> dict[str, Any]:
        """What the site answered at last; what it refuses ends the phone."""
        sent = json.dumps(body).encode()
        headers = self._headers | headers | {"Content-Type": "application/json"}
        request = Request(self._site + path, sent, headers, method=method)  # noqa: S310 # our own site
        while (answer := self._ask(request)) is None:
            self.lost_answers += 1
            time.sleep(PAUSE)
        return answer

    def _ask(self, request: Request) -> dict[str, Any] | None:
        """The answer; None when it is lost, or the site cannot do without what was killed."""
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return dict(json.load(answer))
        except HTTPError as refusal:
            if refusal.code < 500:
                raise
        except (OSError, HTTPException):
            pass
        return None


class Stack:
    """A site of four processes, each of which may be killed and started again."""

    def __init__(self, postgres: Postgres, environment: dict[str, str], port: int, launch: Launch) -> None:
        redis_port = str(find_port())
        self.postgres = postgres
        self.site = f"http://127.0.0.1:{port}"
        self._launch = launch
        self._environment = environment | {
            "DATABASE_URL": postgres.url,
            "CELERY_BROKER_URL": f"redis://127.0.0.1:{redis_port}/0",
            "SECRET_KEY": settings.SECRET_KEY,
        }
        self._commands = {
            "redis": ("redis-server", "--port", redis_port, "--bind", "127.0.0.1", "--save", ""),
            "web": ("uvicorn", "config.asgi:application", f"--port={port}"),
            "worker": (*CELERY, "worker", "--concurrency=1"),
        }
        self._running = {"postgres": postgres.start()}
        postgres.copy_test_database()
        self._running |= {name: self._start(name) for name in self._commands}

    def kill(self, name: str) -> None:
        """SIGKILL it with its children, and start it again."""
        kill_group(self._running[name])
        self._running[name] = self.postgres.start() if name == "postgres" else self._start(name)

    def sweep(self) -> None:
        """As beat asks for it, some time later."""
        self.postgres.run(OLD_REQUESTS)
        assert self._launch(*CELERY, "call", "tournaments.sweep", env=self._environment).wait(30) == 0

    def _start(self, name: str) -> Process:
        return self._launch(*self._commands[name], env=self._environment)


@pytest.fixture
def stack(
    real_environment: dict[str, str], evening: Tournament, free_port: int, launch: Launch
) -> Iterator[Stack]:
    for table in range(1, TABLES + 1):
        open_table(evening, table)
    postgres = Postgres(launch)
    try:
        yield Stack(postgres, real_environment, free_port, launch)
    finally:
        postgres.remove()


def test_what_was_acknowledged_is_there_once_whoever_was_killed(evening: Tournament, stack: Stack) -> None:
    phones = [Phone(stack.site, evening, table) for table in range(1, TABLES + 1)]

    for count, victim in enumerate(("web", "postgres", "redis", "worker"), 1):
        assert wait_until(lambda count=count: sum(len(phone.acknowledged) for phone in phones) > 20 * count)
        stack.kill(victim)
    assert wait_until(lambda: all(phone.is_done for phone in phones))

    acknowledged = {play: sent for phone in phones for play, sent in phone.acknowledged.items()}
    stored = stack.postgres.rows(STORED)
    assert [(play, *acknowledged[play], 1) for play in sorted(acknowledged)] == stored
    assert len(stored) == len(list_plays(evening))
    assert stack.postgres.rows(TRACED) == [(len(stored),)]
    assert sum(phone.lost_answers for phone in phones) > 0
    stack.sweep()
    assert wait_until(lambda: stack.postgres.rows(COUNTED) == [(len(stored), 0)])
