"""Fixtures of the walks over all addresses."""

from typing import Any

import pytest
from django.db import connection
from django.template import Template
from django.utils.safestring import SafeString


@pytest.fixture(autouse=True)
def _hints_of_beginners(quick_robots: None) -> None:
    """Let hints at tables come at once: which card they name does not matter here."""


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
