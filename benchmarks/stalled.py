"""Stalled connections: the page of a table while 200 connections stall and 16 clients guess passwords.

The connections send the start of a head or of a body, or request long responses or streams and read nothing.
Each connection that the site ends is opened again at once. The same is measured without them before and
after. The limit: 95 of 100 pages within 300 ms.

On SQLite as on a laptop, or beside script/with-servers on PostgreSQL and Redis. All clients run on this
machine.
"""

import asyncio
import secrets
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from benchmarks.clients.asking import RESPONSE_SECONDS, Browser
from benchmarks.measuring import percentile
from benchmarks.sites.event_site import EventSite, event_site

SECTIONS, ROUND = 1, 6
STALLED, GUESSING = 200, 16
PHONES, PAUSE = 10, 0.5
"""Number of phones at tables, and the seconds between two pages of one of them."""
WARM_SECONDS, SECONDS = 5.0, 30.0
BAR = 0.3
SMALL_WINDOW = 4096
STYLE = "/static/vendor/pico-2.1.1/pico.min.css"
"""Path of a file of 80 kilobytes."""
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"

Begin = Callable[[EventSite], str]


def half_a_head(_setup: EventSite) -> str:
    return "GET / HTTP/1.1\r\nHost: localhost\r\nUser-Ag"


def half_a_body(_setup: EventSite) -> str:
    token = secrets.token_hex(16)
    head = f"POST /connexion/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken={token}\r\n{FORM}"
    return f"{head}Content-Length: 1000\r\n\r\ncsr"


def much_unread(setup: EventSite) -> str:
    """Return a request for the ranking and 15 requests for a file. The responses are never read."""
    common_head = "HTTP/1.1\r\nHost: localhost\r\n"
    ranking = f"GET /t/{setup.event['slug']}/ {common_head}\r\n"
    # a request with Range is not shared: a thread of the site answers each
    return ranking + f"GET {STYLE} {common_head}Range: bytes=0-\r\n\r\n" * 15


def a_stream(setup: EventSite) -> str:
    """Return a subscription to new rankings, which is never read. The site keeps it for minutes."""
    return f"GET /t/{setup.event['slug']}/direct/?ecoute=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def stall(setup: EventSite, begin: Begin, ends: Counter[str]) -> None:
    """Open one connection after another that starts a request and does not finish it."""
    loop = asyncio.get_running_loop()
    while True:
        with socket.socket() as connection:
            connection.setblocking(False)
            # a small buffer: the site must keep what is not read
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_WINDOW)
            with suppress(OSError):
                await loop.sock_connect(connection, ("127.0.0.1", setup.site.port))
                await loop.sock_sendall(connection, begin(setup).encode())
                await _until_ended(connection, reads=begin in (half_a_head, half_a_body))
            ends[begin.__name__] += 1
        await asyncio.sleep(0.1)


async def _until_ended(connection: socket.socket, *, reads: bool) -> None:
    """Wait until the site has ended the connection."""
    loop = asyncio.get_running_loop()
    while True:
        if reads:
            if not await loop.sock_recv(connection, 1024):
                return
        else:
            # without reading, only the error of the socket shows the end
            await asyncio.sleep(1.0)
            if connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                return


async def guess(setup: EventSite, answers: Counter[str]) -> None:
    """Send one wrong password after another, for accounts that do not exist."""
    browser = Browser(setup.site.port)
    token = secrets.token_hex(16)
    while True:
        body = f"csrfmiddlewaretoken={token}&username={secrets.token_hex(8)}%40example.org&password=wrong"
        try:
            answer = await browser.ask(
                "POST",
                "/connexion/",
                body.encode(),
                cookie=f"csrftoken={token}",
                content_type="application/x-www-form-urlencoded",
            )
            answers[f"guess: {answer.status}"] += 1
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            answers["guess: no answer"] += 1
            browser.close()


async def open_table_page(setup: EventSite, secret: str, seconds: list[float], answers: Counter[str]) -> None:
    """Open the page of a table again and again. A missing response counts with the time until the failure."""
    browser = Browser(setup.site.port)
    await asyncio.sleep(secrets.randbelow(1000) / 1000 * PAUSE)
    while True:
        start = time.perf_counter()
        try:
            answer = await browser.ask("GET", f"/table/{secret}/?tour={setup.event['round']}")
            answers[f"page: {answer.status}"] += 1
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            answers["page: no answer"] += 1
            browser.close()
        seconds.append(time.perf_counter() - start)
        await asyncio.sleep(PAUSE)


@asynccontextmanager
async def together(*people: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run all coroutines during the block."""
    tasks = [asyncio.create_task(coroutine) for coroutine in people]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measure_table_pages(setup: EventSite, label: str) -> float:
    """Measure pages of tables for SECONDS. Return the 95th percentile of their times."""
    seconds: list[float] = []
    answers: Counter[str] = Counter()
    secret_of = [table["secret"] for table in setup.event["tables"]]
    async with together(
        *(
            open_table_page(setup, secret_of[number % len(secret_of)], seconds, answers)
            for number in range(PHONES)
        )
    ):
        await asyncio.sleep(WARM_SECONDS)
        # caches are filled now: measure from here
        seconds.clear()
        answers.clear()
        processor = setup.site.processor_seconds()
        await asyncio.sleep(SECONDS)
        processor = (setup.site.processor_seconds() - processor) / SECONDS
    seconds = seconds or [RESPONSE_SECONDS]  # not a single response
    middle, p95, worst = (1000 * percentile(seconds, share) for share in (0.5, 0.95, 1.0))
    figures = f"{middle:7.1f} ms   95 % within {p95:7.1f} ms   worst {worst:7.1f} ms"
    print(f"  {label:<38} {figures}   {100 * processor:3.0f} % of a core   {dict(answers)}")
    return p95 / 1000


async def endure(setup: EventSite) -> float:
    """Return the 95th percentile with stalled connections, measured between two runs without."""
    ends: Counter[str] = Counter()
    guesses: Counter[str] = Counter()
    begins = (half_a_head, half_a_body, much_unread, a_stream)
    await measure_table_pages(setup, "pages of tables, alone")
    async with together(
        *(stall(setup, begins[number % len(begins)], ends) for number in range(STALLED)),
        *(guess(setup, guesses) for _ in range(GUESSING)),
    ):
        p95 = await measure_table_pages(setup, f"with {STALLED} stalled, {GUESSING} guessing")
    await measure_table_pages(setup, "alone again")
    print(f"  {dict(guesses)}; ended by the site: {dict(ends)}")
    return p95


def main() -> None:
    with event_site(SECTIONS, ROUND) as setup:
        print(f"{setup.database}: {PHONES} people at tables, a page every {PAUSE} s each")
        p95 = asyncio.run(endure(setup))
    assert p95 < BAR, f"95 % within {1000 * p95:.0f} ms, not {1000 * BAR:.0f}"


if __name__ == "__main__":
    main()
