"""A browser in French on a whole site: pages, worker and SQLite as on an organiser's laptop."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.processes import (
    Server,
    environment,
    free_port,
    launch,
    ready,
    serve,
    wait_until_fixture,
)

__all__ = ["environment", "free_port", "launch", "ready", "serve", "wait_until_fixture"]

expect.set_options(timeout=20_000)  # a live page asks every few seconds, a worker may be busy


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "locale": "fr-FR", "timezone_id": "Europe/Paris"}


@pytest.fixture
def server(ready: Callable[[], Server]) -> Server:
    return ready()


@pytest.fixture
def sign_in_link(server: Server) -> str:
    """The address that signs the first organiser in, as the terminal shows it."""
    found = re.search(r"http://localhost:\d+/connexion/lien/\S+", server.output)
    assert found is not None
    return found[0]


@pytest.fixture
def site(server: Server) -> str:
    return f"http://localhost:{server.port}"
