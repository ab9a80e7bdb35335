"""Cache backends: in memory with timeouts that ignore clock changes, and Redis that may be unavailable."""

import logging
import math
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)

LEFT_ALONE = 2.0
"""Seconds during which a server that did not respond gets no further requests."""
REDIS_ERROR = "redis.exceptions.RedisError"
"""Class of the failures of Redis, loaded after a failure: a laptop has none, and starts sooner."""


class PatientRedisCache(RedisCache):
    """Redis cache whose own methods act as an empty cache while Redis is unavailable. Inherited ones raise.

    After a failure its own methods do not connect for LEFT_ALONE seconds, so that few pages wait for it.
    """

    _away_until = 0.0
    """End of the pause after a failure, on the monotonic clock. Shared by all instances in the process."""

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(
            self._or_fallback(lambda: super(PatientRedisCache, self).add(key, value, timeout, version), True)
        )

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._or_fallback(lambda: super(PatientRedisCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._or_fallback(lambda: super(PatientRedisCache, self).set(key, value, timeout, version), None)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._or_fallback(lambda: super(PatientRedisCache, self).delete(key, version), False))

    def _or_fallback(self, request: Callable[[], Any], fallback: Any) -> Any:
        if time.monotonic() < self._away_until:
            return fallback
        try:
            return request()
        except import_string(REDIS_ERROR) as error:
            # a class attribute: Django makes an instance for each thread
            type(self)._away_until = time.monotonic() + LEFT_ALONE
            logger.error("cache unavailable: %s", error)
            return fallback


class SteadyCache(BaseCache):
    """In-memory cache on the monotonic clock. Django's locmem uses the system clock, in a private method."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._largest_count = int(params.get("OPTIONS", {}).get("MAX_ENTRIES", 300))
        self._entries = _ENTRIES.setdefault(name, OrderedDict())

    def get_backend_timeout(self, timeout: Any = DEFAULT_TIMEOUT) -> float:
        seconds = self.default_timeout if timeout == DEFAULT_TIMEOUT else timeout
        return math.inf if seconds is None else time.monotonic() + seconds

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        key = self.make_and_validate_key(key, version)
        with _LOCK:
            content, ends_at = self._entries.get(key, (b"", 0.0))
            if ends_at <= time.monotonic():
                self._entries.pop(key, None)
                return default
            self._entries.move_to_end(key)
        # a copy for each reader, as in locmem: no caller changes the value of another one
        return pickle.loads(content)  # noqa: S301

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        key = self.make_and_validate_key(key, version)
        entry = pickle.dumps(value), self.get_backend_timeout(timeout)
        with _LOCK:
            self._entries[key] = entry
            self._entries.move_to_end(key)
            while len(self._entries) > self._largest_count:
                self._entries.popitem(last=False)  # the least recently used entry

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        with _LOCK:
            if self.has_key(key, version):
                return False
            self.set(key, value, timeout, version)
        return True

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Change a number without extending its lifetime. Raises ValueError: the key is missing."""
        with _LOCK:
            number = self.get(key, version=version)
            if number is None:
                raise ValueError(f"Key '{key}' not found")
            _content, ends_at = self._entries[self.make_and_validate_key(key, version)]
            self.set(key, number + delta, ends_at - time.monotonic(), version)
        return int(number + delta)

    def delete(self, key: Any, version: int | None = None) -> bool:
        with _LOCK:
            return self._entries.pop(self.make_and_validate_key(key, version), None) is not None

    def clear(self) -> None:
        with _LOCK:
            self._entries.clear()


_ENTRIES: dict[str, OrderedDict[str, tuple[bytes, float]]] = {}
_LOCK = threading.RLock()
