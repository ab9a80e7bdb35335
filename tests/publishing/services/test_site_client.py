"""Addresses of sites as people type them, and answers that are none of a site."""

from ssl import SSLCertVerificationError
from types import SimpleNamespace
from urllib.error import URLError
from urllib.request import Request

import pytest

from common.errors import AppError
from common.web_server.request_bodies import LEAST_RATE
from publishing.services import site_client
from publishing.services.site_client import (
    ANSWER_SECONDS,
    PAGE_SECONDS,
    SiteRefusal,
    ask_site,
    asking_for_page,
    clean_address,
    send,
)

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("tarot.example", "https://tarot.example/"),
        (" https://tarot.example ", "https://tarot.example/"),
        ("https://tarot.example:8443/club/", "https://tarot.example:8443/club/"),
        ("http://localhost:8000", "http://localhost:8000/"),
        ("http://192.168.1.20:8000/", "http://192.168.1.20:8000/"),
        ("http://[::1]:8000", "http://[::1]:8000/"),
    ],
)
def test_address_is_read_as_in_a_browser(typed: str, address: str) -> None:
    assert clean_address(typed) == address


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "address_malformed"),
        ("ftp://tarot.example", "address_malformed"),
        ("https://tarot.example/?a=1", "address_malformed"),
        ("https://tarot.example:port", "address_malformed"),
        ("https://[tarot", "address_malformed"),
        ("http://tarot.example", "address_open"),
        ("http://93.184.216.34", "address_open"),
    ],
)
def test_address_that_is_none_is_refused_at_its_field(typed: str, code: str) -> None:
    with pytest.raises(AppError) as refusal:
        clean_address(typed)

    assert refusal.value.code == code
    assert "address" in refusal.value.fields


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (200, b"<html>", "site_without_etui"),
        (200, b"[]", "site_without_etui"),
        (301, b"", "site_without_etui"),
        (404, b"<html>", "site_without_etui"),
        (404, b'{"code": "not_found", "message": "an older version"}', "site_without_etui"),
        (502, b"<html>", "site_unreachable"),
        (503, b"", "site_unreachable"),
    ],
)
def test_answer_of_something_else_is_told(
    monkeypatch: pytest.MonkeyPatch, status: int, body: bytes, code: str
) -> None:
    monkeypatch.setattr(site_client, "send", lambda request: (status, body))

    with pytest.raises(AppError, match=code):
        ask_site("https://tarot.example/", "GET", "events/")


def test_refusal_of_the_site_keeps_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    body = b'{"code": "code_expired", "message": "Ce code...", "fields": {}, "extra": {"a": 1}}'
    monkeypatch.setattr(site_client, "send", lambda request: (400, body))

    with pytest.raises(SiteRefusal) as refusal:
        ask_site("https://tarot.example/", "GET", "events/")

    assert (refusal.value.code, refusal.value.extra) == ("code_expired", {"a": 1})


def test_machine_that_does_not_answer_is_told() -> None:
    with pytest.raises(AppError, match="site_unreachable"):
        site_client.send(Request("http://127.0.0.1:9/"))


def test_refused_certificate_points_to_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(request: Request, timeout: float) -> None:
        raise URLError(SSLCertVerificationError("certificate is not yet valid"))

    monkeypatch.setattr(site_client, "build_opener", lambda handler: SimpleNamespace(open=refuse))

    with pytest.raises(AppError) as refusal:
        ask_site("https://tarot.example/", "GET", "events/")

    assert refusal.value.code == "site_certificate"
    assert "la date et l’heure de cet ordinateur" in str(refusal.value.message)


def test_large_body_has_the_time_that_the_site_leaves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []

    def note(request: Request, timeout: float) -> None:
        seconds.append(timeout)
        raise URLError("slow")

    monkeypatch.setattr(site_client, "build_opener", lambda handler: SimpleNamespace(open=note))
    for size in (0, 20):
        with pytest.raises(AppError, match="site_unreachable"):
            send(Request("https://tarot.example/", data=bytes(size * LEAST_RATE), method="POST"))

    with asking_for_page(), pytest.raises(AppError):
        send(Request("https://tarot.example/", data=bytes(20 * LEAST_RATE), method="POST"))
    assert seconds == [ANSWER_SECONDS, ANSWER_SECONDS + 20, PAGE_SECONDS]
