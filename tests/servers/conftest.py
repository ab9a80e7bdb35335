"""An evening on PostgreSQL, and locks that end with the test."""

import re
from collections.abc import Callable, Iterator

import pytest

from tests.factories.tournaments import make_club, make_seated_tournament
from tests.processes import Laptop
from tests.servers.contention import Held
from tests.servers.visitor import Visitor
from tournaments.models import Session, Tournament


@pytest.fixture
def hold(real_environment: dict[str, str]) -> Iterator[Callable[..., Held]]:
    """Return `hold(sql, *values)`, which takes the locks of a statement until `.release()`."""
    holders: list[Held] = []

    def take(statement: str, *values: object) -> Held:
        holders.append(Held(statement, *values))
        return holders[-1]

    yield take
    for holder in holders:
        holder.release()


@pytest.fixture(scope="session")
def organiser(started_laptop: Laptop) -> Visitor:
    """The first organiser of the laptop, signed in with the link that the terminal shows: it is good once."""
    visitor = Visitor(f"http://localhost:{started_laptop.port}")
    link = re.search(r"http://localhost:\d+(/connexion/lien/\S+)", started_laptop.server.output)
    assert link is not None
    visitor.sign_in(link[1])
    return visitor


@pytest.fixture
def evening(real_environment: dict[str, str]) -> Tournament:
    """Store an evening of five tables and twenty people, without its hundred results."""
    return make_seated_tournament(make_club())


@pytest.fixture
def session(evening: Tournament) -> Session:
    return evening.sessions.get()
