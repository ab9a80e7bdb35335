"""Rate limits: number of tries of each action, counted by person, device, network, subject and site.

A try is counted before it costs anything. A refusal contains the time to wait. Where only failures matter,
a success gives its try back. Counters live in the cache: in this process on a laptop, in Redis where
several processes serve. While the cache is unavailable the process uses its own counters.

The count of a sliding window is estimated from two fixed windows: the count of the current one, and the
share of the previous one that the sliding window still covers. Each counter needs only two numbers.
"""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv6Address, ip_address, ip_network
from time import time as clock
from typing import Any, NewType

from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.utils.module_loading import import_string

from common.requests.caches import REDIS_ERROR
from common.requests.devices import known_device

MINUTE, QUARTER, HOUR, DAY = 60, 900, 3_600, 86_400
"""Lengths of time in seconds."""
NO_DEVICE = "none"
"""Prefix of the device key for clients without a device cookie. At one address they count as one device."""
V6_NETWORK = 64
"""Bits of the IPv6 network of one household or hall."""


class By(StrEnum):
    """Subject of a counter."""

    PERSON = "person"
    """Signed-in account, or the email address typed, even without an account."""
    DEVICE = "device"
    """Browser with a signed cookie. Browsers without one count together at each network address."""
    ADDRESS = "address"
    """IPv4 address, or the first 64 bits of an IPv6 address."""
    THING = "thing"
    """Target of the tries: a table, an address that receives messages."""
    SITE = "site"
    """All clients together, so that many addresses cannot overload the machine."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Limit of `most` tries in `seconds`."""

    by: By
    most: int
    seconds: int
    strangers_only: bool = False
    """Skip requests with an account or a subject, which have limits of their own."""
    known_only: bool = False
    """Skip clients without a device cookie, counted elsewhere: a hall of newcomers is not one browser."""


Kind = NewType("Kind", str)
"""Name of a limited action, declared once by `limit_kind`."""
LIMITS: dict[str, tuple[Limit, ...]] = {}
"""Limits of each declared kind. `tests/config/test_limits.py` lists them all."""


def limit_kind(name: str, *limits: Limit) -> Kind:
    """Declare a kind of limit beside the views that count it.

        TABLE_CALL = limit_kind("table-call", Limit(By.THING, 6, MINUTE))

    Args:
        name: part of the keys of the counters.
        limits: those of the site and the address come first. Tries that they refuse then create no
            counter for a typed name.

    Raises:
        ImproperlyConfigured: the name is already in use.
    """
    if name in LIMITS:
        raise ImproperlyConfigured(f"two kinds of limits are named {name}")
    LIMITS[name] = limits
    return Kind(name)


def seconds_to_wait(request: HttpRequest, kind: Kind, *, person: str = "", thing: str = "") -> int:
    """Count one try. Return 0 if it is permitted, else the number of seconds until the next one is.

    Args:
        person: email address typed; by default the signed-in account.
        thing: subject of the try, if the kind has a limit for it.
    """
    moment, counted_keys = clock(), list[str]()
    for limit, key in _counters(request, kind, person, thing):
        wait = _take(limit, key, moment)
        if wait:
            # a refused try counts nowhere: undo the counters before this one
            for counted_key in counted_keys:
                _add(counted_key, -1, 0)
            return wait
        counted_keys.append(_window_key(key, limit, moment))
    return 0


def has_no_attempts_left(request: HttpRequest, kind: Kind) -> bool:
    """Return whether every try of this client would be refused, for any person. Counts nothing."""
    moment = clock()
    return any(
        _estimated_count(limit, key, moment) >= limit.most
        for limit, key in _counters(request, kind, "", "")
        if limit.by is not By.PERSON
    )


def return_attempt(request: HttpRequest, kind: Kind, *, person: str = "", thing: str = "") -> None:
    """Undo the last try, which was no failure. Forget earlier tries of this kind by the same person."""
    moment = clock()
    for limit, key in _counters(request, kind, person, thing):
        window_key = _window_key(key, limit, moment)
        if limit.by is By.PERSON:
            # both windows: earlier failures of this person no longer count
            keys = [window_key, _window_key(key, limit, moment - limit.seconds)]
            _with_cache(lambda store, keys=keys: store.delete_many(keys))
        else:
            _add(window_key, -1, 0)


