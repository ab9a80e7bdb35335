"""HTTP client like a browser: one connection that stays open, bodies unpacked on access."""

import asyncio
import gzip
import random
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

RESPONSE_SECONDS = 60
"""Timeout of a response. A browser gives up much sooner."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Response, with the time that it took."""

    status: int
    head: str
    raw: bytes
    """Body as received."""
    seconds: float
    refusals: int = 0
    """Number of 503 responses before this one."""

    @property
    def text(self) -> str:
        is_packed = re.search(r"content-encoding: *gzip", self.head, re.IGNORECASE)
        return (gzip.decompress(self.raw) if is_packed else self.raw).decode()


class Browser:
    """Connection to the site on this machine, opened at the first request.

    Args:
        source: client address on this machine, such as 127.0.0.7; None for any.
    """

    def __init__(self, port: int, source: str | None = None, **headers: str) -> None:
        self._port = port
        self._source = (source, 0) if source else None
        self._common_headers = {"Host": "localhost", "Accept-Encoding": "gzip"} | _named(headers)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Send one request and return its response. The time includes that of connecting.

        A connection that the site closed while it was idle is opened again.
        """
        start = time.perf_counter()
        async with asyncio.timeout(RESPONSE_SECONDS):
            is_reused = self._streams is not None
            try:
                head, raw = await self._exchange(self._request(method, path, body, headers))
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                is_cut = isinstance(error, asyncio.IncompleteReadError) and bool(error.partial)
                # only a reused connection may have been closed before the request; a partial response is an
                # error
                if is_cut or not is_reused:
                    raise
                self.close()
                head, raw = await self._exchange(self._request(method, path, body, headers))
        return Answer(int(head.split()[1]), head, raw, time.perf_counter() - start)

    async def ask_until_served(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Repeat a request while the site refuses it with 503, after its Retry-After, as pages do.

        The time of the response starts with the first request.
        """
        start, refusals = time.perf_counter(), 0
        while (answer := await self.ask(method, path, body, **headers)).status == 503:
            pause = re.search(r"retry-after: *(\d+)", answer.head, re.IGNORECASE)
            if pause is None or time.perf_counter() > start + RESPONSE_SECONDS:
                break
            refusals += 1
            # spreads the retries of many clients
            await asyncio.sleep(int(pause[1]) * random.uniform(1, 1.5))
        return replace(answer, seconds=time.perf_counter() - start, refusals=refusals)

    def _request(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> bytes:
        all_headers = self._common_headers | _named(headers)
        if body:
            all_headers = (
                {"Content-Type": "application/json"} | all_headers | {"Content-Length": str(len(body))}
            )
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def _exchange(self, request: bytes) -> tuple[str, bytes]:
        """Return the head and the body of the response."""
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
        """Yield the parts of an endless response as they arrive. Use a separate connection."""
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
    """Return a body without a content length."""
    return b"".join([chunk async for chunk in _chunks(reader)])


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readline(), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)


def _named(headers: dict[str, str]) -> dict[str, str]:
    """`if_none_match` as the header that it stands for."""
    return {name.replace("_", "-").title(): value for name, value in headers.items()}
