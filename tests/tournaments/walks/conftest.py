"""Fixtures of the walks over all addresses."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.template import Template
from django.utils.safestring import SafeString

from tournaments.evening.organiser import restoring


@pytest.fixture(autouse=True)
def _hints_of_beginners(quick_robots: None) -> None:
    """Let hints at tables come at once: which card they name does not matter here."""


@pytest.fixture(autouse=True)
def _pictures_of_no_walk(undrawn_pictures: None) -> None:
    """Draw no picture: no walk looks at one."""


@pytest.fixture(autouse=True)
def _archives_unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no check of an archive that a form sends: its process takes a second to load the site.

    `tests/tournaments/management/test_wanted_restore.py` runs it.
    """
    ended = SimpleNamespace(wait=lambda _seconds: 0)
    monkeypatch.setattr(restoring, "start_check", lambda *_archive, **_options: ended)


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decide on pages without rendering them, which halves the time. Their words do not matter here."""
    monkeypatch.setattr(Template, "render", lambda *_: SafeString(""))


@pytest.fixture
def sessions_in_cookies(settings: Any) -> None:
    """Each request reads who is signed in from its cookie: a query less of the five of a refused one.

    On SQLite alone: the key of such a session is longer than the columns that keep one.
    """
    if connection.vendor == "sqlite":
        settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
