"""Listeners of this process by topic, and the delivery of notifications to them and to other processes."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

logger = logging.getLogger(__name__)

BATCH, STEP_SECONDS = 100, 0.02
"""Listeners woken together, and seconds between batches: a thousand pages do not send requests at once."""

REST_SECONDS = 2.0
"""Seconds between a failed attempt to open the carrier and the next one."""


class Carrier(Protocol):
    """Transport of topics between the processes of a site."""

    def publish(self, topic: str) -> None:
        """Send a topic to the other processes. Called in any thread. Raises nothing and hardly blocks."""

    async def open(self, on_topic: Callable[[str], None], on_end: Callable[[], None]) -> None:
        """Subscribe to the topics of the other processes. Returns once the subscription is active.

        Args:
            on_topic: called in the running loop with each topic.
            on_end: called when the subscription ends.

        Raises:
            OSError: the subscription failed.
        """


class Listener:
    """Subscription of one stream. Stores the kind of each notified topic once until it is read."""

    def __init__(self, topics: frozenset[str]) -> None:
        self.topics = topics
        self.is_over = False
        self._kinds: dict[str, None] = {}
        self._has_news = asyncio.Event()

    def note(self, kind: str) -> None:
        self._kinds[kind] = None
        self._has_news.set()

    def end(self) -> None:
        """End the subscription. A pending `kinds` returns at once."""
        self.is_over = True
        self._has_news.set()

    async def kinds(self, seconds: float) -> list[str]:
        """Return the kinds notified since the last call. Wait for the first, or return [] after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._has_news.wait()
        except TimeoutError:
            return []
        # no await until the return: no notification can come in between
        self._has_news.clear()
        kinds = list(self._kinds)
        self._kinds.clear()
        return kinds


class Hub:
    """Listeners of one process. Its methods run in the loop of the web server unless they state otherwise."""

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier
        self._listeners: dict[str, dict[Listener, None]] = defaultdict(dict)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._opening: asyncio.Task[None] | None = None
        self._paused_until = 0.0
        self.count = 0
        self.before_waking: Callable[[str], None] = lambda topic: None
        """Function called with each topic before its listeners, which send requests at once, are woken."""

    def publish(self, topic: str) -> None:
        """Notify all listeners of a topic, here and in other processes. Called in any thread."""
        self._carrier.publish(topic)
        # without a loop no page has subscribed in this process, as in a worker
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, topic)

    async def is_open(self) -> bool:
        """Return whether notifications of other processes arrive. The first call subscribes to them."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._opening, self._paused_until = loop, None, 0.0
        if loop.time() < self._paused_until:
            return False
        if self._opening is None:
            self._opening = loop.create_task(self._carrier.open(self.wake, self._lose))
        try:
            # a request that is cancelled must not cancel the subscription of the others
            await asyncio.shield(self._opening)
        except OSError as error:
            if self._opening is not None:  # only the first of the requests that wait for it
                logger.error("live channel unavailable: %s", error)
                self._opening, self._paused_until = None, loop.time() + REST_SECONDS
            return False
        return True

    def add(self, listener: Listener) -> None:
        self.count += 1
        for topic in listener.topics:
            self._listeners[topic][listener] = None

    def remove(self, listener: Listener) -> None:
        self.count -= 1
        for topic in listener.topics:
            del self._listeners[topic][listener]
            if not self._listeners[topic]:
                del self._listeners[topic]

    def wake(self, topic: str) -> None:
        self.before_waking(topic)
        listeners = list(self._listeners.get(topic, ()))
        kind = topic.partition(":")[0]
        loop = asyncio.get_running_loop()
        for batch, start in enumerate(range(0, len(listeners), BATCH)):
            loop.call_later(batch * STEP_SECONDS, _wake_all, listeners[start : start + BATCH], kind)

    def _lose(self) -> None:
        """End all streams. Their pages then poll as if there were no live channel."""
        self._opening = None
        for listeners in list(self._listeners.values()):
            for listener in listeners:
                listener.end()


def _wake_all(listeners: list[Listener], kind: str) -> None:
    for listener in listeners:
        listener.note(kind)
