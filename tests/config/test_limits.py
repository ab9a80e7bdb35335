"""Limits of the whole site: each kind is declared beside its views; here they are side by side."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import get_resolver

from common.requests.limits import DAY, HOUR, LIMITS, MINUTE, QUARTER, By, Limit, limit_kind

PASSWORDS = (
    Limit(By.SITE, 600, QUARTER),
    Limit(By.ADDRESS, 20, QUARTER),
    Limit(By.DEVICE, 8, QUARTER),
    Limit(By.PERSON, 5, QUARTER),
)


def of_programs(by: By, most: int) -> tuple[Limit, ...]:
    return Limit(by, most, MINUTE), Limit(By.ADDRESS, most, MINUTE, strangers_only=True)


EXPECTED: dict[str, tuple[Limit, ...]] = {
    "sign-in": PASSWORDS,
    "sign-in-known": (Limit(By.DEVICE, 8, QUARTER),),
    "password": (Limit(By.DEVICE, 8, QUARTER), Limit(By.PERSON, 5, QUARTER)),
    "second-factor": PASSWORDS,
    "second-factor-known": (Limit(By.DEVICE, 8, QUARTER),),
    "recovery-code": (
        Limit(By.SITE, 600, QUARTER),
        Limit(By.ADDRESS, 20, QUARTER),
        Limit(By.DEVICE, 8, QUARTER),
    ),
    "account-mail": (
        Limit(By.SITE, 240, HOUR),
        Limit(By.ADDRESS, 12, HOUR),
        Limit(By.DEVICE, 5, HOUR),
        Limit(By.PERSON, 3, HOUR),
    ),
    "cut-short": (Limit(By.THING, 4, QUARTER),),
    "sign-up": (
        Limit(By.SITE, 600, HOUR),
        Limit(By.ADDRESS, 60, HOUR),
        Limit(By.DEVICE, 10, HOUR),
        Limit(By.PERSON, 3, HOUR),
    ),
    "invitation-mail": (Limit(By.SITE, 240, HOUR), Limit(By.PERSON, 20, HOUR)),
    "webhook-try": (Limit(By.PERSON, 60, HOUR), Limit(By.THING, 6, MINUTE)),
    "test-mail": (Limit(By.PERSON, 6, HOUR),),
    "profile": (Limit(By.PERSON, 30, HOUR),),
    "wrong-link": (Limit(By.ADDRESS, 120, MINUTE), Limit(By.DEVICE, 60, MINUTE)),
    "wrong-invitation": (Limit(By.ADDRESS, 60, MINUTE), Limit(By.DEVICE, 30, MINUTE)),
    "table-sending": (Limit(By.THING, 90, MINUTE),),
    "table-picture": (Limit(By.THING, 10, MINUTE),),
    "pairing": (Limit(By.SITE, 120, QUARTER), Limit(By.ADDRESS, 20, QUARTER)),
    "laptop-requests": (Limit(By.ADDRESS, 600, MINUTE),),
    "site-requests": (Limit(By.PERSON, 20, MINUTE),),
    "table-call": (Limit(By.THING, 6, MINUTE),),
    "table-phone": (Limit(By.ADDRESS, 1_500, 10 * MINUTE), Limit(By.THING, 30, 10 * MINUTE)),
    "arriving": (
        Limit(By.SITE, 1_500, MINUTE),
        Limit(By.ADDRESS, 600, MINUTE),
        Limit(By.DEVICE, 10, MINUTE),
        Limit(By.PERSON, 10, MINUTE),
    ),
    "registering": (
        Limit(By.SITE, 300, MINUTE),
        Limit(By.ADDRESS, 60, MINUTE),
        Limit(By.DEVICE, 30, MINUTE),
        Limit(By.PERSON, 30, MINUTE),
    ),
    "registration-mail": (
        Limit(By.SITE, 3_000, HOUR),
        Limit(By.ADDRESS, 120, HOUR),
        Limit(By.THING, 12, HOUR),
    ),
    "verify": (
        Limit(By.SITE, 20, MINUTE),
        Limit(By.ADDRESS, 12, MINUTE),
        Limit(By.DEVICE, 6, MINUTE),
        Limit(By.PERSON, 6, MINUTE),
    ),
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
    "play-open": (
        Limit(By.SITE, 600, HOUR),
        Limit(By.ADDRESS, 120, HOUR),
        Limit(By.DEVICE, 12, HOUR, known_only=True),
    ),
    "play-say": (Limit(By.ADDRESS, 300, MINUTE), Limit(By.THING, 8, MINUTE)),
    "play-write": (
        Limit(By.ADDRESS, 300, MINUTE),
        Limit(By.THING, 40, MINUTE),
        Limit(By.PERSON, 8, MINUTE),
    ),
    "play-block": (Limit(By.ADDRESS, 300, HOUR), Limit(By.DEVICE, 60, HOUR)),
    "play-report": (
        Limit(By.SITE, 300, HOUR),
        Limit(By.ADDRESS, 60, HOUR),
        Limit(By.DEVICE, 10, HOUR),
        Limit(By.PERSON, 10, HOUR),
    ),
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
    "compute": (
        Limit(By.SITE, 120, HOUR),
        Limit(By.ADDRESS, 60, HOUR),
        Limit(By.DEVICE, 20, HOUR),
    ),
    "tie-asking": (Limit(By.PERSON, 20, HOUR), Limit(By.THING, 3, DAY)),
    "account-lookup": (Limit(By.PERSON, 30, HOUR),),
    "api-read": of_programs(By.PERSON, 600),
    "api-write": of_programs(By.PERSON, 240),
    "api-table": of_programs(By.THING, 180),
}


def test_every_kind_has_the_limits_of_this_table() -> None:
    assert get_resolver().url_patterns  # every view is loaded

    assert LIMITS == EXPECTED


def test_a_kind_is_declared_once() -> None:
    with pytest.raises(ImproperlyConfigured, match="sign-in"):
        limit_kind("sign-in", Limit(By.SITE, 1, MINUTE))
