"""The cache of one process, which forgets in time whatever is done to the clock."""

import time
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache


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
