"""Mark tests by their folder, deselect those that need servers or a browser, and start Chromium."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import lru_cache, partial
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import cache
from django.db import connection
from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.db.models.signals import post_migrate
from django.http import HttpRequest
from django.test import Client
from django.urls import URLResolver
from hypothesis import Phase
from hypothesis import settings as generating
from pypdf import PdfReader
from pytest_django.plugin import DjangoDbBlocker

from common.requests import limits
from games.core.bots.choosing import RobotLevel, explain_action
from games.core.bots.habits.choices import RobotChoice
from games.core.play import View
from games.services import deal_sets
from tests.cases import EXAMPLES, TIMES
from tests.kept_schema import keep_schema, leaving_out_migration, making_schema, restore_schema
from tools.compile_messages import LOCALE, compile_changed
from tournaments.base.services.link_keys import stored_link_keys
from tournaments.evening.queries import standstill
from tournaments.installation import vital_signs

pytest_plugins = ["tests.processes", "tests.row_locks"]
pytest.register_assert_rewrite("tests.games.core.variants.watching", "tests.games.core.variants.twins")
TESTS = Path(__file__).parent
os.environ.setdefault(
    "DJANGO_ALLOW_ASYNC_UNSAFE", "true"
)  # Playwright keeps an event loop in the test's thread

# How long something takes is measured, not tested. To explain a failure would follow each line run: minutes.
generating.register_profile(
    "untimed",
    max_examples=EXAMPLES * TIMES,
    deadline=None,
    phases=[each for each in Phase if each is not Phase.explain],
)
generating.load_profile("untimed")

FOLDER_MARKS = {
    ("games", "core"): "pure",
    ("tournaments", "core"): "pure",
    ("architecture",): "pure",
    ("benchmarks",): "pure",
    ("tournaments", "documents"): "paper",
    ("tournaments", "paper", "documents"): "paper",
    ("ops",): "servers",
    ("servers",): "servers",
    ("e2e",): "e2e",
}
"""Mark of a test by the first folders below tests/."""
OF_PAGES = {"web", "api", "organiser", "public", "table", "forms", "walks"}
"""Folders at any depth that give the mark `web`. All others give `db`."""

ON_REQUEST = ("servers", "e2e", "nights")
"""Marks that are deselected unless `-m` names them, as script/test does."""


def folder_mark(path: Path) -> str:
    """Return the mark of a test file by its folder below tests/."""
    folders = path.relative_to(TESTS).parts[:-1]
    for start, mark in FOLDER_MARKS.items():
        if folders[: len(start)] == start:
            return mark
    return "web" if OF_PAGES & set(folders) else "db"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules without the mark `postgres` in a run on PostgreSQL: importing them is slow."""
    if not (config.getoption("markexpr") or "").startswith("postgres") or collection_path.suffix != ".py":
        return None
    return None if "mark.postgres" in collection_path.read_text(encoding="utf-8") else True


def pytest_configure(config: pytest.Config) -> None:
    """Compile the English catalogue as it is now written. With several processes, the first one does so."""
    if not hasattr(config, "workerinput"):
        compile_changed(LOCALE)


@pytest.hookimpl(tryfirst=True)  # before pytest applies -m
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    markers = config.getoption("markexpr") or ""
    selected, left_out = [], []
    for item in items:
        item.add_marker(folder_mark(item.path))
        required_marks = ["nights"] if item.get_closest_marker("nights") else ON_REQUEST
        unasked = [mark for mark in required_marks if item.get_closest_marker(mark) and mark not in markers]
        (left_out if unasked else selected).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = selected


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep the site and ten thousand tests out of every further garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


PROCESS_DIED = pytest.StashKey[bool]()


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_testnodedown(node: Any, error: object) -> None:
    """Note that a process of tests ended before its time."""
    if error:
        node.config.stash[PROCESS_DIED] = True


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report a process that died, which is no failed test: script/test must not retry it."""
    if session.config.stash.get(PROCESS_DIED, False):
        session.exitstatus = pytest.ExitCode.INTERNAL_ERROR


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Begin with the database that the last run, or another process of this one, migrated."""
    connection_created.connect(restore_schema)


@pytest.fixture(scope="session")
def _schema_made_once() -> Iterator[ExitStack]:
    with ExitStack() as making:
        making.enter_context(making_schema(connection))
        making.enter_context(leaving_out_migration(connection))  # once no other process makes the schema
        yield making


