"""Counters that several processes share in Redis."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache.backends.redis import RedisCache
from django.test import RequestFactory

from common.requests import limits
from common.requests.limits import LIMITS, By, Limit, return_attempt, seconds_to_wait


@pytest.fixture(autouse=True)
def _redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "cache", RedisCache(os.environ["CACHE_URL"], {"KEY_PREFIX": "test-limits"}))
    limits.cache.clear()
    monkeypatch.setattr(limits, "_FALLBACK", None)


def attempt(address: str = "10.0.0.1") -> bool:
    return seconds_to_wait(RequestFactory().post("/", REMOTE_ADDR=address), "shared") == 0


@pytest.mark.usefixtures("one_moment")
def test_a_limit_holds_for_all_who_try_at_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "shared", (Limit(By.SITE, 20, 60), Limit(By.ADDRESS, 18, 60)))

    with ThreadPoolExecutor(16) as pool:
        admissions = list(pool.map(lambda _n: attempt(), range(200)))
    admitted_count = sum(admissions) + sum(attempt() for _ in range(20))

    assert sum(admissions) <= 18
    assert admitted_count == 18


@pytest.mark.usefixtures("one_moment")
def test_a_try_is_given_back_and_counters_lapse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "shared", (Limit(By.ADDRESS, 1, 60),))
    assert [attempt(), attempt()] == [True, False]

    return_attempt(RequestFactory().post("/", REMOTE_ADDR="10.0.0.1"), "shared")

    assert attempt()
    client = limits.cache._cache.get_client()  # type: ignore[attr-defined]
    lives = [client.ttl(key) for key in client.scan_iter("test-limits*")]
    assert lives
    assert all(0 < life <= 120 for life in lives)
