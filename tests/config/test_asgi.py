"""Answers of the site as the web server gets them."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from config.asgi import LARGEST_PART, Site

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "http",
    "path": "/",
    "query_string": b"",
    "root_path": "",
    "headers": [(b"content-length", b"4")],
    "client": ("127.0.0.1", 1),
    "server": ("127.0.0.1", 2),
}
Environ = dict[str, Any]


def ask(site: Callable[[Environ, Any], Iterable[bytes]]) -> list[dict[str, Any]]:
    """The messages of an answer to a post of "line"."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"line", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Site(site, workers=1)(SCOPE, receive, send))  # type: ignore[arg-type]
    return sent


def test_an_answer_in_parts_is_sent_as_its_head_and_one_body() -> None:
    def site(environ: Environ, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"a", environ["wsgi.input"].read(), b"b"]

    head, body = ask(site)

    assert (head["type"], head["status"]) == ("http.response.start", 200)
    assert head["headers"] == [(b"content-type", b"text/plain")]
    assert body == {"type": "http.response.body", "body": b"alineb", "more_body": False}


def test_an_empty_answer_has_its_end() -> None:
    def site(environ: Environ, start_response: Any) -> Iterable[bytes]:
        start_response("204 No Content", [])
        return []

    head, body = ask(site)

    assert (head["status"], body["body"], body["more_body"]) == (204, b"", False)


@pytest.mark.parametrize("size", [1000, LARGEST_PART + 1])
def test_a_download_is_sent_as_it_is_read_and_whole(size: int) -> None:
    parts = [bytes([65 + number % 26]) * size for number in range(300)]

    def site(environ: Environ, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        yield from parts

    _head, *bodies = ask(site)

    assert b"".join(body["body"] for body in bodies) == b"".join(parts)
    assert len(bodies) > 1
    assert [body["more_body"] for body in bodies] == [True] * (len(bodies) - 1) + [False]


def test_a_site_that_breaks_down_says_so() -> None:
    def site(environ: Environ, start_response: Any) -> Iterable[bytes]:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        ask(site)
