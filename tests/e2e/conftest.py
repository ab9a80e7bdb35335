"""A browser in French on a whole site: pages, worker and SQLite as on an organiser's laptop."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.kept_schema import kept_schema
from tests.processes import (
    PROJECT,
    Server,
    free_port,
    laptop_environment,
    launch,
    ready,
    serve,
    wait_until_fixture,
)

__all__ = ["free_port", "launch", "ready", "serve", "wait_until_fixture"]

expect.set_options(timeout=20_000)  # a live page asks every few seconds, a worker may be busy


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "locale": "fr-FR", "timezone_id": "Europe/Paris"}


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first start of a site leaves: the database with the club of the demonstration, made once."""
    folder = tmp_path_factory.mktemp("first start")
    if kept_schema().exists():
        shutil.copy(kept_schema(), folder / "etui.sqlite3")
    for command in ("migrate", "make_demo_club"):
        subprocess.run(
            [sys.executable, "manage.py", command, "--verbosity=0"],
            cwd=PROJECT,
            env=laptop_environment(folder),
            check=True,
        )
    return folder


@pytest.fixture
def environment(first_start: Path, tmp_path: Path) -> dict[str, str]:
    """A laptop with a copy of what its first start leaves."""
    shutil.copytree(first_start, tmp_path / "my var")
    return laptop_environment(tmp_path / "my var")


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
