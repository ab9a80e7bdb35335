"""Log of the site as it is configured: all lines pass one formatter, and none contains a secret."""

import io
import logging
from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any

import pytest
from celery.signals import setup_logging
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from accounts.services import make_sign_in_link
from common.installation.log_lines import Console, LineFormatter, log_to_file
from common.requests.secret_addresses import SECRET_ARGUMENTS
from common.web_server.serving import WebServer
from config.celery import app
from config.settings import base
from tests.factories.tournaments import make_user
from tests.tournaments.walks.matrix.asking import IS_WHOLE
from tests.tournaments.walks.matrix.evening import make_evening

LOUD = ("django.request", "django.security", "django")

Lines = Callable[[], list[str]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Return the lines that a console has received so far, with the formatter of the settings."""
    stream = io.StringIO()
    console = Console(stream)
    console.setFormatter(LineFormatter())
    levels = {name: logging.getLogger(name).level for name in LOUD}
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger().addHandler(console)
    yield lambda: stream.getvalue().splitlines()
    logging.getLogger().removeHandler(console)
    console.close()
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def secret_requests() -> list[Callable[[str], object]]:
    """Return the ways in which a request may bring an address into the log. The first one always does."""
    strict = Client(enforce_csrf_checks=True)
    refused = [getattr(strict, method) for method in ("head", "post", "put", "delete")]
    return [
        lambda path: strict.get(f"{path}nothing-here/"),
        *refused,
        lambda path: Client().post(path, {"csrfmiddlewaretoken": "x"}),
        lambda path: Client(
            enforce_csrf_checks=True, headers={"Referer": f"http://elsewhere.example{path}"}
        ).post(path, secure=True),
        lambda path: strict.get(path, headers={"Host": "not-ours.example"}),
        lambda path: strict.get("/organiser/", {"next": path}),
    ]


@pytest.mark.django_db
def test_no_secret_address_is_in_a_line_however_it_is_asked(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("common.installation.log_lines.EQUAL_LINES", 10**6)
    evening = make_evening()
    opened = {
        name: next(str(value) for key, value in ids.items() if key in SECRET_ARGUMENTS)
        for name, ids in evening.ids.items()
        if SECRET_ARGUMENTS & set(ids)
    }
    paths = {evening.path(name): secret for name, secret in opened.items()}
    link = make_sign_in_link(user=make_user(club=evening.tournament.club))
    paths[link] = link.split("/")[-2]
    missing, *others = secret_requests()

    for number, path in enumerate(paths):
        missing(path)
        # one table and the link by every way, the other addresses by one in turn
        is_whole = IS_WHOLE or path in (link, evening.path("table-page"))
        for send in others if is_whole else [others[number % len(others)]]:
            send(path)

    assert len(paths) > len(others)
    assert len(opened) > 10
    text = "\n".join(lines())
    assert "/table/***/" in text
    assert "/connexion/lien/***/" in text
    assert [path for path, secret in paths.items() if secret in text] == []
    assert "Traceback" not in text


@pytest.mark.django_db
def test_fault_keeps_its_traceback_without_the_address(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = make_evening()
    path = evening.path("table-page")

    def break_down(request: HttpRequest) -> None:
        raise RuntimeError(f"broken for {request.get_full_path()}")

    monkeypatch.setattr(
        "django.core.handlers.base.BaseHandler._get_response", lambda _, request: break_down(request)
    )
    Client(raise_request_exception=False).get(path)

    text = "\n".join(lines())
    assert "RuntimeError: broken for /table/***/" in text
    assert str(evening.ids["table-page"]["secret"]) not in text


def test_anonymous_hits_of_every_kind_are_one_line_each(lines: Lines, client: Client) -> None:
    client.get("/nothing/")
    client.post("/robots.txt")
    client.get("/robots.txt", headers={"Host": "not ours"})
    Client(enforce_csrf_checks=True).post(reverse("accounts-sign-in"))

    log_lines = lines()
    assert len(log_lines) == 4
    assert all(len(line) < 260 for line in log_lines)


def test_every_line_passes_through_the_one_door() -> None:
    assert {handler["()"] for handler in base.LOGGING["handlers"].values()} == {
        "common.installation.log_lines.Console"
    }
    assert {formatter["()"] for formatter in base.LOGGING["formatters"].values()} == {
        "common.installation.log_lines.LineFormatter"
    }
    assert base.LOGGING["loggers"]["django"]["handlers"] == []
    assert base.LOGGING["loggers"]["django.server"]["handlers"] == []
    assert setup_logging.receivers


def test_web_servers_write_no_lines_of_their_own() -> None:
    config = WebServer().config

    assert (config.log_config, config.access_log) == (None, False)


OPENS_NOTHING = {"email", "domain", "language", "link", "site", "browser", "day"}
"""Texts that a task may have as arguments: an address typed, a language, a browser's name, a day, the address
of the site or of a sign-in page.
"""


def test_work_is_asked_for_by_numbers_that_open_nothing() -> None:
    """Celery logs the arguments of a task that fails or is lost."""
    ours = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    open_arguments = {
        f"{task.name}: {name}"
        for task in ours
        for name, argument in signature(task.run).parameters.items()
        if argument.annotation not in (int, bool, float) and name not in OPENS_NOTHING
    }

    assert len(ours) > 5
    assert open_arguments == set()


def test_kept_lines_go_to_a_file_and_faults_alone_to_the_console(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    configured: list[dict[str, Any]] = []
    settings.VAR_DIR, settings.LOGGING = tmp_path, base.LOGGING
    monkeypatch.setattr(
        "common.installation.log_lines.configure_logging",
        lambda _config, configuration: configured.append(configuration),
    )

    log_to_file("site")

    (configuration,) = configured
    assert settings.LOGGING is configuration
    assert configuration["root"]["handlers"] == ["console", "file"]
    assert configuration["handlers"]["console"]["level"] == "ERROR"
    assert configuration["handlers"]["file"]["filename"] == str(tmp_path / "logs" / "site.log")
    assert "file" not in base.LOGGING["handlers"]
