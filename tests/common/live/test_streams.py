"""Streams in front of a site: listeners, topics, and the end of a stream."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from common.live import streams
from common.live.hub import Hub
from common.live.streams import Streams
from common.web_server.connections import END_OF_STREAM
from tests.common.live.alone import Alone

LONG = 10.0
ALIVE = "data: alive\n\n"


class Site:
    """Site that returns prepared responses and counts its requests."""

    def __init__(self, status: int = 204, topics: str = "table:3 event:1") -> None:
        self.asked = 0
        self._head = {"status": status, "headers": [(b"Etui-Topics", topics.encode())] if topics else []}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        await send({"type": "http.response.start", **self._head})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Reader:
    """A browser at one address."""

    def __init__(self, address: str = "10.0.0.1", query: bytes = b"tour=1&ecoute=1") -> None:
        client = (address, 5)
        self.scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/", "client": client}
        self.scope |= {"query_string": query, "headers": []}
        self.leaves = asyncio.Event()
        self.messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.messages.put_nowait(message)

    async def read(self) -> Any:
        """Return the next item: a status, or the text of a part; None at the end."""
        async with asyncio.timeout(LONG):
            message = await self.messages.get()
        if message["type"] == "http.response.start":
            return message["status"]
        return message["body"].decode() if message["more_body"] else None


@asynccontextmanager
async def opened(application: Streams, reader: Reader) -> AsyncIterator[Reader]:
    answering = asyncio.create_task(application(reader.scope, reader.receive, reader.send))
    yield reader
    reader.leaves.set()
    async with asyncio.timeout(LONG):
        await answering


def hub() -> Hub:
    return Hub(Alone())


def test_who_may_ask_listens_and_is_told_that_there_is_more() -> None:
    site, stream_hub = Site(), hub()

    async def steps() -> None:
        async with opened(Streams(site, stream_hub), Reader()) as reader:
            assert [await reader.read(), await reader.read()] == [200, ALIVE]
            stream_hub.publish("table:4")
            stream_hub.publish("table:3")
            assert await reader.read() == "data: table\n\n"
        assert stream_hub.count == 0

    asyncio.run(steps())
    assert site.asked == 1


@pytest.mark.parametrize(
    ("site", "status"),
    [
        pytest.param(Site(404, ""), 404, id="refused"),
        pytest.param(Site(404), 404, id="refused with a name"),
        pytest.param(Site(204, ""), 204, id="nothing to listen to"),
        pytest.param(Site(200), 200, id="an answer of its own"),
    ],
)
def test_what_is_no_leave_to_listen_is_passed_on(site: Site, status: int) -> None:
    async def steps() -> None:
        async with opened(Streams(site, hub()), Reader()) as reader:
            assert [await reader.read(), await reader.read()] == [status, None]

    asyncio.run(steps())


def test_a_poll_passes_through() -> None:
    async def steps() -> None:
        reader = Reader(query=b"shown=7&ecoute=0")
        async with opened(Streams(Site(), hub()), reader):
            assert [await reader.read(), await reader.read()] == [204, None]

    asyncio.run(steps())


def test_a_stream_shows_signs_of_life_and_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.001)
    monkeypatch.setattr(streams, "LEAST_SECONDS", 0.01)
    monkeypatch.setattr(streams, "MOST_SECONDS", 0.01)

    async def steps() -> None:
        async with opened(Streams(Site(), hub()), Reader()) as reader:
            assert [await reader.read() for _ in range(3)] == [200, ALIVE, ALIVE]
            while await reader.read() is not None:
                pass

    asyncio.run(steps())


def test_a_server_that_stops_ends_its_streams() -> None:
    async def steps() -> None:
        async with opened(Streams(Site(), hub()), Reader()) as reader:
            assert [await reader.read(), await reader.read()] == [200, ALIVE]
            reader.scope[END_OF_STREAM]()
            assert await reader.read() is None

    asyncio.run(steps())


@pytest.mark.parametrize(
    ("bound", "other_address", "status"),
    [
        ("MOST_STREAMS", "10.0.0.2", 503),
        ("MOST_OF_ADDRESS", "10.0.0.1", 503),
        ("MOST_OF_ADDRESS", "10.0.0.2", 200),
    ],
)
def test_streams_are_bounded(
    monkeypatch: pytest.MonkeyPatch, bound: str, other_address: str, status: int
) -> None:
    monkeypatch.setattr(streams, bound, 1)

    async def steps() -> None:
        application = Streams(Site(), hub())
        async with opened(application, Reader()) as first:
            assert await first.read() == 200
            async with opened(application, Reader(other_address)) as second:
                assert await second.read() == status
        async with opened(application, Reader(other_address)) as third:
            assert await third.read() == 200

    asyncio.run(steps())


def test_nobody_listens_while_word_cannot_come() -> None:
    async def steps() -> None:
        application = Streams(Site(), Hub(Alone(OSError("away"))))
        async with opened(application, Reader()) as reader:
            assert await reader.read() == 503

    asyncio.run(steps())
