"""Reading of request bodies in the loop of the web server, before the site is called.

A body that arrives slowly, or never, uses a few kilobytes and no thread. The site gets the complete body as a
file, under BODY in the scope. A request whose client disconnects early is dropped.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from common.web_server.loop_responses import (
    BUSY,
    TOO_LARGE,
    TOO_SLOW,
    App,
    Receive,
    Refusal,
    Send,
    build_refusal,
    client_host,
)
from common.web_server.policy import Policy
from common.web_server.spools import NoRoom, Spool, SpoolSpace

BODY = "etui.body"
"""Key in the scope for the Spool of a complete body."""
PATIENCE = 10.0
"""Seconds that a body may take in addition to the time at LEAST_RATE."""
LEAST_RATE = 16 * 1024
"""Least bytes per second on average since the start. PATIENCE is added to the time."""
LONGEST = 300.0
"""Longest time in seconds for a body, however fast it arrives."""
YOUNG = 2.0
"""Age in seconds up to which an incomplete body does not count: all phones of a hall may send at once."""
MOST_OF_ADDRESS, MOST_OF_ALL = 64, 512
"""Limits of older incomplete bodies, from one address and in total. A further body ends the oldest."""
LINGERING = 10.0
"""Seconds in which the rest of a refused body is dropped: cut off at once, a client misses the response."""
LINGERING_BYTES = 64 * 1024 * 1024


class WholeBodies:
    """ASGI application in front of another one, which gets only requests with a complete body."""

    def __init__(self, app: App, policy_of: Callable[[Any], Policy], room: SpoolSpace) -> None:
        self._app, self._policy_of, self._room = app, policy_of, room
        self._arriving: dict[asyncio.Timeout, tuple[str, float, Spool]] = {}
        """Address, start and buffer of incomplete bodies, by their deadlines, oldest first."""

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
        except _ClientGone:
            return None
        finally:
            spool.close()
        return await self._refuse(scope, receive, send, refusal)

    async def _read(self, scope: Any, receive: Receive, spool: Spool, largest: int) -> Refusal | None:
        """Read the body into the spool. Return a refusal if that fails."""
        start = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout_at(start + PATIENCE) as deadline:
                self._note(deadline, scope, start, spool)
                try:
                    while await self._receive(receive, spool):
                        if spool.size > largest:
                            break
                        if deadline in self._arriving:  # else `_note` has ended it for a newer body
                            deadline.reschedule(start + min(PATIENCE + spool.size / LEAST_RATE, LONGEST))
                finally:
                    self._arriving.pop(deadline, None)
        except TimeoutError:
            return TOO_SLOW
        except NoRoom:
            return BUSY
        return TOO_LARGE if spool.size > largest else None

    async def _receive(self, receive: Receive, spool: Spool) -> bool:
        """Read a part of a body. Return whether there is more."""
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _ClientGone
        spool.write(message.get("body", b""))
        return bool(message.get("more_body", False))

    def _note(self, deadline: asyncio.Timeout, scope: Any, start: float, spool: Spool) -> None:
        """Count a body. Beyond the limits, end the oldest body of the same address, or of all.

        A body for which there is no room ends the largest one of the other address that has sent most.
        """
        address, sizes = client_host(scope), Counter[str]()
        self._arriving[deadline] = address, start, spool
        for owner, _start, body in self._arriving.values():
            sizes[owner] += body.size
        largest = max(sizes, key=sizes.__getitem__)
        lacks_room = self._room.taken + (_announced_size(scope) or 0) > self._room.most
        of_address = [key for key, (owner, *_rest) in self._arriving.items() if owner == address]
        of_largest = [key for key, (owner, *_rest) in self._arriving.items() if owner == largest != address]
        of_largest.sort(key=lambda key: -self._arriving[key][2].size)
        limits = (of_address, MOST_OF_ADDRESS), (list(self._arriving), MOST_OF_ALL)
        for deadlines, most in (*limits, (of_largest, 0 if lacks_room else MOST_OF_ALL)):
            if len(deadlines) > most and start - self._arriving[deadlines[0]][1] > YOUNG:
                # a deadline that has passed: `_read` of that body raises TimeoutError at its next step
                deadlines[0].reschedule(start)
                del self._arriving[deadlines[0]]
                return

    async def _refuse(self, scope: Any, receive: Receive, send: Send, refusal: Refusal) -> None:
        """Send the refusal at once, drop the rest of the body, then close the connection."""
        head, body = build_refusal(scope, refusal, closes=True)
        await send(head)
        # a slow client would only hold the connection longer
        lingers = refusal is not TOO_SLOW
        await send({"type": "http.response.body", "body": body, "more_body": lingers})
        if not lingers:
            return
        bytes_left = LINGERING_BYTES
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGERING):
                while bytes_left > 0 and (message := await receive()).get("more_body", False):
                    bytes_left -= len(message["body"])
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class _ClientGone(Exception):
    """The client disconnected before the body was complete."""


def _announces_body(scope: Any) -> bool:
    return any(
        (name == b"content-length" and value != b"0") or name == b"transfer-encoding"
        for name, value in scope["headers"]
    )


def _announced_size(scope: Any) -> int | None:
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(length) if length.isdigit() else None


def _with_body(scope: Any, spool: Spool) -> Any:
    """Return the scope with the length of the complete body in place of its original headers."""
    replaced_names = (b"content-length", b"transfer-encoding", b"expect")
    headers = [(name, value) for name, value in scope["headers"] if name not in replaced_names]
    headers.append((b"content-length", str(spool.size).encode()))
    return scope | {"headers": headers, BODY: spool}
