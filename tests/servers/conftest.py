"""An evening on PostgreSQL, and locks that end with the test."""

from collections.abc import Callable, Iterator

import pytest

from tests.factories.tournaments import make_club, make_seated_tournament
from tests.processes import (
    environment,
    first_start,
    free_port,
    launch,
    ready,
    real_environment,
    serve,
    start_worker,
    wait_until_fixture,
)
from tests.servers.contention import Held
from tournaments.models import Session, Tournament

__all__ = [
    "environment",
    "first_start",
    "free_port",
    "launch",
    "ready",
    "real_environment",
    "serve",
    "start_worker",
    "wait_until_fixture",
]


@pytest.fixture
def hold(real_environment: dict[str, str]) -> Iterator[Callable[..., Held]]:
    """`hold(sql, *values)` takes the locks of a statement and keeps them until `.release()`."""
    taken: list[Held] = []

    def take(statement: str, *values: object) -> Held:
        taken.append(Held(statement, *values))
        return taken[-1]

    yield take
    for held in taken:
        held.release()


@pytest.fixture
def evening(real_environment: dict[str, str]) -> Tournament:
    """Five tables, twenty people, one hundred results to come."""
    return make_seated_tournament(make_club())


@pytest.fixture
def session(evening: Tournament) -> Session:
    return evening.sessions.get()
