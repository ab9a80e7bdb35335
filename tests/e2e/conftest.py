"""A browser in French on a whole site: pages, worker and SQLite as on an organiser's laptop."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.shared_site import SharedSite
from tests.kept_schema import kept_schema
from tests.processes import PROJECT, Server, laptop_environment, launch, launching

__all__ = ["launch"]

expect.set_options(timeout=20_000)  # a live page asks every few seconds, a worker may be busy


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "locale": "fr-FR", "timezone_id": "Europe/Paris"}


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first start of a site leaves: the database with the club of the demonstration, made once."""
    folder = tmp_path_factory.mktemp("first start")
    is_migrated = kept_schema().exists()
    if is_migrated:
        shutil.copy(kept_schema(), folder / "etui.sqlite3")
    for command in ("make_demo_club",) if is_migrated else ("migrate", "make_demo_club"):
        subprocess.run(
            [sys.executable, "manage.py", command, "--verbosity=0"],
            cwd=PROJECT,
            env=laptop_environment(folder),
            check=True,
        )
    return folder


@pytest.fixture(scope="session")
def shared_site(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedSite]:
    folder = tmp_path_factory.mktemp("site")
    with launching(folder) as launch_for_all:
        yield SharedSite(first_start, folder, launch_for_all)


@pytest.fixture
def own_site(shared_site: SharedSite) -> SharedSite:
    """The site with its data put back, for this test alone."""
    shared_site.put_back()
    return shared_site


@pytest.fixture
def environment(own_site: SharedSite) -> dict[str, str]:
    """Of the site's processes, for others that work on the same data."""
    return own_site.environment


@pytest.fixture
def ready(own_site: SharedSite) -> Callable[[], Server]:
    """`ready()` starts the site again after a test has killed it."""
    return own_site.start


@pytest.fixture
def server(own_site: SharedSite) -> Server:
    return own_site.server


@pytest.fixture
def sign_in_link(own_site: SharedSite) -> str:
    """The address that signs the first organiser in, as the terminal shows it."""
    found = re.search(r"http://localhost:\d+/connexion/lien/\S+", own_site.welcome)
    assert found is not None
    return found[0]


@pytest.fixture
def site(server: Server) -> str:
    return f"http://localhost:{server.port}"
