"""Responses of a site in threads: complete for slow clients; costly requests stay in their lane."""

import asyncio
import fcntl
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.signals import got_request_exception

from common.web_server import deadlines, site_threads
from common.web_server.site_threads import Caller, Lane, OpenLane
from common.web_server.spools import IN_MEMORY
from tests.processes import wait_until
from tests.web_server import ANY, ROOM, Wire, read_answer, request, serving

LANE = Lane("slow", ANY, threads=1, waiting=2, of_address=3)
FILE = bytes(range(256)) * 4096
HUGE = bytes(2 * ROOM)
THREADS = 2
STATUSES = {"/empty/": "204 No Content", "/too-often/": "429 Too Many Requests"}


class Pages:
    """Site with a page for each test; `gate` releases the slow ones."""

    def __init__(self, folder: Path) -> None:
        self.gate = threading.Event()
        self.closed: list[str] = []
        self._file = folder / "file"
        self._file.write_bytes(FILE)
        self._huge = folder / "huge"
        self._huge.write_bytes(HUGE)
        self._pages: dict[str, Callable[[dict[str, Any]], Iterable[bytes]]] = {
            "/": lambda environ: [b"a", b"", b"b"],
            "/empty/": lambda environ: [],
            "/too-often/": lambda environ: [b"wait"],
            "/slow/": self._slow,
            "/stuck/": self._stuck,
            "/file/": lambda environ: environ["wsgi.file_wrapper"](self._file.open("rb")),
            "/middle/": self._middle,
            "/huge/": lambda environ: environ["wsgi.file_wrapper"](self._huge.open("rb")),
            "/large/": lambda environ: (bytes([65 + number]) * 50_000 for number in range(6)),
            "/too-large/": lambda environ: (b"a" * IN_MEMORY for _ in range(2 * ROOM // IN_MEMORY)),
            "/hungry/": self._hungry,
            "/hungry-for-django/": self._hungry_for_django,
            "/broken/": lambda environ: [b"a", 1 / 0],  # type: ignore[list-item]
        }

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        parts = self._pages[environ["PATH_INFO"]](environ)
        start_response(STATUSES.get(environ["PATH_INFO"], "200 OK"), [("X-Own", " 1 ")])
        return parts

    def _slow(self, environ: dict[str, Any]) -> Iterable[bytes]:
        self.gate.wait(10)
        return [b"slow"]

    def _stuck(self, environ: dict[str, Any]) -> Iterable[bytes]:
        while not self.gate.is_set():
            time.sleep(0.01)
        return [b"late"]

    def _middle(self, environ: dict[str, Any]) -> Iterable[bytes]:
        file = self._file.open("rb")
        file.read(1000)
        wrapped: Iterable[bytes] = environ["wsgi.file_wrapper"](file)
        return wrapped

    def _hungry(self, environ: dict[str, Any]) -> Iterable[bytes]:
        raise MemoryError

    def _hungry_for_django(self, environ: dict[str, Any]) -> Iterable[bytes]:
        try:
            raise MemoryError
        except MemoryError:
            got_request_exception.send(sender=None)
        return [b"a page for a failure"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Wire, Pages]]:
    pages = Pages(tmp_path_factory.mktemp("files"))
    with serving(pages, tmp_path_factory.mktemp("spools"), lanes=(LANE,), threads=THREADS) as wire:
        yield wire, pages
        pages.gate.set()


@pytest.fixture
def pages(served: tuple[Wire, Pages]) -> Pages:
    served[1].gate.clear()
    return served[1]


@pytest.fixture
def wire(served: tuple[Wire, Pages]) -> Iterator[Wire]:
    yield served[0]
    served[1].gate.set()
    served[0].hang_up()


def test_answer_in_parts_is_sent_in_one_piece_with_its_length(wire: Wire) -> None:
    status, head, body = wire.ask(request("GET"))

    assert (status, body) == (200, b"ab")
    assert ("content-length: 2" in head, "x-own: 1\r" in head) == (True, True)


def test_answer_without_a_body_has_none(wire: Wire) -> None:
    connection = wire.connect(request("GET", "/empty/") + request("GET"))

    status, head, _body = read_answer(connection)

    assert (status, "content-length" in head, "transfer-encoding" in head) == (204, False, False)
    assert read_answer(connection)[2] == b"ab"


@pytest.mark.parametrize(
    ("path", "whole"),
    [
        pytest.param(
            "/large/", b"".join(bytes([65 + number]) * 50_000 for number in range(6)), id="computed"
        ),
        pytest.param("/middle/", FILE[1000:], id="file from where it stands"),
        pytest.param("/huge/", HUGE, id="file larger than the room for computed responses"),
    ],
)
def test_large_answer_arrives_whole(wire: Wire, path: str, whole: bytes) -> None:
    connection = wire.connect(request("GET", path, Connection="close"))

    received = b"".join(iter(lambda: connection.recv(65536), b""))

    head, _end, body = received.partition(b"\r\n\r\n")
    assert (whole if b"content-length" in head else _unchunked(body)) == whole
    if b"content-length" in head:
        assert body == whole
    assert wait_until(lambda: wire.room.taken == 0)


def _unchunked(body: bytes) -> bytes:
    parts = []
    while body:
        size, _end, body = body.partition(b"\r\n")
        parts.append(body[: int(size, 16)])
        body = body[int(size, 16) + 2 :]
    return b"".join(parts)


def test_answers_that_nobody_reads_leave_the_threads_free(wire: Wire) -> None:
    for path in ("/file/", "/large/"):
        for _ in range(2 * THREADS):
            wire.connect(request("GET", path) * 12)

    assert [wire.ask(request("GET"))[2] for _ in range(5)] == [b"ab"] * 5


def test_answer_too_large_for_what_is_on_its_way_is_refused(wire: Wire) -> None:
    status, head, _body = wire.ask(request("GET", "/too-large/"))

    assert (status, "retry-after: 5" in head) == (503, True)
    assert wait_until(lambda: wire.room.taken == 0)


@pytest.mark.parametrize("path", ["/hungry/", "/hungry-for-django/"])
def test_request_that_wants_too_much_memory_is_told_so(wire: Wire, path: str) -> None:
    status, head, body = wire.ask(request("GET", path))

    assert (status, "retry-after: 5" in head) == (503, True)
    assert "trop de place en mémoire" in body.decode()
    assert wire.ask(request("GET"))[2] == b"ab"


def test_site_that_breaks_down_says_so(wire: Wire) -> None:
    assert wire.ask(request("GET", "/broken/"))[0] == 500
    assert wire.ask(request("GET"))[2] == b"ab"


def test_full_lane_refuses_and_leaves_the_others_alone(
    wire: Wire, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_threads, "REFUSAL_DELAY", 0.05)
    waiting = [wire.connect(request("GET", "/slow/")) for _ in range(LANE.threads + LANE.waiting)]

    status, head, body = wire.ask(request("POST", "/slow/"))

    assert (status, "retry-after: 5" in head) == (503, True)
    assert "Attendez quelques secondes" in body.decode()
    assert [wire.ask(request("GET"))[2] for _ in range(5)] == [b"ab"] * 5
    pages.gate.set()
    assert [read_answer(connection)[2] for connection in waiting] == [b"slow"] * 3


def test_request_that_writes_does_not_wait_behind_all_that_read(tmp_path: Path) -> None:
    gate, methods = threading.Event(), list[str]()

    def site(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        methods.append(environ["REQUEST_METHOD"])
        gate.wait(10)
        start_response("200 OK", [])
        return [b"done"]

    with serving(site, tmp_path, threads=THREADS) as wire:
        readers = [wire.connect(request("GET")) for _ in range(20)]
        time.sleep(0.2)  # in which they come to wait
        writer = wire.connect(request("POST"))
        time.sleep(0.2)
        gate.set()
        answers = [read_answer(connection)[2] for connection in [writer, *readers]]

    assert answers == [b"done"] * 21
    assert methods.index("POST") == THREADS


def test_one_address_takes_no_more_than_its_places(
    tmp_path: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_threads, "REFUSAL_DELAY", 0.0)
    shared = Lane("slow", ANY, threads=1, waiting=5, of_address=1)
    with serving(pages, tmp_path, lanes=(shared,)) as wire:
        waiting = [wire.connect(request("GET", "/slow/")) for _ in range(2)]
        time.sleep(0.1)

        assert wire.ask(request("GET", "/slow/"))[0] == 503
        other_client = socket.create_connection(("127.0.0.1", wire.port), 10, source_address=("127.0.0.2", 0))
        with other_client:
            other_client.sendall(request("GET", "/slow/").encode())
            pages.gate.set()
            assert read_answer(other_client)[2] == b"slow"
            assert [read_answer(connection)[0] for connection in waiting] == [200, 200]


async def _full_lane_with_an_ended_request(lane: OpenLane, caller: Caller) -> None:
    """Take the thread of a lane, fill its queue from one address, and end one of its requests."""
    await lane.enter(Caller("192.0.2.1"))
    waiting = [asyncio.create_task(lane.enter(caller)) for _ in range(lane.lane.waiting)]
    await asyncio.sleep(0)  # they queue
    waiting[-1].cancel()


@pytest.mark.parametrize("is_shared", [True, False])
def test_thread_is_not_lost_to_a_request_that_ended_while_it_waited(is_shared: bool) -> None:
    lane = OpenLane(replace(LANE, waiting=1, is_shared=is_shared))

    async def leave_and_enter() -> None:
        await _full_lane_with_an_ended_request(lane, Caller("192.0.2.2"))
        lane.leave()
        await lane.enter(Caller("192.0.2.3"))
        lane.leave()
        await asyncio.sleep(0)  # the ended one is taken off the queue
        await lane.enter(Caller("192.0.2.4"))

    asyncio.run(asyncio.wait_for(leave_and_enter(), 10))


@pytest.mark.parametrize("is_shared", [True, False])
def test_request_that_ended_takes_no_place_in_a_queue(is_shared: bool) -> None:
    lane = OpenLane(replace(LANE, is_shared=is_shared))

    async def enter_full_lane() -> None:
        await _full_lane_with_an_ended_request(lane, Caller("192.0.2.2"))
        loop = asyncio.get_running_loop()
        loop.call_soon(lane.leave)
        loop.call_soon(lane.leave)
        await lane.enter(Caller("192.0.2.3"))

    asyncio.run(asyncio.wait_for(enter_full_lane(), 10))


def test_lane_waits_for_another_process_at_work_in_it(tmp_path: Path, pages: Pages) -> None:
    pages.gate.set()
    with (
        serving(pages, tmp_path, lanes=(LANE,)) as wire,
        open(tmp_path / "slow.lock", "a", encoding="ascii") as lock,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = wire.connect(request("GET", "/slow/"))
        waiting.settimeout(0.2)

        with pytest.raises(TimeoutError):
            waiting.recv(1)
        assert wire.ask(request("GET"))[2] == b"ab"

        fcntl.flock(lock, fcntl.LOCK_UN)
        waiting.settimeout(10)
        assert read_answer(waiting)[2] == b"slow"


def test_lane_rests_for_as_long_as_an_answer_took(tmp_path: Path, pages: Pages) -> None:
    resting = replace(LANE, rests=True)
    with (
        serving(pages, tmp_path, lanes=(resting,)) as resting_site,
        serving(pages, tmp_path, lanes=(resting,)) as usual_site,
    ):
        working = resting_site.connect(request("GET", "/slow/"))
        time.sleep(0.5)
        pages.gate.set()
        assert read_answer(working)[2] == b"slow"

        assert _answered_late(usual_site, "/slow/") == 200
        assert usual_site.ask(request("GET"))[2] == b"ab"


def test_rest_has_an_end_when_the_clock_is_put_back(
    tmp_path: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_threads, "LONGEST_REST", 0.3)
    pages.gate.set()
    tomorrow = time.time() + 86400
    with serving(pages, tmp_path, lanes=(replace(LANE, rests=True),)) as wire:
        (tmp_path / "slow.lock").touch()
        os.utime(tmp_path / "slow.lock", (tomorrow, tomorrow))

        assert _answered_late(wire, "/slow/") == 200


def test_refusal_of_a_full_lane_takes_a_moment(
    wire: Wire, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_threads, "REFUSAL_DELAY", 0.5)
    for _ in range(LANE.threads + LANE.waiting):
        wire.connect(request("GET", "/slow/"))

    assert _answered_late(wire, "/slow/") == 503


def test_refusal_by_a_limit_takes_a_moment_and_no_thread(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_threads, "REFUSAL_DELAY", 0.5)
    for _ in range(THREADS):
        wire.connect(request("GET", "/too-often/"))

    assert wire.ask(request("GET"))[2] == b"ab"
    assert _answered_late(wire, "/too-often/") == 429


def _answered_late(wire: Wire, path: str) -> int:
    """The status of an answer that was not there after a fifth of a second."""
    asking = wire.connect(request("GET", path))
    asking.settimeout(0.2)
    with pytest.raises(TimeoutError):
        asking.recv(1)
    asking.settimeout(10)
    return read_answer(asking)[0]


def test_request_that_takes_too_long_is_answered_while_its_thread_goes_on(
    wire: Wire, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_threads, "RESPONSE_SECONDS", 0.2)
    monkeypatch.setattr(deadlines, "RESCUE_SECONDS", 0.0)
    stuck = [wire.connect(request("GET", "/stuck/")) for _ in range(THREADS)]

    answers = [read_answer(connection) for connection in stuck]

    assert [(status, "prenait trop de temps" in body.decode()) for status, _, body in answers] == [
        (503, True)
    ] * THREADS
    beyond_rescue = deadlines.find_stuck()
    assert beyond_rescue is not None
    assert beyond_rescue.name == "GET /stuck/"
    pages.gate.set()
    assert wait_until(lambda: deadlines.find_stuck() is None)
    assert wire.ask(request("GET"))[2] == b"ab"


def test_request_given_up_while_another_process_is_in_its_lane_frees_its_thread(
    tmp_path: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_threads, "RESPONSE_SECONDS", 0.2)
    monkeypatch.setattr(deadlines, "RESCUE_SECONDS", 0.0)
    with (
        serving(pages, tmp_path, lanes=(LANE,)) as wire,
        open(tmp_path / "slow.lock", "a", encoding="ascii") as lock,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)

        assert wire.ask(request("GET", "/slow/"))[0] == 503
        assert wait_until(lambda: deadlines.find_stuck() is None)


def test_request_given_up_before_its_turn_is_never_asked(
    wire: Wire, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_threads, "RESPONSE_SECONDS", 0.2)
    waiting = [wire.connect(request("GET", "/slow/")) for _ in range(LANE.threads + LANE.waiting)]

    assert [read_answer(connection)[0] for connection in waiting] == [503] * 3
    pages.gate.set()
    monkeypatch.undo()
    assert wire.ask(request("GET", "/slow/"))[2] == b"slow"


def test_file_that_is_sent_is_closed(wire: Wire) -> None:
    open_files = len(os.listdir("/proc/self/fd"))

    for _ in range(3):
        wire.connect(request("GET", "/file/", Connection="close"))
    wire.hang_up()

    assert wait_until(lambda: len(os.listdir("/proc/self/fd")) <= open_files)


def test_lane_goes_on_where_no_file_can_be_made(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (tmp_path / "file").touch()
    pages = Pages(tmp_path_factory.mktemp("more files"))
    pages.gate.set()

    with serving(pages, tmp_path / "file" / "no folder", lanes=(LANE,), threads=THREADS) as wire:
        assert wire.ask(request("GET", "/slow/"))[2] == b"slow"
