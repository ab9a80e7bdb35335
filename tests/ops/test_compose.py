"""Services of docker-compose.yml, started here by hand with the same commands and environment."""

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
import yaml
from pytest_django.plugin import DjangoDbBlocker

from tests.installations import other_database
from tests.ops.image import ENVIRONMENT, build_image
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import create_tournament, set_visibility
from tournaments.models import Club, Tournament
from tournaments.movements.services.sections import SectionPlan

PROJECT = Path(__file__).parents[2]
PAGES = {
    "/": "text/html",
    "/jouer/": "text/html",
    "/salles/": "text/html",
    "/connexion/": "text/html",
    "/compter/": "text/html",
    "/apprendre/duplicate/": "text/html",
    "/clubs/image/": "text/html",
    "/regles/grelin/imprimer/": "application/pdf",
}
"""Addresses that need each application and each folder of texts, with the kind of their answer."""
SMALL = (
    "admin/js/vendor/jquery/jquery",
    "admin/js/vendor/select2/select2.full",
    "admin/js/vendor/xregexp/xregexp",
    "django_htmx/htmx-4",
)
"""Scripts of packages in two sizes, the small one of which is collected."""
PROXY, STRANGER = "127.0.0.1", "127.0.0.2"
SERVICES: dict[str, Any] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text())["services"]
OPERATOR = {
    "SECRET_KEY": "fDq3hTn0uXbVw8kPz5sYc2mJr7gLe4aN6iQo9tUx1vBdHyKjWq3E",
    "POSTGRES_PASSWORD": "unused-here-the-private-server-trusts",
    "REDIS_PASSWORD": "unused-here-the-private-server-has-none",
    "ETUI_HOSTS": "club.example",
    "ETUI_PUBLIC_URL": "https://club.example",
    "ETUI_MAIL_FROM": "etui@club.example",
    "EMAIL_URL": "smtp://mail.club.example:25",
    "FORWARDED_ALLOW_IPS": PROXY,
}
"""Values that an operator writes into .env."""


def substitute(text: str) -> str:
    """Compose's own replacement of ${NAME:?…}, ${NAME:-…} and $$ by the operator's values."""

    def value(match: "re.Match[str]") -> str:
        name, kind, default = match.groups()
        return OPERATOR.get(name) or (default if kind == ":-" else OPERATOR[name])

    return re.sub(r"\$\{(\w+)(:[?-])([^}]*)\}", value, text).replace("$$", "$")


class Stack:
    """The services in the files of their image, reaching the PostgreSQL and Redis of script/with-servers."""

    def __init__(self, folder: Path, port: int, launch: Callable[..., "subprocess.Popen[str]"]) -> None:
        self.port = port
        self._image = folder / "image"
        build_image(PROJECT, self._image)
        self._launch = launch
        self._folder = folder
        self._replaced = {
            "8000": str(port),
            "@db:5432": "@" + urlsplit(os.environ["DATABASE_URL"]).netloc.rpartition("@")[2],
            f":{OPERATOR['REDIS_PASSWORD']}@redis:6379": urlsplit(os.environ["CELERY_BROKER_URL"]).netloc,
        }

    def environment(self, service: str) -> dict[str, str]:
        """Return the variables that compose passes, with the machine's own name, path and volume."""
        declared = {
            name: self._here(substitute(str(value)))
            for name, value in SERVICES[service]["environment"].items()
        }
        path = f"{self._image / ENVIRONMENT / 'bin'}:{os.environ['PATH']}"
        return declared | {
            "PATH": path,
            "HOSTNAME": socket.gethostname(),
            "ETUI_VAR_DIR": str(self._folder / "var"),
        }

    def start(self, service: str) -> "subprocess.Popen[str]":
        return self.launch(*(substitute(word) for word in SERVICES[service]["command"]), service=service)

    def launch(self, *command: str, service: str) -> "subprocess.Popen[str]":
        """Start a command with the environment of a service."""
        command_here = map(self._here, command)
        return self._launch(*command_here, env=self.environment(service), folder=self._image)

    def is_healthy(self, service: str) -> bool:
        kind, *words = SERVICES[service]["healthcheck"]["test"]
        command = [self._here(substitute(word)) for word in words]
        if kind == "CMD-SHELL":
            command = ["sh", "-c", *command]
        place = self._image if "celery" in words[0] else self._folder
        env = self.environment(service)
        return subprocess.run(command, cwd=place, env=env, check=False, capture_output=True).returncode == 0

    def ask(self, path: str) -> HTTPResponse:
        """Return the response to a request of the operator's https proxy."""
        headers = {"Host": "club.example", "X-Forwarded-Proto": "https"}
        answer: HTTPResponse = urlopen(
            Request(f"http://127.0.0.1:{self.port}{path}", headers=headers), timeout=20
        )
        return answer

    def get(self, path: str) -> tuple[int, str, str]:
        """Status, Cache-Control and body."""
        with self.ask(path) as response:
            return response.status, response.headers.get("Cache-Control", ""), response.read().decode()

    def is_ready(self) -> bool:
        """Return whether the web server finds all that it needs, both workers and the scheduler among it."""
        with suppress(OSError):
            status, _caching, body = self.get("/readyz")
            return (status, json.loads(body)["status"]) == (200, "ready")
        return False

    def moved(self, header: str, by: str = PROXY) -> str:
        """Return the head of the response to a request for / from an address of this machine."""
        with socket.create_connection(("127.0.0.1", self.port), source_address=(by, 0)) as client:
            client.sendall(
                f"GET / HTTP/1.1\r\nHost: club.example\r\n{header}Connection: close\r\n\r\n".encode()
            )
            return client.makefile().read().partition("\n\n")[0] + "\n"

    def _here(self, text: str) -> str:
        for theirs, ours in self._replaced.items():
            text = text.replace(theirs, ours)
        return text


