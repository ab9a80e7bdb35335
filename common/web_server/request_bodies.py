"""Bodies of requests, read to their end in the loop of the web server before the site is asked.

A body that comes slowly, or never, holds a few kilobytes and no thread. The site gets the whole body as a
file, under BODY in the scope; a client that goes away in the middle is forgotten.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from common.web_server.loop_answers import (
    BUSY,
    TOO_LARGE,
    TOO_SLOW,
    App,
    Receive,
    Refusal,
    Send,
    address_of,
    head_and_body,
)
from common.web_server.policy import Policy
from common.web_server.spools import NoRoom, Spool, SpoolSpace

BODY = "etui.body"
"""Under which the scope holds the Spool of a body that came whole."""
PATIENCE = 10.0
"""Seconds without a byte that any body may take."""
LEAST_RATE = 16 * 1024
"""Bytes a second beyond them, on the average since the beginning."""
LONGEST = 300.0
"""Seconds that a whole body may take, however steadily it comes."""
YOUNG = 2.0
"""Seconds for which an unfinished body is nobody's burden: a hall of phones may send at once."""
MOST_OF_ADDRESS, MOST_OF_ALL = 64, 512
"""Older ones unfinished at a time: one more, and the oldest is given up."""
LINGERING = 10.0
"""Seconds for which the rest of a refused body is read and dropped: cut short, it would hide the answer."""
LINGERING_BYTES = 64 * 1024 * 1024


class WholeBodies:
    """An ASGI application before another one, which gets requests with the whole of their body only."""

    def __init__(self, app: App, policy_of: Callable[[Any], Policy], room: SpoolSpace) -> None:
        self._app, self._policy_of, self._room = app, policy_of, room
        self._arriving: dict[asyncio.Timeout, tuple[str, float]] = {}
        """Address and beginning of bodies that are not there yet, by their deadlines, oldest first."""

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _announces_body(scope):
            return await self._app(scope, receive, send)
        largest = self._policy_of(scope).max_body
        if (_announced_size(scope) or 0) > largest:
            return await self._refuse(scope, receive, send, TOO_LARGE)
        spool = Spool(self._room)
        try:
            refusal = await self._read(scope, receive, spool, largest)
            if refusal is None:
                return await self._app(_with_body(scope, spool), receive, send)
        except _Gone:
            return None
        finally:
            spool.close()
        return await self._refuse(scope, receive, send, refusal)

    async def _read(self, scope: Any, receive: Receive, spool: Spool, largest: int) -> Refusal | None:
        """Fill the spool. Return why not, if not."""
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout_at(began + PATIENCE) as limit:
                self._note(limit, address_of(scope), began)
                try:
                    while await self._receive(receive, spool):
                        if spool.size > largest:
                            break
                        if limit in self._arriving:  # else it was given up
                            limit.reschedule(began + min(PATIENCE + spool.size / LEAST_RATE, LONGEST))
                finally:
                    self._arriving.pop(limit, None)
        except TimeoutError:
            return TOO_SLOW
        except NoRoom:
            return BUSY
        return TOO_LARGE if spool.size > largest else None

    async def _receive(self, receive: Receive, spool: Spool) -> bool:
        """Take a part of a body. Return whether there is more."""
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        spool.write(message.get("body", b""))
        return bool(message.get("more_body", False))

    def _note(self, limit: asyncio.Timeout, address: str, began: float) -> None:
        """Count a body; beyond the bounds the oldest of its address, or of all, is given up for it."""
        self._arriving[limit] = address, began
        of_address = [other for other, (owner, _began) in self._arriving.items() if owner == address]
        for others, most in ((of_address, MOST_OF_ADDRESS), (list(self._arriving), MOST_OF_ALL)):
            oldest = others[0]
            if len(others) > most and began - self._arriving[oldest][1] > YOUNG:
                oldest.reschedule(began)
                del self._arriving[oldest]
                return

    async def _refuse(self, scope: Any, receive: Receive, send: Send, refusal: Refusal) -> None:
        """Say no at once, read on what still comes, then have the connection closed."""
        head, body = head_and_body(scope, refusal, closes=True)
        await send(head)
        lingers = refusal is not TOO_SLOW
        await send({"type": "http.response.body", "body": body, "more_body": lingers})
        if not lingers:
            return
        left = LINGERING_BYTES
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGERING):
                while left > 0 and (message := await receive()).get("more_body", False):
                    left -= len(message["body"])
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class _Gone(Exception):
    """The client went away before its body was there."""


def _announces_body(scope: Any) -> bool:
    return any(
        (name == b"content-length" and value != b"0") or name == b"transfer-encoding"
        for name, value in scope["headers"]
    )


def _announced_size(scope: Any) -> int | None:
    announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(announced) if announced.isdigit() else None


def _with_body(scope: Any, spool: Spool) -> Any:
    """The request as if its body had come in one piece, its length known."""
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if name not in (b"content-length", b"transfer-encoding", b"expect")
    ]
    headers.append((b"content-length", str(spool.size).encode()))
    return scope | {"headers": headers, BODY: spool}
