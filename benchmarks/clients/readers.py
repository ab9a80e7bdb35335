"""Readers of the standings: the page with its files, then a stream and polls, as in a browser."""

import asyncio
import itertools
import re
import time

from benchmarks.clients.asking import Answer, Browser
from benchmarks.clients.hall import Hall, Ranking, jittered, read_ranking, unpacked
from benchmarks.clients.listening import QUIET, Stream

PATIENCE = 10.0
"""Seconds after which a page gives up a poll."""
PACE = 3
"""Factor of the pause after a poll: a page waits PACE times as long as the last response took."""
LONGEST_REST = 5.0
"""Upper limit of the pause after a poll in seconds."""
AGAIN = 0.4
"""Seconds before the next poll while a ranking is still being rendered."""
CONNECTIONS = 6
"""Limit of connections of a browser to one site."""
FILE = re.compile(
    r'<(?:link rel="(?:icon|stylesheet)" href|script (?:type="module" )?src|img src)="(/[^"]+)"'
)
LANGUAGES = (
    "fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7",
    "fr,fr-FR;q=0.8,en-US;q=0.5,en;q=0.3",
    "fr-FR,fr;q=0.9",
    "fr-fr",
    "fr-BE,fr;q=0.9,nl;q=0.8",
    "en-GB,en;q=0.9",
)
"""Accept-Language headers of phones in a French hall."""


class Reader:
    """Reader, with the rankings that their page showed and the times of it."""

    def __init__(self, hall: Hall, number: int) -> None:
        self.shown = Ranking("", 0, ())
        self.sightings: list[tuple[float, int]] = []
        """Times of changes of the page, each with the number of results of the new ranking."""
        self._hall = hall
        self._language = LANGUAGES[number % len(LANGUAGES)]
        self._browser = self._connect()

    async def open(self) -> None:
        start = time.perf_counter()
        page = await self._browser.ask_until_served("GET", self._hall.path)
        self._hall.count("page of the standings", page, 200)
        self._hall.seen.opened.append(page.seconds)
        self._show(page)
        await self._load(sorted(set(FILE.findall(unpacked(page.raw)))))
        self._hall.seen.complete.append(time.perf_counter() - start)

    async def follow(self) -> None:
        """Subscribe, and poll after each notification, until cancelled."""
        stream = Stream(self._connect, f"{self._hall.path}direct/?")
        try:
            wait = jittered(QUIET)
            while True:
                await stream.kinds(wait)
                wait, start = jittered(QUIET), time.perf_counter()
                try:
                    async with asyncio.timeout(PATIENCE):
                        if await self._poll():
                            wait = AGAIN
                except TimeoutError:
                    self._browser.close()
                    self._hall.seen.statuses["poll of the standings given up"] += 1
                elapsed = time.perf_counter() - start
                await asyncio.sleep(max(0.0, min(PACE * elapsed, LONGEST_REST) - elapsed))
        finally:
            stream.close()

    def close(self) -> None:
        self._browser.close()

    async def _poll(self) -> bool:
        """Poll once. Return whether a newer ranking is being rendered."""
        measurements = self._hall.seen
        poll = await self._browser.ask_until_served(
            "GET", f"{self._hall.path}direct/?shown={self.shown.mark}"
        )
        self._hall.count("poll of the standings", poll, 200, 204)
        if poll.status == 200:
            self._show(poll)
            measurements.fresh_bytes += len(poll.raw)
        (measurements.fresh if poll.status == 200 else measurements.polls).append(poll.seconds)
        # the site sends this header with the version before the one that it renders
        return "retry-after" in poll.head.lower()

    def _show(self, answer: Answer) -> None:
        ranking = read_ranking(answer.raw)
        assert ranking.counted >= self.shown.counted, "a page went back to an older ranking"
        self.shown = ranking
        self.sightings.append((time.perf_counter(), ranking.counted))

    async def _load(self, files: list[str]) -> None:
        """Load the files of the page over as many connections as a browser opens. Keep the first one open."""
        further_browsers = [self._connect() for _ in range(min(CONNECTIONS, len(files)) - 1)]
        paths = iter(files)

        async def load(browser: Browser) -> None:
            # all connections share one iterator: each takes the next file
            for path in paths:
                self._hall.count("file of a page", await browser.ask_until_served("GET", path), 200)

        await asyncio.gather(*map(load, itertools.chain([self._browser], further_browsers)))
        for browser in further_browsers:
            browser.close()

    def _connect(self) -> Browser:
        return Browser(self._hall.port, accept_language=self._language)
