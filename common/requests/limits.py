"""Rate limits: how often each action may be tried, counted by person, device, network, subject and site.

A try counts before it costs anything and is refused with when to come back; where only failures matter, a
success gives its try back. Counters live in the cache: in this process on a laptop, in Redis where several
processes serve. A cache that cannot be reached is replaced by this process's own counters.

The count of a moving window is that of the clock's window under way and the share of the one before that it
still covers: two small numbers a counter, whatever is tried.
"""

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv6Address, ip_address, ip_network
from time import time as clock
from typing import Any, NewType

from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ImproperlyConfigured
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from redis.exceptions import RedisError

from common.requests.devices import known_device

MINUTE, QUARTER, HOUR, DAY = 60, 900, 3_600, 86_400
"""Seconds."""
NO_DEVICE = "none"
"""Before the address of those who show no device: together they count as one."""
V6_NETWORK = 64
"""Bits of an IPv6 address that one household or hall has for itself."""


class By(StrEnum):
    """What tries are counted by."""

    PERSON = "person"
    """The account that is signed in, or the address typed, whether an account has it or not."""
    DEVICE = "device"
    """A browser, by its signed cookie; those without one count together at each network address."""
    ADDRESS = "address"
    """An IPv4 address, or 64 bits of an IPv6 one."""
    THING = "thing"
    """What is tried at: a table, an address that is written to."""
    SITE = "site"
    """Everybody together, so that many addresses cannot ask for more than one machine gives."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many tries in so many seconds."""

    by: By
    most: int
    seconds: int
    strangers_only: bool = False
    """Somebody with an account, or at a thing, has a limit of his own."""
    known_only: bool = False
    """Whoever shows no device yet is counted by the other limits alone: a hall of newcomers is no browser."""


Kind = NewType("Kind", str)
"""Name of something that may be tried so often; declared once, by `limit_kind`."""
LIMITS: dict[str, tuple[Limit, ...]] = {}
"""Limits of each declared kind. `tests/config/test_limits.py` lists them all."""


def limit_kind(name: str, *limits: Limit) -> Kind:
    """Declare a kind beside the views that count it.

        TABLE_CALL = limit_kind("table-call", Limit(By.THING, 6, MINUTE))

    Args:
        name: it is in the keys of the counters.
        limits: the site's and the address's first: what they refuse makes no counter of a typed name.

    Raises:
        ImproperlyConfigured: another kind has that name.
    """
    if name in LIMITS:
        raise ImproperlyConfigured(f"two kinds of limits are named {name}")
    LIMITS[name] = limits
    return Kind(name)


WRONG_LINK = limit_kind("wrong-link", Limit(By.ADDRESS, 120, MINUTE), Limit(By.DEVICE, 60, MINUTE))
"""Links that open nothing: of tables, registrations, results, signing in. A hall that scans old codes stays
below."""


def seconds_to_wait(request: HttpRequest, kind: Kind, *, person: str = "", thing: str = "") -> int:
    """Count one try, or say in how many seconds there is room for it; 0 when it counted.

    Args:
        person: the address typed; the account that is signed in without it.
        thing: what is tried at, where that has a limit.
    """
    now, taken = clock(), list[str]()
    for limit, key in _counters(request, kind, person, thing):
        wait = _take(limit, key, now)
        if wait:
            for other in taken:
                _add(other, -1, 0)
            return wait
        taken.append(_window_key(key, limit, now))
    return 0


def is_used_up(request: HttpRequest, kind: Kind) -> bool:
    """Return whether any try from here would be refused, for whichever person. Counts nothing."""
    now = clock()
    return any(
        _counted(limit, key, now) >= limit.most
        for limit, key in _counters(request, kind, "", "")
        if limit.by is not By.PERSON
    )


def give_back(request: HttpRequest, kind: Kind, *, person: str = "", thing: str = "") -> None:
    """Take the last try back: it was no failure; earlier ones of the same person are forgotten."""
    now = clock()
    for limit, key in _counters(request, kind, person, thing):
        here = _window_key(key, limit, now)
        if limit.by is By.PERSON:
            keys = [here, _window_key(key, limit, now - limit.seconds)]
            _with_cache(lambda kept, keys=keys: kept.delete_many(keys))
        else:
            _add(here, -1, 0)


