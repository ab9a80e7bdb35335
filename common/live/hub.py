"""Who listens in this process, by topic, and how word of a topic reaches them and the other processes."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

logger = logging.getLogger(__name__)

BATCH, STEP_SECONDS = 100, 0.02
"""So many listeners are woken at a time: a thousand do not ask in the same millisecond."""

REST_SECONDS = 2.0
"""After a carrier that could not be opened, before it is tried again."""


class Carrier(Protocol):
    """Carries topics between the processes of a site."""

    def post(self, topic: str) -> None:
        """Send a topic to the other processes. Called in any thread; raises nothing and hardly waits."""

    async def open(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        """Call `hear` in the running loop with each topic of another process, from the return on.

        Args:
            lost: called when no more topics come.

        Raises:
            OSError: they cannot come.
        """


class Listener:
    """Somebody who waits for word; what he was not told yet is kept once."""

    def __init__(self, topics: frozenset[str]) -> None:
        self.topics = topics
        self.is_over = False
        self._kinds: dict[str, None] = {}
        self._word = asyncio.Event()

    def hear(self, kind: str) -> None:
        self._kinds[kind] = None
        self._word.set()

    def end(self) -> None:
        """Nothing more is to be told: whoever waits goes on at once."""
        self.is_over = True
        self._word.set()

    async def kinds(self, seconds: float) -> list[str]:
        """The kinds of topics told since the last call, once there are any; none after so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._word.wait()
        except TimeoutError:
            return []
        self._word.clear()
        told = list(self._kinds)
        self._kinds.clear()
        return told


class Hub:
    """The listeners of one process. All but `tell` is called in the loop of the web server."""

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier
        self._listeners: dict[str, dict[Listener, None]] = defaultdict(dict)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._opening: asyncio.Task[None] | None = None
        self._rests_until = 0.0
        self.count = 0
        self.before_waking: Callable[[str], None] = lambda topic: None
        """Called with each topic before its listeners, who ask at once, are woken."""

    def tell(self, topic: str) -> None:
        """Wake whoever listens to a topic, here and in other processes. Called in any thread."""
        self._carrier.post(topic)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, topic)

    async def is_open(self) -> bool:
        """Whether word comes from everywhere; listening to other processes begins with the first question."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._opening, self._rests_until = loop, None, 0.0
        if loop.time() < self._rests_until:
            return False
        if self._opening is None:
            self._opening = loop.create_task(self._carrier.open(self.wake, self._lose))
        try:
            await asyncio.shield(self._opening)
        except OSError as error:
            if self._opening is not None:  # the first of those who waited for it
                logger.error("pages cannot listen: %s", error)
                self._opening, self._rests_until = None, loop.time() + REST_SECONDS
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
        waiting = list(self._listeners.get(topic, ()))
        kind = topic.partition(":")[0]
        loop = asyncio.get_running_loop()
        for number, start in enumerate(range(0, len(waiting), BATCH)):
            loop.call_later(number * STEP_SECONDS, _wake_all, waiting[start : start + BATCH], kind)

    def _lose(self) -> None:
        """Let everybody go: their pages ask again as if there were nothing to listen to."""
        self._opening = None
        for listeners in list(self._listeners.values()):
            for listener in listeners:
                listener.end()


def _wake_all(listeners: list[Listener], kind: str) -> None:
    for listener in listeners:
        listener.hear(kind)
