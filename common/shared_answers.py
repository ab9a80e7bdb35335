"""Polls of strangers that ask the same are answered together, in front of the site.

A hall of a thousand phones asks for one ranking: the site computes one answer a moment, whoever asks in
between gets the same bytes without a thread, a session or the database.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]
Address = tuple[str, bytes, bytes, bytes, str]
"""What makes the polls of two strangers the same, whatever their pages show."""
Key = tuple[Address, str]
"""An address and the mark of what the page shows."""

POLLED = "/direct/"
"""How the addresses end that pages ask again and again."""
SHARED_STATUSES = frozenset({200, 204})
SHOWN = "shown"
"""How a poll names the mark of what its page shows."""
MARK_HEADER = "Etui-Mark"
"""In which an answer names the mark of what it holds: then it is good for pages that show anything else."""
HEADERS_OF_BODIES = (b"content-length", b"content-type", b"content-encoding")
MOST_KEPT = 500
"""Different questions at a time; more are not shared."""


@dataclass(slots=True)
class _Answer:
    """What the site says, or is about to say, to one question."""

    asked_at: float
    messages: "asyncio.Future[list[Message] | None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    """None when the answer is only for the one who asked first."""

    def is_over(self, now: float, seconds: float) -> bool:
        return self.messages.done() and now - self.asked_at >= seconds


class SharedAnswers:
    """An ASGI application before another one; all but strangers' polls pass through.

    Args:
        session_cookie, language_cookie: names; who has the first is no stranger.
        seconds: how long an answer is good, from the moment it was asked for.
    """

    def __init__(self, app: App, *, session_cookie: str, language_cookie: str, seconds: float) -> None:
        self._app = app
        self._session_cookie, self._language_cookie = session_cookie, language_cookie
        self._seconds = seconds
        self._answers: dict[Key, _Answer] = {}
        self._marked: dict[Address, tuple[float, str, list[Message]]] = {}
        """When the last marked answer of an address was asked for, its mark, and the answer."""

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        key = self._key_of(scope)
        if key is None:
            return await self._app(scope, receive, send)
        messages = await self._answer(key, scope)
        if messages is None:
            return await self._app(scope, receive, send)
        for message in messages:
            await send(message)
        return None

    async def _answer(self, key: Key, scope: Any) -> list[Message] | None:
        now = asyncio.get_running_loop().time()
        if (told := self._told(key, now)) is not None:
            return told
        known = self._answers.get(key)
        if known is not None and not known.is_over(now, self._seconds):
            return await asyncio.shield(known.messages)
        if len(self._answers) >= MOST_KEPT:
            self._forget(now)
        if len(self._answers) >= MOST_KEPT:
            return None
        answer = self._answers[key] = _Answer(now)
        try:
            found = await self._ask(scope)
        except BaseException:
            self._answers.pop(key, None)
            answer.messages.set_result(None)
            raise
        is_for_all = _is_for_all(found[0])
        answer.messages.set_result(found if is_for_all else None)
        if not is_for_all:
            self._answers.pop(key, None)
        elif mark := _mark_of(found[0]):
            self._marked[key[0]] = now, mark, found
        return found

    def _told(self, key: Key, now: float) -> list[Message] | None:
        """What a marked answer of this moment says to a page that shows something; None without one."""
        address, shown = key
        asked_at, mark, messages = self._marked.get(address, (now - self._seconds, "", []))
        if now - asked_at >= self._seconds:
            return None
        return _nothing_new(messages[0]) if shown == mark else messages

    async def _ask(self, scope: Any) -> list[Message]:
        messages: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            messages.append(message)

        await self._app(scope, receive, send)
        return messages

    def _forget(self, now: float) -> None:
        for key in [key for key, answer in self._answers.items() if answer.is_over(now, self._seconds)]:
            del self._answers[key]
        for address in [
            at for at, (asked_at, *_told) in self._marked.items() if now - asked_at >= self._seconds
        ]:
            del self._marked[address]

    def _key_of(self, scope: Any) -> Key | None:
        """What makes two strangers' polls the same; None for everything else."""
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].endswith(POLLED):
            return None
        headers: dict[bytes, bytes] = dict(scope["headers"])
        cookies = headers.get(b"cookie", b"").decode("latin-1")
        if self._session_cookie in cookies or b"authorization" in headers:
            return None
        language = [cookie for cookie in cookies.split(";") if self._language_cookie in cookie]
        packed = b"gzip" in headers.get(b"accept-encoding", b"")
        shown, rest = _shown_in(scope["query_string"])
        asked = rest, headers.get(b"accept-language", b""), headers.get(b"host", b"")
        return (f"{scope['scheme']} {scope['path']} {packed}", *asked, ";".join(language)), shown


def _shown_in(query: bytes) -> tuple[str, bytes]:
    """The mark that a poll names, and what else it asks."""
    parts = query.split(b"&")
    named = [part for part in parts if part.startswith(SHOWN.encode() + b"=")]
    rest = b"&".join(part for part in parts if part not in named)
    return unquote(b"&".join(named).decode("latin-1").removeprefix(f"{SHOWN}=")), rest


def _mark_of(head: Message) -> str:
    name = MARK_HEADER.lower().encode()
    return next((value.decode("latin-1") for known, value in head["headers"] if known.lower() == name), "")


def _nothing_new(head: Message) -> list[Message]:
    kept = [(name, value) for name, value in head["headers"] if name.lower() not in HEADERS_OF_BODIES]
    return [
        head | {"status": 204, "headers": kept},
        {"type": "http.response.body", "body": b"", "more_body": False},
    ]


def _is_for_all(head: Message) -> bool:
    has_cookie = any(name.lower() == b"set-cookie" for name, _value in head["headers"])
    return head["status"] in SHARED_STATUSES and not has_cookie
