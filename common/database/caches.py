"""Cache backends: in memory, with timeouts that ignore clock changes; Redis, empty while it is away."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

LEFT_ALONE = 2.0
"""Seconds for which a server that did not answer is not asked."""


class PatientRedisCache(RedisCache):
    """Django's own, to which a server that is away is an empty cache: pages go on, limits count nothing.

    Once it did not answer it is left alone for a moment, so that not every page waits for it.
    """

    _away_until = 0.0
    """By the time since the machine started; of all connections of the process."""

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(
            self._asked(lambda: super(PatientRedisCache, self).add(key, value, timeout, version), True)
        )

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._asked(lambda: super(PatientRedisCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._asked(lambda: super(PatientRedisCache, self).set(key, value, timeout, version), None)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._asked(lambda: super(PatientRedisCache, self).delete(key, version), False))

    def _asked(self, ask: Callable[[], Any], without: Any) -> Any:
        if time.monotonic() < self._away_until:
            return without
        try:
            return ask()
        except RedisError as error:
            type(self)._away_until = time.monotonic() + LEFT_ALONE
            logger.error("the cache is away: %s", error)
            return without


class SteadyCache(LocMemCache):
    """Django's own, counting by the time since the machine started instead of by the clock."""

    _expire_info: dict[str, float | None]

    def get_backend_timeout(self, timeout: Any = DEFAULT_TIMEOUT) -> float | None:
        if timeout == DEFAULT_TIMEOUT:
            timeout = self.default_timeout
        return None if timeout is None else time.monotonic() + timeout

    def _has_expired(self, key: str) -> bool:
        ends_at = self._expire_info.get(key, -1)
        return ends_at is not None and ends_at <= time.monotonic()
