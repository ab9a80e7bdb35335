"""Live stream of a page, as in static/js/listening.js."""

import asyncio
import random
import re
from collections.abc import Callable

from benchmarks.clients.asking import Browser

QUIET = 30.0
"""Seconds, varied by a fifth, after which a page without a notification polls."""
SCATTERED = 1.5
"""Longest random delay in seconds before a page reopens its stream."""
KIND = re.compile(rb"data: (\w+)")


class Stream:
    """Live stream of one page.

    Args:
        connect: opens a connection of the same browser.
        path: polled address with a query.
    """

    def __init__(self, connect: Callable[[], Browser], path: str) -> None:
        self._connect, self._path = connect, f"{path}&ecoute=1"
        self._has_news = asyncio.Event()
        self._kinds: set[str] = set()
        self._listening = asyncio.create_task(self._listen())

    async def kinds(self, seconds: float) -> set[str]:
        """Return the kinds notified since the last call, or within `seconds`. A new stream adds `open`."""
        try:
            async with asyncio.timeout(seconds):
                await self._has_news.wait()
        except TimeoutError:
            return set()
        self._has_news.clear()
        kinds, self._kinds = self._kinds, set()
        return kinds

    def close(self) -> None:
        self._listening.cancel()

    async def _listen(self) -> None:
        while True:
            browser = self._connect()
            try:
                parts = browser.listen(self._path)
                await anext(parts)
                self._add({"open"})
                async for part in parts:
                    self._add({kind.decode() for kind in KIND.findall(part)} - {"alive"})
            except (asyncio.IncompleteReadError, ConnectionError):
                pass
            finally:
                browser.close()
            await asyncio.sleep(random.uniform(0, SCATTERED))

    def _add(self, kinds: set[str]) -> None:
        self._kinds |= kinds
        if kinds:
            self._has_news.set()
