"""Interface of the live channel for services and pages: publish a topic, respond to polls and subscriptions.

A topic is a kind and an id, such as `table:12`. A notification means that there is new data; it contains
none.
"""

from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from common.live.hub import Hub
from common.live.loopback import Loopback
from common.web_server.shared_responses import TOPICS_HEADER

LISTENS = "ecoute"
"""Query parameter of a polled address. With the value 1 the client subscribes instead."""


@lru_cache(maxsize=1)
def get_hub() -> Hub:
    """Return the hub of this process."""
    url = settings.ETUI_LIVE_URL
    redis_topics = "common.live.redis_topics.RedisTopics"  # loaded on servers alone
    return Hub(import_string(redis_topics)(url) if url else Loopback(settings.VAR_DIR / "live"))


def notify_pages(topic: str) -> None:
    """Notify the pages that subscribe to `topic`, after the commit, at once outside a transaction."""

    def wake() -> None:  # a function: Django logs a failure by its __qualname__, which a partial lacks
        get_hub().publish(topic)

    transaction.on_commit(wake, robust=True)


def answer_live_poll(request: HttpRequest, *topics: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the response to a poll, or an empty response to a subscription, with the topics in a header.

    Call it after all checks of access. The web server turns a response without content into a stream
    (common/live/streams.py).
    """
    response = HttpResponse(status=204) if request.GET.get(LISTENS) == "1" else answer()
    response.headers[TOPICS_HEADER] = " ".join(topics)
    return response
