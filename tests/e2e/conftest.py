"""A browser in French on a whole site: pages, worker and SQLite as on an organiser's laptop."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.shared_site import DeskOf, SharedSite
from tests.e2e.signed_in import sign_in, sign_in_by_link
from tests.factories.tournaments import make_club, make_user
from tests.processes import Server, launching
from tournaments.models import Club


@pytest.hookimpl(tryfirst=True)  # before pytest applies -m
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests on a site of real processes: script/test runs them together, beside the others."""
    for item in items:
        if "own_site" in getattr(item, "fixturenames", ()):
            item.add_marker("whole_site")


expect.set_options(timeout=20_000)  # a live page asks every few seconds, a worker may be busy


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A database in a file, as a site has it.

    In memory all threads of the site in this process would share one connection, and a page that is stored
    while another is read fails ("cannot open savepoint - SQL statements in progress").
    """
    connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")


@pytest.fixture(scope="session")
def live_server(django_db_setup: None, live_server: LiveServer) -> LiveServer:
    """Return the site in this process.

    It looks at its database to know whether its threads share a connection.
    """
    return live_server


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "locale": "fr-FR", "timezone_id": "Europe/Paris"}


@pytest.fixture(autouse=True)
def _no_page_outlives_its_test(browser: Browser) -> Iterator[None]:
    """Close all pages that a test opened: a live page would poll its site during all later tests."""
    yield
    for context in browser.contexts:
        context.close()


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
    """Environment of the site's processes, for other processes on the same data."""
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
    link_match = re.search(r"http://localhost:\d+/connexion/lien/\S+", own_site.welcome)
    assert link_match is not None
    return link_match[0]


@pytest.fixture
def site(server: Server) -> str:
    return f"http://localhost:{server.port}"


@pytest.fixture
def organiser(page: Page, sign_in_link: str) -> Page:
    """The demonstration's organiser, signed in."""
    sign_in_by_link(page, sign_in_link)
    return page


@pytest.fixture
def desk_of(own_site: SharedSite, site: str) -> DeskOf:
    """`desk_of(name)` is the address of the desk of that tournament of the demonstration."""
    return lambda name: f"{site}/organiser/t/{own_site.slug_of(name)}/"


@pytest.fixture
def club(page: Page, live_server: LiveServer) -> Club:
    """Store a club of the site in this process, and sign its owner in."""
    new_club = make_club()
    sign_in(page.context, live_server.url, make_user(club=new_club))
    return new_club