@pytest.fixture(scope="session")
def django_db_setup(
    _schema_made_once: ExitStack, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Create the tables once, and do not refill Django's lists of models and permissions after a flush.

    The site reads neither, and they take ten times as long as the flush.
    """
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    with django_db_blocker.unblock(), _schema_made_once:
        connection_created.disconnect(restore_schema)
        keep_schema(connection)
        stored_link_keys()  # asked for once a process: no test counts that query


@pytest.fixture(scope="session", autouse=True)
def _deals_of_a_seed_made_once() -> Iterator[None]:
    """Cache the deals of a seed. Tests deal evenings from one seed, which takes most of their time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deal_sets, "seal_set", lru_cache(maxsize=16)(deal_sets.seal_set))
        yield


@pytest.fixture(scope="session", autouse=True)
def _statements_converted_once() -> Iterator[None]:
    """Cache SQLite's form of each statement: Django searches the text for placeholders at each execution."""
    usual = SQLiteCursorWrapper.convert_query
    converted = lru_cache(maxsize=4096)(partial(usual, None))

    def convert(cursor: Any, query: str, *, param_names: list[str] | None = None) -> str:
        return converted(query) if param_names is None else usual(cursor, query, param_names=param_names)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLiteCursorWrapper, "convert_query", convert)
        yield


@pytest.fixture(scope="session", autouse=True)
def _addresses_resolved_once() -> Iterator[None]:
    """Cache the view of each path: Django tries hundreds of patterns at each request."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(URLResolver, "resolve", lru_cache(maxsize=4096)(URLResolver.resolve))
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_session_for_a_sign_in() -> Iterator[None]:
    """Store one session for a new browser that a test signs in, without an empty one before it."""
    usual = Client.force_login

    def sign_in(client: Client, user: AbstractBaseUser, backend: str | None = None) -> None:
        if settings.SESSION_COOKIE_NAME in client.cookies:
            usual(client, user, backend)
            return
        request = HttpRequest()
        request.session = import_module(settings.SESSION_ENGINE).SessionStore()
        login(request, user, backend or settings.AUTHENTICATION_BACKENDS[0])
        request.session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = str(request.session.session_key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "force_login", sign_in)
        yield


@pytest.fixture(autouse=True)
def _nothing_noticed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear the counters of the limits, and the clock that an earlier test may have turned."""
    cache.clear()
    monkeypatch.setattr(standstill, "clock", vital_signs.MachineClock())


@pytest.fixture
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count all attempts at one moment, so that no window of the limits ends during a slow test."""
    monkeypatch.setattr(limits, "clock", lambda: 1_800_000_000.0)


@pytest.fixture
def quick_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the robots at a table choose like beginners, or after two play-outs in games without levels.

    A deal of *club* in plain Python takes ten seconds.
    """
    robots = "play.tables.services.table_robots"

    def explain_as_beginner(view: View, _level: RobotLevel, **numbers: Any) -> RobotChoice:
        return explain_action(view, RobotLevel.DEBUTANT, **numbers)

    monkeypatch.setattr(f"{robots}.explain_action", explain_as_beginner)
    monkeypatch.setattr(f"{robots}.GENERAL_BUDGET", 2)
    monkeypatch.setattr(f"{robots}.LEAST_BUDGET", 2)
    monkeypatch.setattr(f"{robots}.HINT_BUDGET", 2)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Use Debian's Chromium, never Playwright's own download."""
    executables = [path for name in ("chromium-headless-shell", "chromium") if (path := shutil.which(name))]
    if not executables:
        pytest.fail(
            "no chromium-headless-shell or chromium on this machine: script/bootstrap --dev installs it"
        )
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    # A page lives too short for compilers; processes for a GPU and for each site cost more than they give.
    short = [
        "--js-flags=--no-maglev --no-turbofan --single-threaded-gc",
        "--in-process-gpu",
        "--disable-site-isolation-trials",
    ]
    # Pages are drawn in software, one thread at a time, without the colours of subpixels.
    drawn = ["--disable-gpu", "--num-raster-threads=1", "--disable-lcd-text"]
    return {
        **browser_type_launch_args,
        "executable_path": executables[0],
        "args": ["--no-sandbox", "--disable-dev-shm-usage", "--no-first-run", *quiet, *short, *drawn],
    }


@pytest.fixture
def pdf_text() -> Callable[[bytes], str]:
    """Return a function from the bytes of a PDF to its text, pages separated by form feeds."""

    def read(content: bytes) -> str:
        return "\f".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)

    return read
