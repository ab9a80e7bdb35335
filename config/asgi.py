"""ASGI application of the web server: the WSGI site in a few threads, behind several gates.

A request passes these gates (common/web_server/, common/live/):

1. Streams hold clients that subscribe (streams.py).
2. The body is read completely (request_bodies.py).
3. Strangers with equal requests share a response (shared_responses.py).
4. A lane gives the request a thread (site_threads.py).

Django's own ASGI handler served less than half as many POST requests in our measurements, with a far worse
tail of slow responses. More threads only lengthen that tail on SQLite (docs/decisions/0008).
"""

import os
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

from common.live.notifying import get_hub
from common.live.streams import Streams
from common.requests.devices import DEVICE_COOKIE, read_browser_cookie
from common.requests.limits import has_no_attempts_left
from common.web_server.loop_responses import anonymous_language, client_host, cookies_of
from common.web_server.policy import UPLOADS, all_policies, policy_of
from common.web_server.request_bodies import WholeBodies
from common.web_server.shared_responses import SharedResponses
from common.web_server.site_threads import Caller, Lane, SiteThreads
from common.web_server.spools import SpoolSpace
from config.wsgi import application as site

THREADS = int(os.environ.get("ETUI_WEB_THREADS", "4"))
LARGEST_QUEUE = 4000
"""Requests that may wait for a thread: a large hall, each phone with several requests."""
ASKING, CHANGING = frozenset({"GET", "HEAD", "POST"}), frozenset({"POST", "PUT", "PATCH"})
USUAL = Lane("site", frozenset(), THREADS, LARGEST_QUEUE, LARGEST_QUEUE, is_alone=False, is_shared=False)


def identify_client(scope: Any) -> Caller:
    """Return the client of a request: address, session, and whether its browser has signed in before."""
    cookies = cookies_of(scope)
    browser = read_browser_cookie(cookies.get(DEVICE_COOKIE, ""))
    # a client may send a cookie of any length
    session = cookies.get(settings.SESSION_COOKIE_NAME, "")[:LONGEST_SESSION]
    return Caller(client_host(scope), session, is_known=browser is not None and bool(browser.marks))


def is_limited(scope: Any) -> bool:
    """Return whether the limit of a view already refuses the request, which then needs no password hash."""
    limit = policy_of(scope).limit
    if limit is None:
        return False
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = client_host(scope)
    request.COOKIES = cookies_of(scope)
    return has_no_attempts_left(request, limit)


LONGEST_SESSION = 64
WHOLE_HALL = 200
"""Phones behind one address that start a deal at the same moment, as in a round of a room. None is refused.
The last one waits for some seconds. Other actions of players do not wait behind them."""
LANES = (
    Lane("passwords", CHANGING, favours_known=True, is_spared=is_limited),
    Lane(UPLOADS, CHANGING, waiting=30, of_address=30, rests=True, favours_known=True),
    Lane("drawing", ASKING, of_address=8, favours_known=True),
    Lane("pictures", ASKING, of_address=8),
    Lane("beginnings", CHANGING, waiting=WHOLE_HALL + 40, of_address=WHOLE_HALL, is_alone=False),
    Lane("robots", CHANGING, threads=2, waiting=WHOLE_HALL + 40, of_address=WHOLE_HALL, is_alone=False),
)
"""Lanes with threads of their own, for requests that must not occupy all threads of the site.

A lane that is alone has one thread in all processes together. Robots run in compiled functions that release
the interpreter, so two of their threads use two cores. A costly view declares its lane
(`common.web_server.policy`). Requests that must not wait behind any other lane get a lane of their own. More
requests than `waiting` are refused with 503 and Retry-After.
"""
if unknown := {policy.lane for policy in all_policies().values()} - {"", *(lane.name for lane in LANES)}:
    raise ImproperlyConfigured(f"views name lanes that are missing here: {sorted(unknown)}")

SPOOL_FOLDER = settings.VAR_DIR / "on-the-way"
"""Folder of large bodies until they are read or sent. Their files have no name and end with the process."""
MOST_ARRIVING = MOST_LEAVING = 256 * 1024 * 1024
"""Limits in bytes for all bodies of requests, and for all bodies of responses, at the same time."""
threads = SiteThreads(site, USUAL, LANES, policy_of, SpoolSpace(MOST_LEAVING, SPOOL_FOLDER), identify_client)
shared = SharedResponses(threads, policy_of, anonymous_language)
# drop shared responses before the listeners request them again
get_hub().before_waking = shared.forget_topic
complete_bodies = WholeBodies(shared, policy_of, SpoolSpace(MOST_ARRIVING, SPOOL_FOLDER))
application = Streams(complete_bodies, get_hub())
