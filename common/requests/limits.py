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
from typing import Any

from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from redis.exceptions import RedisError

from common.requests.devices import known_device

MINUTE, QUARTER, HOUR, DAY = 60, 900, 3_600, 86_400
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


LIMITS: dict[str, tuple[Limit, ...]] = {
    # failures; one guesser stays below what his hall has: DEVICE twice (with a cookie and without) < ADDRESS
    "sign-in": (
        Limit(By.SITE, 600, QUARTER),
        Limit(By.ADDRESS, 20, QUARTER),
        Limit(By.DEVICE, 8, QUARTER),
        Limit(By.PERSON, 5, QUARTER),
    ),
    # failures on a device that has signed in with this address before: nobody else locks its owner out
    "sign-in-known": (Limit(By.DEVICE, 8, QUARTER),),
    # failures of who is signed in, typing his password again
    "password": (Limit(By.DEVICE, 8, QUARTER), Limit(By.PERSON, 5, QUARTER)),
    # failures of who has shown a password and types the code of his telephone
    "second-factor": (
        Limit(By.SITE, 600, QUARTER),
        Limit(By.ADDRESS, 20, QUARTER),
        Limit(By.DEVICE, 8, QUARTER),
        Limit(By.PERSON, 5, QUARTER),
    ),
    # the same on a device that has signed in to this account before, and for recovery codes, which are too
    # long to be guessed: somebody with nothing but the password locks no owner out
    "second-factor-known": (Limit(By.DEVICE, 8, QUARTER),),
    "recovery-code": (
        Limit(By.SITE, 600, QUARTER),
        Limit(By.ADDRESS, 20, QUARTER),
        Limit(By.DEVICE, 8, QUARTER),
    ),
    # messages asked for without signing in: a new password, a link to sign in
    "account-mail": (
        Limit(By.SITE, 240, HOUR),
        Limit(By.ADDRESS, 12, HOUR),
        Limit(By.DEVICE, 5, HOUR),
        Limit(By.PERSON, 3, HOUR),
    ),
    # templates of an organiser whose drawing was cut short: each took seconds of the lane of drawings
    "cut-short": (Limit(By.THING, 4, QUARTER),),
    # accounts asked for, each a message and a hash; a hall of players may do it behind one address
    "sign-up": (
        Limit(By.SITE, 600, HOUR),
        Limit(By.ADDRESS, 60, HOUR),
        Limit(By.DEVICE, 10, HOUR),
        Limit(By.PERSON, 3, HOUR),
    ),
    # pseudonyms tried, which tell whether somebody has them
    "profile": (Limit(By.PERSON, 30, HOUR),),
    # links that open nothing: of tables, invitations, registrations, results, signing in; a hall that
    # scans old codes stays below
    "wrong-link": (Limit(By.ADDRESS, 120, MINUTE), Limit(By.DEVICE, 60, MINUTE)),
    "wrong-invitation": (Limit(By.ADDRESS, 60, MINUTE), Limit(By.DEVICE, 30, MINUTE)),
    "table-sending": (Limit(By.THING, 90, MINUTE),),
    # photos among them: each takes a moment of one core
    "table-picture": (Limit(By.THING, 10, MINUTE),),
    "table-call": (Limit(By.THING, 6, MINUTE),),
    # saying where one sits, at a table in a round; a hall of 300 tables may do it behind one address
    "table-phone": (Limit(By.ADDRESS, 1_500, 10 * MINUTE), Limit(By.THING, 30, 10 * MINUTE)),
    "registering": (
        Limit(By.SITE, 300, MINUTE),
        Limit(By.ADDRESS, 60, MINUTE),
        Limit(By.DEVICE, 30, MINUTE),
        Limit(By.PERSON, 30, MINUTE),
    ),
    "verify": (
        Limit(By.SITE, 20, MINUTE),
        Limit(By.ADDRESS, 12, MINUTE),
        Limit(By.DEVICE, 6, MINUTE),
        Limit(By.PERSON, 6, MINUTE),
    ),
    # tables of the site: a hall of 200 phones behind one address enters a round in the same minute, begins a
    # deal every two or three minutes each, and acts every four seconds; robots answer each action
    "play-begin": (
        Limit(By.SITE, 6_000, 10 * MINUTE),
        Limit(By.ADDRESS, 1_500, 10 * MINUTE),
        Limit(By.DEVICE, 30, 10 * MINUTE, known_only=True),
    ),
    "play-act": (
        Limit(By.SITE, 18_000, MINUTE),
        Limit(By.ADDRESS, 3_600, MINUTE),
        Limit(By.THING, 120, MINUTE),
    ),
    # free tables: opened, which others find in the list; phrases, which everybody at a table hears
    "play-open": (
        Limit(By.SITE, 600, HOUR),
        Limit(By.ADDRESS, 120, HOUR),
        Limit(By.DEVICE, 12, HOUR, known_only=True),
    ),
    "play-say": (Limit(By.ADDRESS, 300, MINUTE), Limit(By.THING, 8, MINUTE)),
    # lines that somebody writes to the others of a club's room
    "play-write": (
        Limit(By.ADDRESS, 300, MINUTE),
        Limit(By.THING, 40, MINUTE),
        Limit(By.PERSON, 8, MINUTE),
    ),
    # people blocked, and reported to directors, who have to read it
    "play-block": (Limit(By.ADDRESS, 300, HOUR), Limit(By.DEVICE, 60, HOUR)),
    "play-report": (
        Limit(By.SITE, 300, HOUR),
        Limit(By.ADDRESS, 60, HOUR),
        Limit(By.DEVICE, 10, HOUR),
        Limit(By.PERSON, 10, HOUR),
    ),
    # evenings kept at home: begun once, then a line for each deal
    "evening-begin": (
        Limit(By.SITE, 600, HOUR),
        Limit(By.ADDRESS, 60, HOUR),
        Limit(By.DEVICE, 20, HOUR),
    ),
    "evening-write": (
        Limit(By.SITE, 3_000, MINUTE),
        Limit(By.ADDRESS, 600, MINUTE),
        Limit(By.THING, 60, MINUTE),
    ),
    # analyses and marks of reference: ten seconds and a minute or two of the worker's core
    "compute": (
        Limit(By.SITE, 120, HOUR),
        Limit(By.ADDRESS, 60, HOUR),
        Limit(By.DEVICE, 20, HOUR),
    ),
    # a club that asks accounts, and messages to one address, from whatever club
    "tie-asking": (Limit(By.PERSON, 20, HOUR), Limit(By.THING, 3, DAY)),
    # addresses typed to give a role, which tell whether an account has them
    "account-lookup": (Limit(By.PERSON, 30, HOUR),),
    "api-read": (Limit(By.PERSON, 600, MINUTE), Limit(By.ADDRESS, 600, MINUTE, strangers_only=True)),
    "api-write": (Limit(By.PERSON, 240, MINUTE), Limit(By.ADDRESS, 240, MINUTE, strangers_only=True)),
    "api-table": (Limit(By.THING, 180, MINUTE), Limit(By.ADDRESS, 180, MINUTE, strangers_only=True)),
}
"""What may be tried how often. The site's and the address's come first: what they refuse makes no counter
of a name that somebody typed."""


def seconds_to_wait(request: HttpRequest, kind: str, *, person: str = "", thing: str = "") -> int:
    """Count one try, or say in how many seconds there is room for it; 0 when it counted.

    Args:
        kind: of `LIMITS`.
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


def is_used_up(request: HttpRequest, kind: str) -> bool:
    """Return whether any try from here would be refused, for whichever person. Counts nothing."""
    now = clock()
    return any(
        _counted(limit, key, now) >= limit.most
        for limit, key in _counters(request, kind, "", "")
        if limit.by is not By.PERSON
    )


def give_back(request: HttpRequest, kind: str, *, person: str = "", thing: str = "") -> None:
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


def limit_form(request: HttpRequest, form: BaseForm, kind: str, *, thing: str = "") -> int:
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
    if wait := seconds_to_wait(request, "wrong-link"):
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


def _counters(request: HttpRequest, kind: str, person: str, thing: str) -> list[tuple[Limit, str]]:
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
