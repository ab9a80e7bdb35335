"""Tries counted by person, device, network address, thing and site; reading is never counted."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from asgiref.typing import HTTPScope
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from redis.exceptions import ConnectionError as NoRedis
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from common.requests import limits
from common.requests.devices import DEVICE_COOKIE, keep_device
from common.requests.limits import LIMITS, By, Limit, network_of, return_attempt, seconds_to_wait

START = 1_800_000_000.0
"""The beginning of a minute and of a quarter of an hour."""


@pytest.fixture(autouse=True)
def _kinds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kinds = {
        "all": (Limit(By.SITE, 4, 60), Limit(By.ADDRESS, 2, 60)),
        "person": (Limit(By.PERSON, 2, 60),),
        "thing": (Limit(By.THING, 2, 60), Limit(By.ADDRESS, 1, 60, strangers_only=True)),
        "device": (Limit(By.DEVICE, 2, 60),),
        "many": (Limit(By.ADDRESS, 50, 60),),
    }
    for kind, limits_of_kind in kinds.items():
        monkeypatch.setitem(LIMITS, kind, limits_of_kind)
    with time_machine.travel(START, tick=False):
        yield


def request_from(address: str = "10.0.0.1", **headers: str) -> HttpRequest:
    request = RequestFactory().post("/", REMOTE_ADDR=address, **headers)
    request.user = AnonymousUser()
    return request


def tries(kind: str, count: int, address: str = "10.0.0.1", **named: str) -> list[bool]:
    """Return whether each attempt counted."""
    return [seconds_to_wait(request_from(address), kind, **named) == 0 for _ in range(count)]


def test_each_address_has_its_own_count_and_all_share_the_site_s() -> None:
    assert tries("all", 3, "10.0.0.1") == [True, True, False]
    assert tries("all", 2, "10.0.0.2") == [True, True]
    assert tries("all", 1, "10.0.0.3") == [False]


def test_a_refused_try_counts_nowhere() -> None:
    tries("all", 20, "10.0.0.1")

    assert tries("all", 2, "10.0.0.2") == [True, True]


def test_address_written_by_the_sender_changes_nothing() -> None:
    verdicts = [
        seconds_to_wait(request_from(HTTP_X_FORWARDED_FOR=f"1.2.3.{number}"), "all") == 0
        for number in range(3)
    ]

    assert verdicts == [True, True, False]


def test_the_wait_is_just_long_enough() -> None:
    with time_machine.travel(START + 45, tick=False) as clock:
        tries("all", 2)
        wait = seconds_to_wait(request_from(), "all")
        clock.shift(wait - 1)
        early = seconds_to_wait(request_from(), "all")
        clock.shift(1)

        assert (wait, early, seconds_to_wait(request_from(), "all")) == (16, 1, 0)


def test_a_window_that_moves_holds_its_limit_at_every_moment() -> None:
    admitted: list[float] = []
    with time_machine.travel(START, tick=False) as clock:
        for second in range(600):
            if seconds_to_wait(request_from(), "all") == 0:
                admitted.append(second)
            clock.shift(1)

    most = max(
        sum(begin <= second_admitted < begin + 60 for second_admitted in admitted) for begin in range(540)
    )
    assert most <= 3
    assert 18 <= len(admitted) <= 22


def test_a_person_is_the_address_typed_or_the_account() -> None:
    assert tries("person", 3, person="claire@example.org") == [True, True, False]
    assert tries("person", 1, person="denis@example.org") == [True]
    assert tries("person", 9) == [True] * 9


def test_success_gives_back_and_forgets_what_the_person_failed_before() -> None:
    tries("person", 2, person="claire@example.org")
    return_attempt(request_from(), "person", person="claire@example.org")
    tries("device", 2)
    return_attempt(request_from(), "device")

    assert tries("person", 3, person="claire@example.org") == [True, True, False]
    assert tries("device", 2) == [True, False]


def test_a_thing_has_its_limit_in_place_of_the_address() -> None:
    assert tries("thing", 3, thing="7") == [True, True, False]
    assert tries("thing", 2) == [True, False]


def test_browsers_count_by_their_cookie_and_together_without_one() -> None:
    response = HttpResponse()
    keep_device(request_from(), response)
    cookie = response.cookies[DEVICE_COOKIE]
    request = request_from()
    request.COOKIES[DEVICE_COOKIE] = cookie.value
    assert cookie["httponly"]

    assert tries("device", 3) == [True, True, False]
    assert [seconds_to_wait(request, "device") == 0 for _ in range(3)] == [True, True, False]
    again = HttpResponse()
    keep_device(request, again)
    assert DEVICE_COOKIE not in again.cookies


def test_a_hall_of_newcomers_enters_a_round_in_one_minute_and_plays_behind_one_address() -> None:
    newcomers, cookie = 200, HttpResponse()
    keep_device(request_from(), cookie)
    request = request_from()
    request.COOKIES[DEVICE_COOKIE] = cookie.cookies[DEVICE_COOKIE].value

    entered = [seconds_to_wait(request_from(), "play-begin") for _ in range(newcomers)]
    in_a_minute = [str(number) for _ in range(15) for number in range(newcomers)]
    acted = [seconds_to_wait(request_from(), "play-act", thing=number) for number in in_a_minute]
    begun_by_one = [seconds_to_wait(request, "play-begin") for _ in range(31)]

    assert set(entered + acted) == {0}
    assert [wait == 0 for wait in begun_by_one] == [True] * 30 + [False]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_an_ipv6_household_is_one_place(address: str, network: str) -> None:
    assert network_of(address) == network


def test_many_at_the_same_moment_get_no_more_than_the_limit() -> None:
    with ThreadPoolExecutor(16) as pool:
        verdicts = list(pool.map(lambda _n: seconds_to_wait(request_from(), "many") == 0, range(200)))

    assert 40 <= sum(verdicts) <= 50


def test_without_redis_this_process_counts_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        def __getattr__(self, name: str) -> object:
            raise NoRedis

    monkeypatch.setattr(limits, "cache", Away())
    limits._FALLBACK.clear()

    assert tries("all", 3) == [True, True, False]


def test_keys_name_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[str] = []
    monkeypatch.setattr(limits.cache, "add", lambda key, *rest: keys.append(key))

    tries("person", 1, person="claire@example.org")

    assert len(keys) == 1
    assert "claire" not in keys[0]
    assert len(keys[0]) < 100


def test_behind_the_proxy_the_address_is_the_visitor_s_and_cannot_be_made_up() -> None:
    """uvicorn takes the last address that no proxy of ours wrote, and only from a proxy of ours."""
    addresses: list[str] = []

    async def site(scope: HTTPScope, _receive: object, _send: object) -> None:
        addresses.append((scope["client"] or ("", 0))[0])

    server = ProxyHeadersMiddleware(site, trusted_hosts="10.9.0.1")  # type: ignore[arg-type]
    for peer in ("10.9.0.1", "198.51.100.7"):
        scope = {
            "type": "http",
            "scheme": "http",
            "client": (peer, 1),
            "headers": [(b"x-forwarded-for", b"1.2.3.4, 203.0.113.9")],
        }
        coroutine = server(scope, None, None)  # type: ignore[arg-type]
        with pytest.raises(StopIteration):
            coroutine.send(None)  # type: ignore[attr-defined]

    assert addresses == ["203.0.113.9", "198.51.100.7"]
