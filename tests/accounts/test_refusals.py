"""Responses to attempts beyond a limit."""

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.refusals import TooManyTries, TooManyTriesMiddleware, count_wrong_link
from common.requests.limits import LIMITS, By, Limit

MINUTE_BEGINS = 1_800_000_000.0


@time_machine.travel(MINUTE_BEGINS, tick=False)
def test_a_view_without_a_form_is_answered_with_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "wrong-link", (Limit(By.ADDRESS, 1, 60),))
    request = RequestFactory().post("/", REMOTE_ADDR="10.0.0.1")
    request.user = AnonymousUser()
    count_wrong_link(request)
    with pytest.raises(TooManyTries) as refused:
        count_wrong_link(request)

    page = TooManyTriesMiddleware(lambda _request: HttpResponse()).process_exception(request, refused.value)

    assert page is not None
    assert (page.status_code, page.headers["Retry-After"]) == (429, "61")
    assert "61 secondes" in page.content.decode()