def network_of(address: str) -> str:
    """What counts as one place: an IPv4 address, or the network of an IPv6 one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, V6_NETWORK), strict=False))


def wait_in_words(seconds: int) -> str:
    """When to come back, for who filled a form in."""
    minutes = math.ceil(seconds / MINUTE)
    if seconds <= 90:
        return ngettext(
            "Trop d’essais. Réessayez dans %(count)d seconde.",
            "Trop d’essais. Réessayez dans %(count)d secondes.",
            seconds,
        ) % {"count": seconds}
    return _("Trop d’essais. Réessayez dans %(count)d minutes.") % {"count": minutes}


def limit_form(request: HttpRequest, form: BaseForm, kind: Kind, *, thing: str = "") -> int:
    """Count a sending of a form, or have the form say when to come back; in how many seconds, 0 for now."""
    wait = seconds_to_wait(request, kind, thing=thing) if request.method == "POST" else 0
    if wait:
        form.add_error(None, wait_in_words(wait))
    return wait


class TooManyTries(Exception):
    """Refused where no form is at hand: the middleware makes the page."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def count_wrong_link(request: HttpRequest) -> None:
    """Count a link that opens nothing.

    Raises:
        TooManyTries: there were too many.
    """
    if wait := seconds_to_wait(request, WRONG_LINK):
        raise TooManyTries(wait)


class TooManyTriesMiddleware:
    """Middleware: the page that says when to come back, for a view that was refused."""

    def __init__(self, site: Callable[[HttpRequest], HttpResponse]) -> None:
        self._site = site

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._site(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return refuse_for_now(request, error.seconds) if isinstance(error, TooManyTries) else None


def refusing(response: HttpResponse, seconds: int) -> HttpResponse:
    """The same answer as a refusal: 429 with when to come back."""
    response.status_code = 429
    response.headers["Retry-After"] = str(seconds)
    return response


def refuse_for_now(request: HttpRequest, seconds: int) -> HttpResponse:
    """A page of its own that says when to come back, where there is no form to say it at."""
    return refusing(render(request, "429.html", {"seconds": seconds}), seconds)


def _counters(request: HttpRequest, kind: Kind, person: str, thing: str) -> list[tuple[Limit, str]]:
    """The limits of a try, each with the key of its counter."""
    limits = LIMITS[kind]
    address = network_of(request.META.get("REMOTE_ADDR", ""))
    device = known_device(request)
    if not person and any(limit.by is By.PERSON for limit in limits):  # only then: it may cost a query
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
    """The number of who is signed in; "" for a stranger."""
    user = getattr(request, "user", None)
    return str(user.pk) if user is not None and user.is_authenticated else ""


def _take(limit: Limit, key: str, now: float) -> int:
    """Count one at a counter, or say how many seconds are to pass before there is room."""
    passed = now % limit.seconds
    here = _window_key(key, limit, now)
    before = _count(_window_key(key, limit, now - limit.seconds))
    count = _add(here, 1, 2 * limit.seconds)
    if int(before * (1 - passed / limit.seconds)) + count <= limit.most:
        return 0
    _add(here, -1, 0)
    # one more fits in this window once enough of the one before has passed, else as the next one begins
    room = limit.most - count + 1
    free = limit.seconds * (1 - room / before) if room > 0 and before else limit.seconds
    return max(1, math.floor(free - passed) + 1)


def _counted(limit: Limit, key: str, now: float) -> int:
    """Return how many tries of the moving window a counter holds."""
    before = _count(_window_key(key, limit, now - limit.seconds))
    here = _count(_window_key(key, limit, now))
    return int(before * (1 - now % limit.seconds / limit.seconds)) + here


def _window_key(key: str, limit: Limit, now: float) -> str:
    return f"{key}:{int(now // limit.seconds)}"


def _count(key: str) -> int:
    return int(_with_cache(lambda kept: kept.get(key, 0)))


def _add(key: str, delta: int, seconds: int) -> int:
    """Change a counter at once for all processes; one that is not there begins at 0, and none goes below."""

    def change(kept: BaseCache) -> int:
        try:
            return int(kept.incr(key, delta))
        except ValueError:  # the first one, or it gave way to others
            if delta < 0:
                return 0
        kept.add(key, 0, seconds)
        try:
            return int(kept.incr(key, delta))
        except ValueError:
            kept.set(key, delta, seconds)
            return delta

    return int(_with_cache(change))


def _with_cache(work: Any) -> Any:
    try:
        return work(cache)
    except RedisError:
        return work(_OWN)


def _digest(text: str) -> str:
    """Short, whatever was typed, and tells nobody who reads the cache an address."""
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=12).hexdigest()


_OWN = LocMemCache("limits", {"OPTIONS": {"MAX_ENTRIES": 10_000}})
