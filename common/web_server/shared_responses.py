"""One response for many requests of clients without an account.

In a hall a thousand phones open one page and poll one ranking. The site makes one response per moment (a
short time); all equal requests in that time get the same bytes without a thread, a session or the database.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import unquote

from django.conf import settings
from django.http import parse_cookie

from common.web_server.loop_responses import App, Message, Receive, Send
from common.web_server.policy import Audience, Policy

SHOWN = "shown"
"""Parameter of a poll: the mark of what its page shows."""
MARK_HEADER = "Etui-Mark"
"""Response header: the mark of the content. A page that shows it gets 204 instead."""
TOPICS_HEADER = "Etui-Topics"
"""Response header: the topics of the content (`common/live/`)."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
PRIVATE_HEADERS = frozenset({b"authorization", b"range", b"hx-request"})
"""Request headers that make a response private or partial."""
AMBIGUOUS = b"_"
"""Character in a header name that the site reads as a hyphen."""
DISTINCT_HEADERS = (b"host", b"x-forwarded-proto", b"if-none-match", b"if-modified-since")
"""Request headers that belong to the cache key."""
SHARED_STATUSES = frozenset({200, 204, 304})
HEADERS_OF_BODIES = (b"content-length", b"content-type", b"content-encoding")
FILE_SECONDS = 10.0
"""Lifetime of a file, which all clients share."""
MOST_ENTRIES, MOST_BYTES = 500, 64 * 1024 * 1024
LONGEST_KEY = 4096
"""Bytes of a path with its query; requests with more are not shared."""
LARGEST_PART = 64 * 1024


class _Request(NamedTuple):
    key: tuple[str | bytes, ...]
    shown: str
    """Mark of what the page shows, "" for none."""
    query: bytes
    """Query string that the site gets."""
    seconds: float
    """Lifetime of the response."""
    is_file: bool = False
    """True if only a new start of the site changes the content."""


@dataclass(slots=True, eq=False)
class _Entry:
    """Cache entry with a response, or with the future of one."""

    begun: int
    """Step at which the request was sent to the site."""
    is_file: bool
    topics: frozenset[str] | None
    """Topics of the content. Until the response arrives those of the previous one, None if unknown."""
    messages: "asyncio.Future[list[Message] | None] | None"
    """Future of the response, with result None for a private one. The field is None after the lifetime."""


class SharedResponses:
    """ASGI application in front of another one, for all requests.

    A change that goes through it ends the lifetime of all shared responses except files, so that its sender
    never gets an older page. Other processes of the site keep their responses for up to `moment` seconds.
    """

    def __init__(
        self,
        app: App,
        policy_of: Callable[[Any], Policy],
        language_of: Callable[[str, str], str],
        moment: float = settings.ETUI_POLL_MOMENT,
    ) -> None:
        self._app, self._policy_of, self._language_of, self._moment = app, policy_of, language_of, moment
        self._entries: OrderedDict[tuple[str | bytes, ...], _Entry] = OrderedDict()
        self._bytes = 0
        self._steps = count(1)
        self._news = self._changed = 0
        """Steps of the last notification of any topic, and of the last change of anything."""
        self._news_of_topics: dict[str, int] = {}
        """Step of the last notification of each topic."""

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        messages = None
        if scope["type"] == "http" and (request := self._request(scope)) is not None:
            messages = await self._find(request, scope)
            if messages and request.shown and header_of(messages[0], MARK_HEADER) == request.shown:
                messages = _nothing_new(messages[0])
        elif scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            send = send if self._policy_of(scope).hides_nothing else self._forgetting(send)
        await (self._app(scope, receive, send) if messages is None else _send(messages, send))

    def forget_topic(self, topic: str) -> None:
        """Stop sharing responses about a topic that were requested before this call."""
        self._news = self._news_of_topics[topic] = next(self._steps)
        # bounded memory: forget the single topics, and treat the step as a change of everything
        if len(self._news_of_topics) > MOST_ENTRIES:
            self._news_of_topics.clear()
            self._changed = self._news

    def _request(self, scope: Any) -> _Request | None:
        """Return the sharable part of a request, None if the request is private."""
        headers = _plain_headers(scope["headers"]) if scope["method"] == "GET" else None
        if headers is None or len(scope["path"]) + len(scope["query_string"]) > LONGEST_KEY:
            return None
        path, query, encodings = scope["path"], scope["query_string"], headers.get(b"accept-encoding", b"")
        key = scope["scheme"], path, *(headers.get(name, b"") for name in DISTINCT_HEADERS)
        if path.startswith(settings.STATIC_URL):
            return _Request((*key, encodings, query), "", query, FILE_SECONDS, is_file=True)
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
        if settings.SESSION_COOKIE_NAME in cookies:
            return None
        audience = self._policy_of(scope).audience
        has_own = not cookies.keys() <= {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
        if audience is Audience.ONE or (audience is Audience.STRANGERS and has_own):
            return None
        shown, remaining_query = _shown_in(query)
        query = remaining_query if audience is Audience.BY_MARK else query
        accepted_languages = headers.get(b"accept-language", b"").decode("latin-1")
        language = self._language_of(accepted_languages, cookies.get(settings.LANGUAGE_COOKIE_NAME, ""))
        return _Request((*key, str(b"gzip" in encodings), query, language), shown, query, self._moment)

    async def _find(self, request: _Request, scope: Any) -> list[Message] | None:
        arrival = next(self._steps)
        while True:
            entry = self._entries.get(request.key)
            if entry is None or entry.messages is None or entry.begun < self._last_news(entry):
                return await self._fetch(request, scope, entry.topics if entry else None)
            # a client that disconnects must not cancel the response of the others
            messages = await asyncio.shield(entry.messages)
            # now its topics are known: a notification between its start and this request makes it outdated
            if not entry.begun < self._last_news(entry) < arrival:
                return messages

    async def _fetch(
        self, request: _Request, scope: Any, topics: frozenset[str] | None
    ) -> list[Message] | None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[Message] | None] = loop.create_future()
        entry = _Entry(next(self._steps), request.is_file, topics, future)
        self._entries[request.key] = entry
        self._entries.move_to_end(request.key)
        if len(self._entries) > MOST_ENTRIES:
            self._entries.popitem(last=False)
        ends_at, messages = loop.time() + request.seconds, None
        try:
            messages = await _collect(self._app, scope | {"query_string": request.query})
            entry.topics = frozenset(header_of(messages[0], TOPICS_HEADER).split())
        finally:
            is_for_all = messages is not None and _is_for_all(messages[0])
            # None for a private response: each waiting request then fetches its own
            future.set_result(messages if is_for_all else None)
            self._keep(entry, messages if is_for_all else None, ends_at)
        return messages

    def _keep(self, entry: _Entry, messages: list[Message] | None, ends_at: float) -> None:
        size = len(messages[1]["body"]) + LONGEST_KEY if messages else 0
        # Retry-After marks the previous version, sent while the next is rendered: a client may have that one
        is_last = messages is not None and not header_of(messages[0], "Retry-After")
        loop = asyncio.get_running_loop()
        if not is_last or loop.time() >= ends_at or self._bytes + size > MOST_BYTES:
            entry.messages = None
            return

        def end() -> None:
            entry.messages = None
            self._bytes -= size

        self._bytes += size
        loop.call_at(ends_at, end)

    def _last_news(self, entry: _Entry) -> int:
        """Return the step of the last change or notification that concerns an entry."""
        if entry.is_file:
            return 0
        if entry.topics is None:
            return max(self._news, self._changed)
        return max([self._changed, *(self._news_of_topics.get(topic, 0) for topic in entry.topics)])

    def _forgetting(self, send: Send) -> Send:
        async def forget_and_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._changed = next(self._steps)
            await send(message)

        return forget_and_send


