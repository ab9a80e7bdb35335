"""Posts counted by visitor and by site; reading is never counted."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from common.limits import PerSite, PerVisitor, limit_posts


class TwoAMinute(PerVisitor):
    scope = "test"
    rate = "2/min"


class FourAMinute(PerSite):
    scope = "test-all"
    rate = "4/min"


@limit_posts(TwoAMinute, FourAMinute)
def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse("done")


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def statuses(method: str, count: int, address: str = "10.0.0.1") -> list[int]:
    found = []
    for _ in range(count):
        request = RequestFactory().generic(method, "/", REMOTE_ADDR=address)
        request.user = AnonymousUser()
        found.append(page(request).status_code)
    return found


def test_third_post_of_a_minute_is_refused_and_says_when_to_come_back() -> None:
    assert statuses("POST", 2) == [200, 200]

    request = RequestFactory().post("/", REMOTE_ADDR="10.0.0.1")
    request.user = AnonymousUser()
    refused = page(request)

    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert f"{refused.headers['Retry-After']} seconde" in refused.content.decode()


def test_reading_is_free() -> None:
    assert statuses("GET", 9) == [200] * 9
    assert statuses("POST", 1) == [200]


def test_each_address_has_its_own_count_and_all_share_the_site_s() -> None:
    assert statuses("POST", 3, "10.0.0.1") == [200, 200, 429]
    assert statuses("POST", 2, "10.0.0.2") == [200, 200]
    assert statuses("POST", 1, "10.0.0.3") == [429]


def test_address_written_by_the_sender_changes_nothing() -> None:
    found = []
    for number in range(3):
        request = RequestFactory().post("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=f"1.2.3.{number}")
        request.user = AnonymousUser()
        found.append(page(request).status_code)

    assert found == [200, 200, 429]
