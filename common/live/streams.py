"""Streams of server-sent events: whoever may poll an address may listen there to what its answer names.

The site is asked once, as for a poll, and names the topics; from then on the loop of the web server alone
holds the stream, no thread and no connection to a database. After some minutes it ends, the page opens
another one, and the site is asked again.
"""

import asyncio
import random
from collections import Counter
from typing import Any

from common.live.hub import Hub, Listener
from common.live.telling import LISTENS
from common.web_server.connections import END_OF_STREAM
from common.web_server.loop_answers import BUSY, App, Message, Receive, Send, address_of, refuse
from common.web_server.shared_answers import TOPICS_HEADER, header_of

NO_CONTENT = 204
ASKED = f"{LISTENS}=1".encode()
LEAST_SECONDS, MOST_SECONDS = 240.0, 360.0
"""How long a stream lasts, drawn for each: those of a hall that opened together do not end together."""
HEARTBEAT_SECONDS = 20.0
"""Between two signs of life; proxies close a connection that is silent for a minute."""
MOST_STREAMS, MOST_OF_ADDRESS = 6000, 3000
"""At a time in one process. All phones of a hall may come from one address; one address never takes all."""
HEAD = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
    ],
}
SIGN_OF_LIFE = "alive"
"""In the place of a kind, at the beginning, too: a page cannot see whether a silent stream still stands."""


class Streams:
    """An ASGI application before another one; what does not ask to listen passes through."""

    def __init__(self, app: App, hub: Hub) -> None:
        self._app, self._hub = app, hub
        self._addresses: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if not _wants_stream(scope):
            return await self._app(scope, receive, send)
        address = address_of(scope)
        is_full = self._addresses.total() >= MOST_STREAMS or self._addresses[address] >= MOST_OF_ADDRESS
        if is_full or not await self._hub.is_open():
            return await refuse(scope, send, BUSY)
        self._addresses[address] += 1
        try:
            await self._open(scope, receive, send)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
        return None

    async def _open(self, scope: Any, receive: Receive, send: Send) -> None:
        """A stream of the topics that the site names, or whatever else it answers."""
        messages: list[Message] = []

        async def collect(message: Message) -> None:
            messages.append(message)

        await self._app(scope, receive, collect)
        topics = _topics_of(messages[0])
        if not topics:
            for message in messages:
                await send(message)
            return
        listener = Listener(topics)
        self._hub.add(listener)
        scope[END_OF_STREAM] = listener.end
        gone = asyncio.create_task(_note_end(receive, listener))
        try:
            await _stream(listener, send)
        finally:
            gone.cancel()
            self._hub.remove(listener)


async def _stream(listener: Listener, send: Send) -> None:
    """Until the listener is gone, or the stream has lasted long enough.

    A reader who does not read is dropped by his connection; what he was not told meanwhile is kept once.
    """
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + random.uniform(LEAST_SECONDS, MOST_SECONDS)  # noqa: S311 # no secret
    await send(HEAD)
    await send(_part([SIGN_OF_LIFE]))
    while not listener.is_over and loop.time() < ends_at:
        kinds = await listener.kinds(HEARTBEAT_SECONDS)
        if not listener.is_over:
            await send(_part(kinds or [SIGN_OF_LIFE]))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _note_end(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


def _wants_stream(scope: Any) -> bool:
    return scope["type"] == "http" and scope["method"] == "GET" and ASKED in scope["query_string"].split(b"&")


def _topics_of(head: Message) -> frozenset[str]:
    """What an answer names that says nothing else."""
    return frozenset(header_of(head, TOPICS_HEADER).split() if head["status"] == NO_CONTENT else ())


def _part(kinds: list[str]) -> Message:
    body = "".join(f"data: {kind}\n\n" for kind in kinds).encode()
    return {"type": "http.response.body", "body": body, "more_body": True}
