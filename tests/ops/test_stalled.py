"""Phones that begin to send and never end leave a laptop's site its threads."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.cookies import SimpleCookie
from urllib.request import urlopen

import pytest

from tests.processes import Laptop, Server

HALF_A_POST = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nabc"
FOUR_TIMES = 16
"""Several for each thread of the site."""


@pytest.fixture
def server(laptop: Laptop) -> Server:
    return laptop.server


@pytest.fixture
def send(server: Server) -> Iterator[Callable[[str], socket.socket]]:
    """`send(text)` on a connection of its own, held until the test is over."""
    with ExitStack() as connections:

        def connect(text: str) -> socket.socket:
            connection = connections.enter_context(
                socket.create_connection(("127.0.0.1", server.port), timeout=30)
            )
            connection.sendall(text.encode())
            return connection

        yield connect


def status(server: Server, path: str) -> int:
    with urlopen(f"http://localhost:{server.port}{path}", timeout=5) as response:
        return int(response.status)


def head_of_a_form(server: Server) -> str:
    """Return the head of a post to the sign-in page, with the token and the cookie of a new visitor."""
    with urlopen(f"http://localhost:{server.port}/connexion/", timeout=5) as response:
        cookies = SimpleCookie("; ".join(response.headers.get_all("Set-Cookie") or ()))
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', response.read().decode())
    assert token is not None
    return (
        "POST /connexion/ HTTP/1.1\r\nHost: localhost\r\n"
        f"Cookie: csrftoken={cookies['csrftoken'].value}\r\nX-CSRFToken: {token[1]}\r\n"
    )


def test_half_sent_posts_leave_the_site_its_threads(
    server: Server, send: Callable[[str], socket.socket]
) -> None:
    head = head_of_a_form(server)

    stalled = [send(head + HALF_A_POST) for _ in range(FOUR_TIMES)]

    assert [status(server, path) for path in ("/healthz", "/", "/regles/")] == [200] * 3
    assert stalled[0].recv(64).startswith(b"HTTP/1.1 408 ")