@pytest.fixture
def stack(tmp_path: Path, free_port: int, launch: Callable[..., "subprocess.Popen[str]"]) -> Stack:
    return Stack(tmp_path, free_port, launch)


def make_finished_evening() -> None:
    """Store a public evening that has ended, at the club of the pages."""
    evening = create_tournament(
        club=Club.objects.create(name="Image", slug="image"),
        name="Soirée",
        starts_on=date(2026, 11, 28),
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=3, round_count=3, boards_per_set=4)],
        created_by=None,
    )
    set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)
    Tournament.objects.update(state=TournamentState.FINISHED)


def test_services_start_answer_serve_files_send_plain_http_to_https_and_stop(
    stack: Stack, tmp_path: Path, wait_until: Callable[..., bool], django_db_blocker: DjangoDbBlocker
) -> None:
    prepared = stack.start("migrate")
    assert prepared.wait(240) == 0, prepared.log_path.read_text()
    running = {service: stack.start(service) for service in ("web", "worker", "printer", "beat")}

    assert wait_until(stack.is_ready, 120), "".join(
        started.log_path.read_text() for started in running.values()
    )
    for service in ("web", "worker", "beat"):
        assert wait_until(lambda name=service: stack.is_healthy(name)), running[service].log_path.read_text()
    # Here both are on one machine, so that either would answer for the other.
    assert SERVICES["printer"]["healthcheck"] == SERVICES["worker"]["healthcheck"]

    names = json.loads((tmp_path / "var" / "static" / "staticfiles.json").read_text())["paths"]
    status, caching, body = stack.get(f"/static/{names['admin/css/base.css']}")
    assert (status, caching) == (200, "max-age=315360000, public, immutable")
    assert body
    assert not [name for name in names if "print" in name.split("/") or name.endswith(".ttf")]  # of papers
    assert {(f"{name}.min.js" in names, f"{name}.js" in names) for name in SMALL} == {(True, False)}
    with django_db_blocker.unblock(), other_database(urlsplit(os.environ["DATABASE_URL"]).path[1:]):
        make_finished_evening()
    for path, kind in PAGES.items():
        with stack.ask(path) as response:
            assert (response.status, response.headers.get_content_type()) == (200, kind), path
    plain = stack.moved("")
    assert plain.startswith("HTTP/1.1 301 ")
    assert "location: https://club.example/\n" in plain.lower()
    proxied = "X-Forwarded-Proto: https\r\n"
    assert stack.moved(proxied, by=STRANGER).startswith("HTTP/1.1 301 ")  # only the proxy is believed
    assert stack.moved(proxied).startswith("HTTP/1.1 200 ")
    for process in running.values():
        process.send_signal(signal.SIGTERM)
    ends = {service: process.wait(120) for service, process in running.items()}
    assert ends == dict.fromkeys(running, 0)