def header_of(head: Message, name: str) -> str:
    """Return a header of a response, "" if it is missing."""
    lower_name = name.lower().encode()
    return next(
        (value.decode("latin-1") for field, value in head["headers"] if field.lower() == lower_name), ""
    )


async def _collect(app: App, scope: Any) -> list[Message]:
    """Return the head of a response with the length of its body, and the complete body."""
    parts: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        parts.append(message)

    await app(scope, receive, send)
    head, body = parts[0], b"".join(part.get("body", b"") for part in parts[1:])
    if body and not header_of(head, "Content-Length"):
        length = b"content-length", str(len(body)).encode()
        head = head | {"headers": [*head["headers"], length]}
    return [head, {"type": "http.response.body", "body": body, "more_body": False}]


async def _send(messages: list[Message], send: Send) -> None:
    """Send the body in parts, each after the client has read the previous one."""
    head, body_message = messages
    body = memoryview(body_message["body"])
    await send(head)
    # a slow client must not hold a copy of the whole body in its buffer
    while len(body) > LARGEST_PART:
        await send(body_message | {"body": bytes(body[:LARGEST_PART]), "more_body": True})
        body = body[LARGEST_PART:]
    await send(body_message | {"body": bytes(body)})


def _nothing_new(head: Message) -> list[Message]:
    headers = [(name, value) for name, value in head["headers"] if name.lower() not in HEADERS_OF_BODIES]
    body = {"type": "http.response.body", "body": b"", "more_body": False}
    return [head | {"status": 204, "headers": headers}, body]


def _is_for_all(head: Message) -> bool:
    has_cookie = any(name.lower() == b"set-cookie" for name, _value in head["headers"])
    return head["status"] in SHARED_STATUSES and not has_cookie


def _plain_headers(headers: list[tuple[bytes, bytes]]) -> dict[bytes, bytes] | None:
    """Return headers by name, None if one makes the request private or could be read in two ways."""
    headers_by_name = dict(headers)
    # a name that occurs twice, or with an underscore, could be read differently by the site
    is_plain = len(headers_by_name) == len(headers) and not any(AMBIGUOUS in name for name in headers_by_name)
    return headers_by_name if is_plain and PRIVATE_HEADERS.isdisjoint(headers_by_name) else None


def _shown_in(query: bytes) -> tuple[str, bytes]:
    """Return the mark in the query of a poll, and the rest of the query."""
    parts = query.split(b"&")
    shown_parts = [part for part in parts if part.startswith(SHOWN.encode() + b"=")]
    remaining_query = b"&".join(part for part in parts if part not in shown_parts)
    return unquote(b"&".join(shown_parts).decode("latin-1").removeprefix(f"{SHOWN}=")), remaining_query
