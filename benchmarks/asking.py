"""A browser reduced to its requests: one connection that stays open, bodies unpacked when they are read."""

import asyncio
import gzip
import random
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

ANSWER_SECONDS = 60
"""A browser or a queue gives up much sooner; later than this counts as no answer at all."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and how long it took."""

    status: int
    head: str
    raw: bytes
    """The body as it was sent."""
    seconds: float
    refusals: int = 0
    """Number of 503 responses before this one."""

    @property
    def text(self) -> str:
        is_packed = re.search(r"content-encoding: *gzip", self.head, re.IGNORECASE)
        return (gzip.decompress(self.raw) if is_packed else self.raw).decode()


class Browser:
    """Somebody's connection to the site on this machine; connects at the first request.

    Args:
        source: the address of this machine that he comes from, such as 127.0.0.7; any where it is None.
    """

    def __init__(self, port: int, source: str | None = None, **headers: str) -> None:
        self._port = port
        self._source = (source, 0) if source else None
        self._known = {"Host": "localhost", "Accept-Encoding": "gzip"} | _named(headers)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """One request and its answer; the seconds include connecting, when that was still to do.

        A connection that the site closed because nothing came for long is opened again.
        """
        began = time.perf_counter()
        async with asyncio.timeout(ANSWER_SECONDS):
            is_known = self._streams is not None
            try:
                head, raw = await self._exchange(self._request(method, path, body, headers))
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                is_cut = isinstance(error, asyncio.IncompleteReadError) and bool(error.partial)
                if is_cut or not is_known:
                    raise
                self.close()
                head, raw = await self._exchange(self._request(method, path, body, headers))
        return Answer(int(head.split()[1]), head, raw, time.perf_counter() - began)

    async def ask_until_served(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Repeat a request that a busy site refuses with 503, after its Retry-After, as pages and queues do.

        The seconds of the answer begin with the first request.
        """
        began, refusals = time.perf_counter(), 0
        while (answer := await self.ask(method, path, body, **headers)).status == 503:
            pause = re.search(r"retry-after: *(\d+)", answer.head, re.IGNORECASE)
            if pause is None:
                break
            refusals += 1
            await asyncio.sleep(int(pause[1]) * random.uniform(1, 1.5))
        return replace(answer, seconds=time.perf_counter() - began, refusals=refusals)

    def _request(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> bytes:
        sent = self._known | _named(headers)
        if body:
            sent = {"Content-Type": "application/json"} | sent | {"Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def _exchange(self, request: bytes) -> tuple[str, bytes]:
        """The head and the body of the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._source)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        if re.search(r"transfer-encoding: *chunked", head, re.IGNORECASE):
            return head, await _read_chunks(reader)
        length = re.search(r"content-length: *(\d+)", head, re.IGNORECASE)
        return head, await reader.readexactly(int(length[1]) if length else 0)

    async def listen(self, path: str) -> AsyncIterator[bytes]:
        """The parts of an answer without an end, as they come; on a connection that asks nothing else."""
        reader, writer = self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(self._request("GET", path, b"", {}))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        assert "text/event-stream" in head, head
        async for chunk in _chunks(reader):
            yield chunk

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    """A body of which nobody knew the length when it began."""
    return b"".join([chunk async for chunk in _chunks(reader)])


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readline(), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)


def _named(headers: dict[str, str]) -> dict[str, str]:
    """`if_none_match` as the header that it stands for."""
    return {name.replace("_", "-").title(): value for name, value in headers.items()}
