"""Streams of server-sent events: a client that may poll an address may subscribe there to the same topics.

The site handles one request, as for a poll, and returns the topics. After that the loop of the web server
holds the stream, without a thread and without a database connection. The stream ends after some minutes. The
page then opens another one, so the site checks the request again.
"""

import asyncio
import random
from collections import Counter
from typing import Any

from common.live.hub import Hub, Listener
from common.live.notifying import LISTENS
from common.web_server.connections import END_OF_STREAM
from common.web_server.loop_responses import BUSY, App, Message, Receive, Send, client_host, send_refusal
from common.web_server.shared_responses import TOPICS_HEADER, header_of

NO_CONTENT = 204
SUBSCRIBE_QUERY = f"{LISTENS}=1".encode()
LEAST_SECONDS, MOST_SECONDS = 240.0, 360.0
"""Limits of the lifetime of a stream. It is random, so that the streams of a hall do not all end together."""
HEARTBEAT_SECONDS = 20.0
"""Seconds between two heartbeats. Proxies close a connection that is silent for a minute."""
MOST_STREAMS, MOST_OF_ADDRESS = 6000, 3000
"""Limits of open streams in a process and of one address: a hall may share one, which never gets all."""
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
"""Heartbeat in place of a kind, also at the start. A page cannot notice that a silent stream is lost."""


class Streams:
    """ASGI application in front of another one. Requests other than subscriptions pass through."""

    def __init__(self, app: App, hub: Hub) -> None:
        self._app, self._hub = app, hub
        self._addresses: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if not _is_subscription(scope):
            return await self._app(scope, receive, send)
        address = client_host(scope)
        is_full = self._addresses.total() >= MOST_STREAMS or self._addresses[address] >= MOST_OF_ADDRESS
        if is_full or not await self._hub.is_open():
            return await send_refusal(scope, send, BUSY)
        self._addresses[address] += 1
        try:
            await self._open(scope, receive, send)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
        return None

    async def _open(self, scope: Any, receive: Receive, send: Send) -> None:
        """Send a stream of the topics that the site returns, or the response of the site if it has none."""
        messages: list[Message] = []

        async def collect(message: Message) -> None:
            messages.append(message)

        # collect the response of the site first: its head decides between a stream and a plain response
        await self._app(scope, receive, collect)
        topics = _topics_of(messages[0])
        if not topics:
            for message in messages:
                await send(message)
            return
        listener = Listener(topics)
        self._hub.add(listener)
        scope[END_OF_STREAM] = listener.end
        disconnect_watch = asyncio.create_task(_end_on_disconnect(receive, listener))
        try:
            await _stream(listener, send)
        finally:
            disconnect_watch.cancel()
            self._hub.remove(listener)


async def _stream(listener: Listener, send: Send) -> None:
    """Send events until the client disconnects or the lifetime of the stream is over."""
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + random.uniform(LEAST_SECONDS, MOST_SECONDS)  # noqa: S311 # no secret
    await send(HEAD)
    await send(_event([SIGN_OF_LIFE]))
    while not listener.is_over and loop.time() < ends_at:
        # `send` blocks while a client does not read: its connection drops it; each kind is stored once
        kinds = await listener.kinds(HEARTBEAT_SECONDS)
        if not listener.is_over:
            await send(_event(kinds or [SIGN_OF_LIFE]))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _end_on_disconnect(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


def _is_subscription(scope: Any) -> bool:
    return (
        scope["type"] == "http"
        and scope["method"] == "GET"
        and SUBSCRIBE_QUERY in scope["query_string"].split(b"&")
    )


def _topics_of(head: Message) -> frozenset[str]:
    """Return the topics of a response without content."""
    return frozenset(header_of(head, TOPICS_HEADER).split() if head["status"] == NO_CONTENT else ())


def _event(kinds: list[str]) -> Message:
    body = "".join(f"data: {kind}\n\n" for kind in kinds).encode()
    return {"type": "http.response.body", "body": body, "more_body": True}
