"""Polls of strangers that ask the same are answered together, in front of the site.

A hall of a thousand phones asks for one ranking: the site computes one answer a moment, whoever asks in
between gets the same bytes without a thread, a session or the database.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]
Key = tuple[str, bytes, bytes, bytes, str]

POLLED = "/direct/"
"""How the addresses end that pages ask again and again."""
SHARED_STATUSES = frozenset({200, 204})
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
        return found

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
        asked = scope["query_string"], headers.get(b"accept-language", b""), headers.get(b"host", b"")
        return (f"{scope['scheme']} {scope['path']} {packed}", *asked, ";".join(language))


def _is_for_all(head: Message) -> bool:
    has_cookie = any(name.lower() == b"set-cookie" for name, _value in head["headers"])
    return head["status"] in SHARED_STATUSES and not has_cookie
