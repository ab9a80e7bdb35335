"""A page's stream of word that there is more, as static/js/listening.js holds it."""

import asyncio
import random
import re
from collections.abc import Callable

from benchmarks.asking import Browser

QUIET = 30.0
"""Seconds, give or take a fifth, after which a page asks that was told nothing."""
SCATTERED = 1.5
"""Within so many seconds a page opens its stream again that ended."""
KIND = re.compile(rb"data: (\w+)")


class Stream:
    """Of one page.

    Args:
        connect: a connection of the same browser.
        path: what the page asks, with a query.
    """

    def __init__(self, connect: Callable[[], Browser], path: str) -> None:
        self._connect, self._path = connect, f"{path}&ecoute=1"
        self._word = asyncio.Event()
        self._kinds: set[str] = set()
        self._listening = asyncio.create_task(self._listen())

    async def kinds(self, seconds: float) -> set[str]:
        """What was told since the last call, or is within so many seconds; `open` for a new stream."""
        try:
            async with asyncio.timeout(seconds):
                await self._word.wait()
        except TimeoutError:
            return set()
        self._word.clear()
        told, self._kinds = self._kinds, set()
        return told

    def close(self) -> None:
        self._listening.cancel()

    async def _listen(self) -> None:
        while True:
            browser = self._connect()
            try:
                parts = browser.listen(self._path)
                await anext(parts)
                self._tell({"open"})
                async for part in parts:
                    self._tell({kind.decode() for kind in KIND.findall(part)} - {"alive"})
            except (asyncio.IncompleteReadError, ConnectionError):
                pass
            finally:
                browser.close()
            await asyncio.sleep(random.uniform(0, SCATTERED))

    def _tell(self, kinds: set[str]) -> None:
        self._kinds |= kinds
        if kinds:
            self._word.set()
