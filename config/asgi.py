"""What the web server runs: the WSGI site in a few threads.

Django's own ASGI handler served less than half as many posts in our measurements, with a far worse
tail; more than a few threads only lengthen the tail on SQLite (docs/decisions/0008).
"""

import asyncio
import os
import re
from functools import lru_cache
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, Scope, Send
from a2wsgi.wsgi import WSGIResponder
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from common.questions import Sharing
from common.shared_answers import SharedAnswers
from config.wsgi import application as site

LARGEST_PART = 64 * 1024
"""Bytes of an answer that are kept before they are sent: all but downloads are sent at once."""


SHARED_PAGES = re.compile(
    r"/|/t/[\w-]+/((general|groupes|prix|places)/|etuis/(\d+/)?)?|/(clubs|competitions)/[\w-]+/"
)
"""What a hall opens at once: pages that count nobody, and hold nothing of the one who reads them."""
RESULTS = re.compile(r"/table/|/api/v1/(table|tournaments/[\w-]+/plays)/")
FILE_SECONDS = 10.0


class WholeAnswers(WSGIResponder):
    """An answer handed to the server's loop in one piece.

    Each piece costs two changes of thread, and while another thread computes each change waits 5 ms: three
    pieces an answer kept four threads from more than a hundred answers a second.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._head: list[Any] = []
        self._parts: list[bytes] = []

    def send(self, message: Any) -> None:
        """Keep a piece; called in the thread of the site."""
        if message["type"] == "http.response.start":
            self._head.append(message)
            return
        self._parts.append(message["body"])
        has_more = message.get("more_body", False)
        if not has_more or sum(map(len, self._parts)) > LARGEST_PART:
            body = {"type": "http.response.body", "body": b"".join(self._parts), "more_body": has_more}
            handed = asyncio.run_coroutine_threadsafe(self._put([*self._head, body]), self.loop)
            self._head, self._parts = [], []
            if has_more:
                handed.result()

    async def _put(self, messages: list[Any]) -> None:
        for message in messages:
            await self.send_queue.put(message)


class Site(WSGIMiddleware):
    """The site behind an ASGI server."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await super().__call__(scope, receive, send)
        return await WholeAnswers(self.app, self.executor, self.send_queue_size)(scope, receive, send)


@lru_cache(maxsize=1024)
def stranger_language(header: str, cookie: str) -> str:
    """The language in which the site answers somebody without an account."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie
    return get_language_from_request(request)


threads = int(os.environ.get("ETUI_WEB_THREADS", "4"))
sharing = Sharing(
    pages=SHARED_PAGES,
    files=settings.STATIC_URL,
    harmless=RESULTS,
    session_cookie=settings.SESSION_COOKIE_NAME,
    language_cookie=settings.LANGUAGE_COOKIE_NAME,
    quiet_cookies=frozenset({settings.CSRF_COOKIE_NAME}),
    language_of=stranger_language,
    moment=settings.ETUI_POLL_MOMENT,
    file_seconds=FILE_SECONDS,
)
application = SharedAnswers(Site(site, workers=threads), sharing)  # type: ignore[arg-type] # an iterable answer
