"""Network address of the client of a request."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from common.requests.callers import client_address, remember_client_address


def test_address_is_known_while_the_request_is_answered(rf: RequestFactory) -> None:
    addresses: list[str | None] = []

    def site(request: HttpRequest) -> HttpResponse:
        addresses.append(client_address())
        return HttpResponse()

    remember_client_address(site)(rf.get("/", REMOTE_ADDR="192.0.2.7"))

    assert addresses == ["192.0.2.7"]
    assert client_address() is None


def test_address_is_forgotten_when_the_request_fails(rf: RequestFactory) -> None:
    def site(request: HttpRequest) -> HttpResponse:
        raise KeyError

    with pytest.raises(KeyError):
        remember_client_address(site)(rf.get("/"))

    assert client_address() is None
