"""Bodies over the wire: whole ones reach the site, others are refused or forgotten without it."""

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from common.web_server import request_bodies
from common.web_server.policy import Policy
from common.web_server.spools import IN_MEMORY
from tests.processes import wait_until
from tests.web_server import ROOM, Wire, read_answer, request, serving

LARGEST = 100_000
SIZES = {"photo": 300_000, "api": 1000}


def policy_of(scope: Any) -> Policy:
    return Policy(max_body=SIZES.get(scope["path"].split("/")[1], LARGEST))


class Echo:
    """Site that returns the request's body, and counts its requests."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.asked.append(environ["REQUEST_METHOD"])
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [f"{len(body)} ".encode(), body[:10]]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Wire, Echo]]:
    echo = Echo()
    with serving(echo, tmp_path_factory.mktemp("spools"), policy_of=policy_of) as wire:
        yield wire, echo


@pytest.fixture
def echo(served: tuple[Wire, Echo]) -> Echo:
    served[1].asked.clear()
    return served[1]


@pytest.fixture
def wire(served: tuple[Wire, Echo]) -> Iterator[Wire]:
    yield served[0]
    served[0].hang_up()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "PATIENCE", 0.3)


def chunked(*parts: str) -> str:
    return "".join(f"{len(part):x}\r\n{part}\r\n" for part in (*parts, ""))


@pytest.mark.parametrize(
    ("sent", "echoed"),
    [
        pytest.param(request("GET"), b"0 ", id="no body"),
        pytest.param(request("GET", body="abc"), b"3 abc", id="get with a body"),
        pytest.param(request("POST", Content_Length="0"), b"0 ", id="empty post"),
        pytest.param(request("POST", body="abc"), b"3 abc", id="post"),
        pytest.param(request("POST", body="a" * LARGEST), b"100000 aaaaaaaaaa", id="largest post"),
        pytest.param(
            request("POST", "/photo/", body="a" * 300_000),
            b"300000 aaaaaaaaaa",
            id="largest of a larger address",
        ),
        pytest.param(
            request("POST", Transfer_Encoding="chunked") + chunked("abc", "defg"), b"7 abcdefg", id="chunks"
        ),
        pytest.param(request("HEAD"), b"", id="head"),
    ],
)
def test_whole_body_reaches_the_site(wire: Wire, sent: str, echoed: bytes) -> None:
    connection = wire.connect(sent)

    status, _head, body = read_answer(connection) if not sent.startswith("HEAD") else (200, "", b"")

    assert (status, body) == (200, echoed)
    assert wait_until(lambda: wire.room.taken == 0)


def test_head_says_how_long_an_answer_would_be(wire: Wire) -> None:
    connection = wire.connect(request("HEAD") + request("GET"))

    received = b""
    while not received.endswith(b"0 "):
        received += connection.recv(4096)

    assert received.count(b"HTTP/1.1 200 OK") == 2
    assert received.count(b"content-length: 2\r\n") == 2


def test_client_that_waits_for_leave_to_send_gets_it(wire: Wire) -> None:
    connection = wire.connect(request(Expect="100-continue", Content_Length="3"))

    assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.sendall(b"abc")

    assert read_answer(connection)[::2] == (200, b"3 abc")


def test_client_that_waits_for_leave_to_send_too_much_is_refused_first(wire: Wire, echo: Echo) -> None:
    status, head, _body = wire.ask(request(Expect="100-continue", Content_Length=str(LARGEST + 1)))

    assert (status, "connection: close" in head, echo.asked) == (413, True, [])


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(request(Content_Length=str(LARGEST + 1)), id="announced"),
        pytest.param(request(body="a" * (LARGEST + 1)), id="sent"),
        pytest.param(request(Transfer_Encoding="chunked") + chunked(*["a" * 30_000] * 4), id="in chunks"),
        pytest.param(request("GET", body="a" * (LARGEST + 1)), id="with a get"),
        pytest.param(request("POST", "/api/v1/", body="a" * 1001), id="to the api"),
    ],
)
def test_body_too_large_is_refused_without_the_site(wire: Wire, echo: Echo, sent: str) -> None:
    status, head, body = wire.ask(sent)

    assert (status, "connection: close" in head, echo.asked) == (413, True, [])
    assert body
    assert wait_until(lambda: wire.room.taken == 0)


def test_refusal_is_a_page_in_the_language_of_who_asks(wire: Wire) -> None:
    _status, head, body = wire.ask(request(body="a" * (LARGEST + 1)))

    assert "content-type: text/html; charset=utf-8" in head
    assert "Choisissez un fichier plus petit" in body.decode()
    *_, english = wire.ask(request(body="a" * (LARGEST + 1), Accept_Language="en"))
    assert "Choose a smaller file" in english.decode()


def test_refusal_of_a_program_is_json(wire: Wire) -> None:
    _status, head, body = wire.ask(request("POST", "/api/v1/table/", body="a" * 1001))

    assert "content-type: application/json" in head
    content = json.loads(body)
    assert (content["code"], content["fields"], content["extra"]) == ("too_large", {}, {})
    assert "trop lourd" in content["message"]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(request(Content_Length="1000"), id="nothing"),
        pytest.param(request(Content_Length="1000") + "abc", id="three bytes of a thousand"),
        pytest.param(request(Transfer_Encoding="chunked") + "3\r\nabc\r\n", id="no last chunk"),
    ],
)
def test_body_that_does_not_come_is_given_up_without_the_site(wire: Wire, echo: Echo, sent: str) -> None:
    connection = wire.connect(sent)

    assert read_answer(connection)[0] == 408
    assert connection.recv(1) == b""
    assert echo.asked == []
    assert wait_until(lambda: wire.room.taken == 0)


@pytest.mark.usefixtures("hurried")
def test_body_that_comes_too_slowly_is_given_up(wire: Wire, echo: Echo) -> None:
    connection = wire.connect(request(Content_Length="50"))

    def drip() -> bool:
        connection.settimeout(0.05)
        try:
            connection.sendall(b"a")
            return connection.recv(1) != b"x"
        except TimeoutError:
            return False

    assert wait_until(drip, 5)
    assert echo.asked == []


def test_client_that_goes_away_is_forgotten(wire: Wire, echo: Echo) -> None:
    connection = wire.connect(request(Content_Length="1000") + "abc")
    assert wait_until(lambda: wire.room.taken == 3)

    connection.close()

    assert wait_until(lambda: (wire.room.taken, wire.connection_count) == (0, 0))
    assert echo.asked == []


@pytest.mark.parametrize("status", ["Content-Length: 3\r\nTransfer-Encoding: chunked", "Content-Length: -1"])
def test_length_that_cannot_be_is_refused(wire: Wire, echo: Echo, status: str) -> None:
    answer = wire.connect(f"POST / HTTP/1.1\r\nHost: localhost\r\n{status}\r\n\r\nabc").recv(100)

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert echo.asked == []


def test_what_follows_a_body_shorter_than_it_is_another_request(wire: Wire, echo: Echo) -> None:
    connection = wire.connect(request(Content_Length="3") + "abc" + request("GET"))

    assert read_answer(connection)[::2] == (200, b"3 abc")
    assert read_answer(connection)[::2] == (200, b"0 ")
    assert echo.asked == ["POST", "GET"]


def test_bodies_that_fill_the_room_are_refused_and_leave_it(wire: Wire, echo: Echo) -> None:
    connections = [
        wire.connect(request("POST", "/photo/", Content_Length="300000") + "a" * 290_000) for _ in range(3)
    ]
    assert wait_until(lambda: wire.room.taken == 870_000)

    status, head, _body = wire.ask(request("POST", "/photo/", body="a" * 300_000))

    assert (status, "retry-after: 5" in head, echo.asked) == (503, True, [])
    for connection in connections:
        connection.close()
    assert wait_until(lambda: wire.room.taken == 0)


def test_small_body_has_room_beside_large_ones_that_fill_it(wire: Wire, echo: Echo) -> None:
    """One stranger must not keep the results of a hall away with a few large bodies that never end."""
    sizes = (290_000, 290_000, 290_000, ROOM - 870_000)
    for size in sizes:
        wire.connect(request("POST", "/photo/", Content_Length="300000") + "a" * size)
    assert wait_until(lambda: wire.room.taken == ROOM)

    largest_small = wire.ask(request("POST", "/photo/", body="a" * IN_MEMORY))
    status, *_rest = wire.ask(request("POST", "/photo/", body="a" * (IN_MEMORY + 1)))

    assert (largest_small[0], status) == (200, 503)


def test_largest_body_of_the_address_that_sent_most_gives_way_to_another_address(
    wire: Wire, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_bodies, "YOUNG", 0.0)
    hostile = [
        wire.connect(request("POST", "/photo/", Content_Length="300000") + "a" * size)
        for size in (270_000, 290_000, 280_000)
    ]
    assert wait_until(lambda: wire.room.taken == 840_000)
    neighbour = wire.connect(request("POST", "/photo/", Content_Length="300000"), address="127.0.0.2")

    assert read_answer(hostile[1])[0] == 408
    assert wait_until(lambda: wire.room.taken == 550_000)
    neighbour.sendall(b"b" * 300_000)
    assert read_answer(neighbour)[::2] == (200, b"300000 bbbbbbbbbb")
    hostile[0].sendall(b"a" * 30_000)
    assert read_answer(hostile[0])[::2] == (200, b"300000 aaaaaaaaaa")


def test_body_that_fits_ends_no_other(wire: Wire, echo: Echo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "YOUNG", 0.0)
    large = wire.connect(request("POST", "/photo/", Content_Length="300000") + "a" * 290_000)
    assert wait_until(lambda: wire.room.taken == 290_000)

    fitting = wire.connect(request("POST", "/photo/", body="b" * 300_000), address="127.0.0.2")

    assert read_answer(fitting)[::2] == (200, b"300000 bbbbbbbbbb")
    large.sendall(b"a" * 10_000)
    assert read_answer(large)[::2] == (200, b"300000 aaaaaaaaaa")


def test_body_of_the_address_that_sends_most_is_refused_itself(
    wire: Wire, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_bodies, "YOUNG", 0.0)
    neighbour = wire.connect(
        request("POST", "/photo/", Content_Length="300000") + "b" * 200_000, address="127.0.0.2"
    )
    assert wait_until(lambda: wire.room.taken == 200_000)
    for _count in range(2):
        wire.connect(request("POST", "/photo/", Content_Length="300000") + "a" * 290_000)
    assert wait_until(lambda: wire.room.taken == 780_000)

    assert wire.ask(request("POST", "/photo/", body="a" * 300_000))[0] == 503
    neighbour.sendall(b"b" * 100_000)
    assert read_answer(neighbour)[::2] == (200, b"300000 bbbbbbbbbb")


def test_oldest_unfinished_body_of_an_address_makes_room_for_the_next(
    wire: Wire, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_bodies, "MOST_OF_ADDRESS", 2)
    monkeypatch.setattr(request_bodies, "YOUNG", 0.0)
    unfinished: list[socket.socket] = []
    for count in range(1, 4):
        unfinished.append(wire.connect(request(Content_Length="1000") + "a" * 10))
        assert wait_until(lambda known=count: wire.room.taken == 10 * min(known, 2))

    assert read_answer(unfinished[0])[0] == 408
    unfinished[2].sendall(b"a" * 990)
    assert read_answer(unfinished[2])[::2] == (200, b"1000 aaaaaaaaaa")


def test_posts_of_a_hall_at_once_all_reach_the_site(
    wire: Wire, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_bodies, "MOST_OF_ADDRESS", 2)
    phones = [wire.connect(request(Content_Length="1000")) for _ in range(30)]
    for phone in phones:
        phone.sendall(b"a" * 1000)

    assert [read_answer(phone)[0] for phone in phones] == [200] * 30


def test_large_body_lies_on_the_disk_and_leaves_nothing_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_on_disk: list[bool] = []

    def site(environ: dict[str, Any], start_response: Callable[..., None]) -> Iterable[bytes]:
        is_on_disk.append(environ["wsgi.input"].fileno() > 0)
        start_response("204 No Content", [])
        return []

    with serving(site, tmp_path, policy_of=policy_of) as wire:
        assert wire.ask(request(body="a" * LARGEST))[0] == 204
        assert wait_until(lambda: wire.room.taken == 0)

    assert is_on_disk == [True]
    assert list(tmp_path.iterdir()) == []