def network_of(address: str) -> str:
    """Return the network that counts as one client: an IPv4 address, or V6_NETWORK bits of an IPv6 one."""
    try:
        parsed_address = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed_address, IPv6Address):
        return str(parsed_address)
    # a server that listens on both protocols gets IPv4 clients as ::ffff:a.b.c.d
    if parsed_address.ipv4_mapped is not None:
        return str(parsed_address.ipv4_mapped)
    return str(ip_network((parsed_address, V6_NETWORK), strict=False))


def _counters(request: HttpRequest, kind: Kind, person: str, thing: str) -> list[tuple[Limit, str]]:
    """Return the limits that apply to a try, each with the key of its counter."""
    limits = LIMITS[kind]
    address = network_of(request.META.get("REMOTE_ADDR", ""))
    device = known_device(request)
    # reading the account may cost a query: only if a limit needs it
    if not person and any(limit.by is By.PERSON for limit in limits):
        person = _account(request)
    keys: Mapping[By, str] = {
        By.PERSON: person,
        By.DEVICE: device.key if device else f"{NO_DEVICE} {address}",
        By.ADDRESS: address,
        By.THING: thing,
        By.SITE: "site",
    }
    return [
        (limit, f"limit:{kind}:{limit.by}:{_digest(keys[limit.by])}")
        for limit in limits
        if keys[limit.by]
        and not (limit.strangers_only and (person or thing))
        and not (limit.known_only and device is None)
    ]


def _account(request: HttpRequest) -> str:
    """Return the primary key of the signed-in account, "" without one."""
    user = getattr(request, "user", None)
    return str(user.pk) if user is not None and user.is_authenticated else ""


def _take(limit: Limit, key: str, moment: float) -> int:
    """Count one try at a counter. Return 0, or the seconds to wait without counting."""
    elapsed = moment % limit.seconds
    window_key = _window_key(key, limit, moment)
    previous_count = _count(_window_key(key, limit, moment - limit.seconds))
    # count first, check after: two processes that checked first could both take the last try
    count = _add(window_key, 1, 2 * limit.seconds)
    if int(previous_count * (1 - elapsed / limit.seconds)) + count <= limit.most:
        return 0
    _add(window_key, -1, 0)
    # one more fits in this window once enough of the one before has passed, else as the next one begins
    room = limit.most - count + 1
    free = limit.seconds * (1 - room / previous_count) if room > 0 and previous_count else limit.seconds
    return max(1, math.floor(free - elapsed) + 1)


def _estimated_count(limit: Limit, key: str, moment: float) -> int:
    previous_count = _count(_window_key(key, limit, moment - limit.seconds))
    current_count = _count(_window_key(key, limit, moment))
    return int(previous_count * (1 - moment % limit.seconds / limit.seconds)) + current_count


def _window_key(key: str, limit: Limit, moment: float) -> str:
    return f"{key}:{int(moment // limit.seconds)}"


def _count(key: str) -> int:
    return int(_with_cache(lambda store: store.get(key, 0)))


def _add(key: str, delta: int, seconds: int) -> int:
    """Change a counter atomically. A missing counter starts at 0, and no counter falls below 0."""

    def change(store: BaseCache) -> int:
        try:
            return int(store.incr(key, delta))
        except ValueError:  # a new counter, or one evicted from the cache
            if delta < 0:
                return 0
        # two processes may get here at once: only one creates the counter, both increment it
        store.add(key, 0, seconds)
        try:
            return int(store.incr(key, delta))
        except ValueError:  # evicted again
            store.set(key, delta, seconds)
            return delta

    return int(_with_cache(change))


def _with_cache(operation: Any) -> Any:
    try:
        return operation(cache)
    except import_string(REDIS_ERROR):
        return operation(_FALLBACK)


def _digest(text: str) -> str:
    """Return a short hash, so that keys have a bounded length and the cache stores no email address."""
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=12).hexdigest()


_FALLBACK = LocMemCache("limits", {"OPTIONS": {"MAX_ENTRIES": 10_000}})
