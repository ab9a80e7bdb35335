"""Idle connections: closed in time without a request, kept open for a hall after one."""

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from common.web_server import connections
from common.web_server.connections import END_OF_STREAM, LARGEST_HEAD, MOST_PIPELINED, PatientProtocol
from tests.processes import wait_until
from tests.web_server import Wire, read_answer, request, serving

LARGE = 20 * 1024 * 1024
HALF_A_HEAD = "GET / HTTP/1.1\r\nHost: local"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    folder: Path = tmp_path_factory.mktemp("files")
    (folder / "large").write_bytes(b"a" * LARGE)

    def site(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/headers/":
            start_response("200 OK", [])
            return [",".join(sorted(name for name in environ if name.startswith("HTTP_"))).encode()]
        start_response(
            "200 OK", [("Content-Length", str(LARGE))] if environ["PATH_INFO"] == "/large/" else []
        )
        if environ["PATH_INFO"] == "/large/":
            file: Iterable[bytes] = environ["wsgi.file_wrapper"]((folder / "large").open("rb"))
            return file
        return [b"ok"]

    with serving(site, folder) as wire:
        yield wire


@pytest.fixture
def wire(served: Wire, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    monkeypatch.setattr(connections, "LOOK_TICKS", 1)
    yield served
    served.hang_up()


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param("", id="nothing"),
        pytest.param("\r\n", id="an empty line"),
        pytest.param(HALF_A_HEAD, id="half a head"),
    ],
)
def test_connection_without_a_whole_head_is_ended(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    wire.connect(sent)
    assert wait_until(lambda: wire.connection_count == 1)

    assert wait_until(lambda: wire.connection_count == 0, 3)


@pytest.mark.parametrize("sent", ["\r\n", HALF_A_HEAD])
def test_connection_that_has_asked_and_begins_without_end_is_ended(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    connection = wire.connect(request("GET"))
    assert read_answer(connection)[2] == b"ok"

    connection.sendall(sent.encode())

    assert wait_until(lambda: wire.connection_count == 0, 3)


def test_head_that_drips_is_ended_too(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    connection = wire.connect(HALF_A_HEAD)

    def drip() -> bool:
        try:
            connection.sendall(b"a")
        except OSError:
            return True
        return False

    assert wait_until(drip, 3)


def test_connection_that_has_asked_may_wait(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    phones = [wire.connect(request("GET")) for _ in range(20)]
    assert [read_answer(phone)[2] for phone in phones] == [b"ok"] * 20

    # Only now: a busy machine may take longer than that to read twenty heads.
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    monkeypatch.setattr(connections, "YOUNG", 0.0)
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 2)
    time.sleep(0.5)

    for phone in phones:
        phone.sendall(request("GET").encode())
    assert [read_answer(phone)[2] for phone in phones] == [b"ok"] * 20


def test_oldest_of_too_many_connections_without_a_head_are_ended(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "YOUNG", 0.0)
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 3)
    idle = [wire.connect(HALF_A_HEAD) for _ in range(10)]

    assert wait_until(lambda: wire.connection_count == 3)

    idle[-1].sendall(b"host\r\n\r\n")
    assert read_answer(idle[-1])[2] == b"ok"


def test_head_without_bounds_is_refused(wire: Wire) -> None:
    connection = wire.connect(HALF_A_HEAD)
    connection.sendall(b"a" * (LARGEST_HEAD + 1))

    assert connection.recv(100).startswith(b"HTTP/1.1 431 ")


CHUNKED = request("POST", "/", Transfer_Encoding="chunked")


@pytest.mark.parametrize(
    ("begun", "goes_on"),
    [
        pytest.param(CHUNKED + "1\r\na\r\n0\r\n", "A: b\r\n", id="trailers"),
        pytest.param(CHUNKED + "1\r\na\r\n0\r\nA: ", "b", id="one trailer"),
        pytest.param(CHUNKED + "1\r\na\r\n0\r\n", "A", id="name of a trailer"),
        pytest.param(CHUNKED + "1;", "a", id="extension of a chunk"),
        pytest.param(CHUNKED + "1;a=", "b", id="value of an extension"),
        pytest.param(CHUNKED + "0;", "a", id="extension of the last chunk"),
        pytest.param(CHUNKED + "1\r\na\r\n", "0", id="size of a chunk"),
        pytest.param(request("GET") + HALF_A_HEAD, "a", id="head of the next request"),
        pytest.param(CHUNKED + "0\r\n\r\n" + HALF_A_HEAD, "a", id="head after a chunked body"),
        pytest.param(request("GET", "/large/") + HALF_A_HEAD, "a", id="head during an answer"),
    ],
)
def test_what_is_no_content_of_a_body_has_a_bound(wire: Wire, begun: str, goes_on: str) -> None:
    connection = wire.connect(begun)
    sent_bytes, most = 0, 16 * LARGEST_HEAD
    part = (goes_on * LARGEST_HEAD)[:LARGEST_HEAD].encode()

    try:
        while sent_bytes < most:
            connection.sendall(part)
            sent_bytes += len(part)
            time.sleep(0.01)
    except (BrokenPipeError, ConnectionResetError):
        pass

    assert sent_bytes < most
    assert wait_until(lambda: wire.connection_count == 0, 5)


def test_trailers_without_bounds_are_refused_in_words(wire: Wire) -> None:
    connection = wire.connect(CHUNKED + "1\r\na\r\n0\r\nA: ")
    time.sleep(0.1)  # what comes together with a part of the body is not counted
    connection.sendall(b"a" * (LARGEST_HEAD + 1))

    assert connection.recv(100).startswith(b"HTTP/1.1 431 ")


def test_trailers_do_not_become_headers(wire: Wire) -> None:
    chunked = request("POST", "/headers/", Transfer_Encoding="chunked")

    status, _head, body = wire.ask(chunked + "1\r\na\r\n0\r\nX-Forwarded-Host: elsewhere\r\n\r\n")

    assert (status, body) == (200, b"HTTP_HOST")


def test_body_in_many_small_chunks_arrives(wire: Wire) -> None:
    chunks = "1;extension=value\r\na\r\n" * 20_000

    assert wire.ask(CHUNKED + chunks + "0\r\n\r\n")[2] == b"ok"


def test_requests_without_end_before_an_answer_are_refused(wire: Wire) -> None:
    connection = wire.connect(request("GET") * (MOST_PIPELINED + 5))

    with pytest.raises(ConnectionResetError):
        connection.recv(65536)


def test_answer_that_is_not_read_is_given_up(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READING_SECONDS", 0.3)
    wire.connect(request("GET", "/large/"))
    assert wait_until(lambda: wire.connection_count == 1)

    assert wait_until(lambda: wire.connection_count == 0, 5)


def test_answer_that_is_read_slowly_arrives_whole(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READING_SECONDS", 0.3)
    connection = wire.connect(request("GET", "/large/", Connection="close"))
    received = 0

    while part := connection.recv(1024 * 1024):
        received += len(part)
        time.sleep(0.02)

    assert received > LARGE


def test_longest_idle_connections_leave_files_for_the_site(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = []
    for _ in range(6):
        phones.append(wire.connect(request("GET")))
        read_answer(phones[-1])

    monkeypatch.setattr(connections, "most_connections", lambda: 4)

    assert wait_until(lambda: wire.connection_count == 4)
    phones[-1].sendall(request("GET").encode())
    assert read_answer(phones[-1])[2] == b"ok"


def test_a_server_that_stops_ends_the_streams_under_way() -> None:
    ended: list[bool] = []
    connection = object.__new__(PatientProtocol)
    connection.cycle = SimpleNamespace(response_complete=False, keep_alive=True)  # type: ignore[assignment]
    connection.scope = {END_OF_STREAM: lambda: ended.append(True)}  # type: ignore[typeddict-item, typeddict-unknown-key]

    connection.shutdown()

    assert ended == [True]
    assert not connection.cycle.keep_alive
