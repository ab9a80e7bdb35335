"""Lanes of the site, each filled by other clients: every client gets its turn."""

import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from common.requests.devices import DEVICE_COOKIE, keep_device
from common.requests.limits import seconds_to_wait
from common.web_server import site_threads
from common.web_server.policy import policy_of
from common.web_server.site_threads import Caller
from config.asgi import LANES, THREADS, identify_client, is_limited
from tests.processes import wait_until
from tests.web_server import Wire, read_answer, request, serving

INSIDE = "127.0.0.99"
EXAMPLES = {
    "passwords": ("POST", "/connexion/"),
    "uploads": ("POST", "/verifier/"),
    "drawing": ("GET", "/organiser/t/evening/cloture/resultats.csv"),
    "pictures": ("GET", "/t/evening/apercu.png"),
    "beginnings": ("POST", "/salles/manche/3/jouer/"),
    "robots": ("POST", "/jouer/table/abc/coup/"),
}
"""A request of each lane."""


class Site:
    """Answers once its gate is open; `turns` has the names that requests gave themselves, in order."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.turns: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        name = environ.get("HTTP_X_NAME", "")
        self.turns.append(name)
        if name:
            self.gate.wait(20)
        start_response("200 OK", [])
        return [b"ok"]


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def wire(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """The lanes of the site, but for the limits of signing in."""
    monkeypatch.setattr(site_threads, "REFUSAL_DELAY", 0.0)
    lanes = tuple(replace(lane, is_spared=None) for lane in LANES)
    with serving(
        site, tmp_path, lanes=lanes, policy_of=policy_of, threads=THREADS, caller_of=identify_client
    ) as wire:
        yield wire
        site.gate.set()


def known_browser() -> str:
    """The cookie of a browser on which an account has signed in."""
    response = HttpResponse()
    keep_device(HttpRequest(), response, signed_in="zoe@example.org")
    return f"{DEVICE_COOKIE}={response.cookies[DEVICE_COOKIE].value}"


def hold(wire: Wire, site: Site, lane: str, addresses: int, of_each: int) -> None:
    """Have so many addresses send so many requests each."""
    method, path = EXAMPLES[lane]
    for number in range(addresses * of_each):
        address = f"127.0.1.{number % addresses + 1}"
        wire.connect(request(method, path, X_Name=address), address=address)
    let_in(wire)
    assert any(site.turns)


def let_in(wire: Wire) -> None:
    """Wait until earlier requests run, wait, or are refused, so that later ones are answered after them."""
    for _ in range(3):
        assert wire.ask(request("GET", "/"))[2] == b"ok"


def test_every_lane_has_an_example() -> None:
    assert set(EXAMPLES) == {lane.name for lane in LANES}


@pytest.mark.parametrize("name", EXAMPLES)
def test_lane_that_six_addresses_fill_has_a_turn_for_another_one(wire: Wire, site: Site, name: str) -> None:
    hold(wire, site, name, addresses=6, of_each=6)
    method, path = EXAMPLES[name]

    inside = wire.connect(request(method, path, X_Name="inside"), address=INSIDE)
    let_in(wire)
    site.gate.set()

    assert read_answer(inside)[0] == 200
    assert list(filter(None, site.turns)).index("inside") <= 6 + 2


@pytest.mark.parametrize("name", [lane.name for lane in LANES if lane.favours_known])
def test_lane_that_forty_addresses_fill_has_a_turn_for_a_known_browser(
    wire: Wire, site: Site, name: str
) -> None:
    hold(wire, site, name, addresses=40, of_each=1)
    method, path = EXAMPLES[name]

    stranger = wire.connect(request(method, path, X_Name="stranger"), address=INSIDE)
    refused = read_answer(stranger)[0]
    inside = wire.connect(request(method, path, X_Name="inside", Cookie=known_browser()), address=INSIDE)
    let_in(wire)
    site.gate.set()

    assert refused == 503
    assert read_answer(inside)[0] == 200
    assert list(filter(None, site.turns)).index("inside") <= 1


def test_one_of_several_behind_an_address_leaves_places_to_the_others(wire: Wire, site: Site) -> None:
    """Previews of one organiser, beside an export of another one in the same hall."""
    method, path = EXAMPLES["drawing"]
    hungry, waiting = (f"{settings.SESSION_COOKIE_NAME}={name}" for name in ("hungry", "other"))
    for _ in range(12):
        wire.connect(request(method, path, X_Name="hungry", Cookie=hungry))
    let_in(wire)

    inside = wire.connect(request(method, path, X_Name="inside", Cookie=waiting))
    let_in(wire)
    site.gate.set()

    assert read_answer(inside)[0] == 200
    assert list(filter(None, site.turns)).index("inside") <= 1


def test_cookie_that_is_not_ours_makes_no_known_browser() -> None:
    forged = f"{DEVICE_COOKIE}=abc.def:0123456789abcdef"
    scope = {"client": ("10.0.0.1", 1), "headers": [(b"cookie", forged.encode())]}

    assert identify_client(scope) == Caller("10.0.0.1", "", is_known=False)


def test_browser_without_an_account_is_not_known() -> None:
    response = HttpResponse()
    keep_device(HttpRequest(), response)
    cookie = f"{DEVICE_COOKIE}={response.cookies[DEVICE_COOKIE].value}"

    assert not identify_client({"client": None, "headers": [(b"cookie", cookie.encode())]}).is_known


@pytest.mark.usefixtures("one_moment")
def test_sign_in_that_a_limit_refuses_takes_no_place_of_a_lane() -> None:
    scope = {"client": ("10.0.0.1", 1), "path": "/connexion/", "headers": []}
    typed = RequestFactory().post("/connexion/", REMOTE_ADDR="10.0.0.1")
    is_limited_first = is_limited(scope)

    for number in range(8):
        seconds_to_wait(typed, "sign-in", person=f"{number}@example.org")

    assert not is_limited_first
    assert is_limited(scope)
    assert not is_limited(scope | {"client": ("10.0.0.2", 1)})
    assert not is_limited(scope | {"path": "/connexion/code/"})


def test_writers_that_wait_leave_a_thread_to_readers(wire: Wire, site: Site) -> None:
    """Writers wait when another program holds the lock of the database."""
    for _ in range(3 * THREADS):
        wire.connect(request("POST", "/table/1-abc/donnes/12/", X_Name="writer"))
    assert wait_until(lambda: len(site.turns) == THREADS - 1)

    wire.connect(request("GET", "/table/1-abc/", X_Name="reader"))

    assert wait_until(lambda: "reader" in site.turns, 5)
    assert site.turns.count("writer") == THREADS - 1
