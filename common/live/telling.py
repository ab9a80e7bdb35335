"""What services and pages use of the live channel: `tell` a topic, answer whoever polls or listens.

A topic is a kind and whose it is, `table:12`. Word of it says that there is more, never what.
"""

from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from common.live.hub import Carrier, Hub
from common.live.loopback import Loopback
from common.live.redis_topics import RedisTopics
from common.web_server.shared_answers import TOPICS_HEADER

LISTENS = "ecoute"
"""Asked of an address that a page polls, with the value 1, by whoever wants to listen instead."""


@lru_cache(maxsize=1)
def hub() -> Hub:
    """That of this process."""
    url = settings.ETUI_LIVE_URL
    carrier: Carrier = RedisTopics(url) if url else Loopback(settings.VAR_DIR / "live")
    return Hub(carrier)


def tell(topic: str) -> None:
    """Wake the pages that listen to `topic`, after the commit, at once outside a transaction."""

    def wake() -> None:  # a function: Django logs a failure by its __qualname__, which a partial lacks
        hub().tell(topic)

    transaction.on_commit(wake, robust=True)


def answer_live(request: HttpRequest, *topics: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """What a page polls, named after its topics; to whoever may have it and wants to listen, the topics.

    Call it once everything is checked that `answer` is refused for. The web server turns an answer that
    only names topics into a stream (common/live/streams.py).
    """
    response = HttpResponse(status=204) if request.GET.get(LISTENS) == "1" else answer()
    response.headers[TOPICS_HEADER] = " ".join(topics)
    return response
