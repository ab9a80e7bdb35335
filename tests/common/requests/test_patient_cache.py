"""Cache without its Redis: empty, and retried after a moment."""

import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from common.requests import caches
from common.requests.caches import LEFT_ALONE, PatientRedisCache
from tests.processes import find_port


class Elapsed:
    def __init__(self) -> None:
        self.seconds = 100.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def elapsed(monkeypatch: pytest.MonkeyPatch) -> Elapsed:
    clock = Elapsed()
    monkeypatch.setattr(caches, "time", clock)
    monkeypatch.setattr(PatientRedisCache, "_away_until", 0.0)
    return clock


@pytest.fixture
def cache(elapsed: Elapsed) -> PatientRedisCache:
    """Return a cache whose server is not there."""
    return PatientRedisCache(f"redis://127.0.0.1:{find_port()}/1", {})


def test_without_its_server_a_cache_is_empty_and_refuses_nobody(cache: PatientRedisCache) -> None:
    cache.set("word", "étui")

    assert cache.get("word", "nothing") == "nothing"
    assert cache.add("flag", True)
    assert not cache.delete("word")


def test_server_that_did_not_answer_is_left_alone_for_a_moment(
    cache: PatientRedisCache, elapsed: Elapsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = []

    def refuse(*args: object, **kwargs: object) -> None:
        attempts.append(elapsed.seconds)
        raise ConnectionLost("refused")

    monkeypatch.setattr("redis.Redis.get", refuse)
    for _ in range(3):
        cache.get("word")
    elapsed.seconds += LEFT_ALONE
    cache.get("word")

    assert attempts == [100.0, 100.0 + LEFT_ALONE]
