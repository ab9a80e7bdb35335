"""The ASGI application of the web server: the WSGI site in a few threads, with gates in front of it.

A request comes through three gates (common/web_server/): its body is read whole (request_bodies.py),
strangers who ask the same are answered together (shared_answers.py), and a lane gives it a thread
(site_threads.py). Before them stand those who listen (common/live/streams.py).
Django's own ASGI handler served less than half as many posts in our measurements, with a far worse tail;
more than a few threads only lengthen the tail on SQLite (docs/decisions/0008).
"""

import os
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

from common.live.streams import Streams
from common.live.telling import hub
from common.requests.devices import DEVICE_COOKIE, browser_of
from common.requests.limits import is_used_up
from common.web_server.loop_answers import address_of, cookies_of, stranger_language
from common.web_server.policy import UPLOADS, all_policies, policy_of
from common.web_server.request_bodies import WholeBodies
from common.web_server.shared_answers import SharedAnswers
from common.web_server.site_threads import Caller, Lane, SiteThreads
from common.web_server.spools import SpoolSpace
from config.wsgi import application as site

THREADS = int(os.environ.get("ETUI_WEB_THREADS", "4"))
EVERYBODY = 4000
"""How many may wait for a thread: a large hall, each phone with several requests."""
ASKING, CHANGING = frozenset({"GET", "HEAD", "POST"}), frozenset({"POST", "PUT", "PATCH"})
USUAL = Lane("site", frozenset(), THREADS, EVERYBODY, EVERYBODY, is_alone=False, is_shared=False)


def caller_of(scope: Any) -> Caller:
    """Return the sender of a request: its address, its session, and whether its browser signed in before."""
    cookies = cookies_of(scope)
    browser = browser_of(cookies.get(DEVICE_COOKIE, ""))
    session = cookies.get(settings.SESSION_COOKIE_NAME, "")[:LONGEST_SESSION]
    return Caller(address_of(scope), session, is_known=browser is not None and bool(browser.marks))


def is_limited(scope: Any) -> bool:
    """Return whether the limit of a view refuses a request already: the answer then needs no hash."""
    limit = policy_of(scope).limit
    if limit is None:
        return False
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = address_of(scope)
    request.COOKIES = cookies_of(scope)
    return is_used_up(request, limit)


LONGEST_SESSION = 64
WHOLE_HALL = 200
"""Phones behind one address that begin a deal at the same moment, as in a round of a room. None is refused;
the last one waits for some seconds, and who plays already does not wait behind them."""
LANES = (
    Lane("passwords", CHANGING, favours_known=True, is_spared=is_limited),
    Lane(UPLOADS, CHANGING, waiting=30, of_address=30, rests=True, favours_known=True),
    Lane("drawing", ASKING, of_address=8, favours_known=True),
    Lane("pictures", ASKING, of_address=8),
    Lane("beginnings", CHANGING, waiting=WHOLE_HALL + 40, of_address=WHOLE_HALL, is_alone=False),
    Lane("robots", CHANGING, threads=2, waiting=WHOLE_HALL + 40, of_address=WHOLE_HALL, is_alone=False),
)
"""Lanes for requests that may not take all threads, each with threads of its own.

A lane that is alone has one thread in all processes together. Robots think in compiled functions that let
other threads go on: two of theirs use two cores. A costly view names its lane (`common.web_server.policy`).
Requests that must not wait behind any of them get a lane of their own. More requests than `waiting` are
refused with 503 and Retry-After.
"""
if unknown := {policy.lane for policy in all_policies().values()} - {"", *(lane.name for lane in LANES)}:
    raise ImproperlyConfigured(f"views name lanes that are missing here: {sorted(unknown)}")

ON_THEIR_WAY = settings.VAR_DIR / "on-the-way"
"""Where large bodies lie until they are read or sent; their files have no name and go with the process."""
MOST_ARRIVING = MOST_LEAVING = 256 * 1024 * 1024
"""Bytes of bodies of requests, and of answers, on their way at a time."""
threads = SiteThreads(site, USUAL, LANES, policy_of, SpoolSpace(MOST_LEAVING, ON_THEIR_WAY), caller_of)
shared = SharedAnswers(threads, policy_of, stranger_language)
hub().before_waking = shared.forget_topic
whole = WholeBodies(shared, policy_of, SpoolSpace(MOST_ARRIVING, ON_THEIR_WAY))
application = Streams(whole, hub())
