"""The ASGI application of the web server: the WSGI site in a few threads, with gates in front of it.

A request comes through three gates (common/web_server/): its body is read whole (request_bodies.py),
strangers who ask the same are answered together (shared_answers.py), and a lane gives it a thread
(site_threads.py). Before them stand those who listen (common/live/streams.py).
Django's own ASGI handler served less than half as many posts in our measurements, with a far worse tail;
more than a few threads only lengthen the tail on SQLite (docs/decisions/0008).
"""

import os
import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from common.live.streams import Streams
from common.live.telling import hub
from common.requests.devices import DEVICE_COOKIE, has_signed_in_somewhere
from common.requests.limits import is_used_up
from common.web_server.loop_answers import cookies_of, stranger_language
from common.web_server.request_bodies import Sizes, WholeBodies
from common.web_server.shared_answers import AnswerSharing, SharedAnswers
from common.web_server.site_threads import Caller, Lane, SiteThreads, address_of
from common.web_server.spools import SpoolSpace
from config.wsgi import application as site
from tournaments.paper.services.scan_sorting import LARGEST_PILE
from tournaments.results.services.flags import LARGEST_PHOTO

SHARED_PAGES = re.compile(
    r"/|/t/[\w-]+/((general|groupes|prix|places)/|etuis/(\d+/)?)?|/(clubs|competitions)/[\w-]+/"
)
"""What a hall opens at once: pages that count nobody, and hold nothing of the one who reads them."""
RESULTS_AND_CARDS = re.compile(
    r"/table/|/api/v1/(table|tournaments/[\w-]+/plays)/|/jouer/|/salles/manche/\d+/jouer/"
)
"""What is written many times a second and takes nothing away from a page that strangers share."""
FILE_SECONDS = 10.0

AROUND_FILE = 256 * 1024
"""Bytes of a form beside its file."""
SIZES = Sizes(
    usual=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    larger=(
        (re.compile(r"/table/[\w-]+/donnes/\d+/contester/"), LARGEST_PHOTO + AROUND_FILE),
        (re.compile(r"/organiser/t/[\w-]+/resultats/images/(ranger/)?"), LARGEST_PILE + AROUND_FILE),
        (re.compile(r"/(connexion|jouer|langue|table)/.*"), AROUND_FILE),
        (re.compile(r"/api/.*"), 1024 * 1024),
    ),
)
"""The most bytes of a body, by address; a form that takes larger files needs a row here.

What is usual is what Django itself reads of a form without a file. A test compares the rows with what the
upload forms accept.
"""

THREADS = int(os.environ.get("ETUI_WEB_THREADS", "4"))
EVERYBODY = 4000
"""How many may wait for a thread: a large hall, each phone with several requests."""
ASKING, CHANGING = frozenset({"GET", "HEAD", "POST"}), frozenset({"POST", "PUT", "PATCH"})
USUAL = Lane(
    "site", re.compile(""), frozenset(), THREADS, EVERYBODY, EVERYBODY, is_alone=False, is_shared=False
)
SIGN_IN = frozenset({"/connexion/", "/admin/login/"})


def caller_of(scope: Any) -> Caller:
    """Return the sender of a request: its address, its session, and whether its browser signed in before."""
    cookies = cookies_of(scope)
    return Caller(
        address_of(scope),
        cookies.get(settings.SESSION_COOKIE_NAME, "")[:LONGEST_SESSION],
        has_signed_in_somewhere(cookies.get(DEVICE_COOKIE, "")),
    )


def may_not_sign_in(scope: Any) -> bool:
    """Return whether a sign-in is refused already: the site says so without computing a hash."""
    if scope["path"] not in SIGN_IN:
        return False
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = address_of(scope)
    request.COOKIES = cookies_of(scope)
    return is_used_up(request, "sign-in")


LONGEST_SESSION = 64
WHOLE_HALL = 200
"""Phones behind one address that begin a deal at the same moment, as in a round of a room. None is refused;
the last one waits for some seconds, and who plays already does not wait behind them."""
LANES = (
    Lane(
        "passwords",
        re.compile(r"/connexion/.*|/admin/login/|/admin/accounts/user/.*"),
        CHANGING,
        favours_known=True,
        is_spared=may_not_sign_in,
    ),
    Lane(
        "uploads",
        re.compile(
            r"/table/[\w-]+/donnes/\d+/contester/|/organiser/t/[\w-]+/resultats/images/(ranger/)?"
            r"|/organiser/clubs/[\w-]+/(papiers|page|joueurs/importer|mouvements)/"
            r"|/organiser/t/[\w-]+/etuis/importer/|/verifier/"
        ),
        CHANGING,
        waiting=30,
        of_address=30,
        rests=True,
        favours_known=True,
    ),
    Lane(
        "drawing",
        re.compile(
            r"/organiser/.*/apercu/|/organiser/clubs/[\w-]+/papiers/specimen\.svg|/organiser/.*\.(csv|json|zip)"
            r"|/organiser/clubs/[\w-]+/mouvements/(comparer|\d+/controle)/"
        ),
        ASKING,
        of_address=8,
        favours_known=True,
    ),
    Lane(
        "pictures",
        re.compile(r"/t/[\w-]+/apercu\.png|/t/[\w-]+/joueurs/\d+/carte\.png|/regles/[\w-]+/imprimer/"),
        ASKING,
        of_address=8,
    ),
    Lane(
        "beginnings",
        re.compile(r"/salles/manche/\d+/jouer/"),
        CHANGING,
        waiting=WHOLE_HALL + 40,
        of_address=WHOLE_HALL,
        is_alone=False,
    ),
    Lane(
        "robots",
        re.compile(r"/jouer/.*"),
        CHANGING,
        threads=2,
        waiting=WHOLE_HALL + 40,
        of_address=WHOLE_HALL,
        is_alone=False,
    ),
)
"""What may not take all threads, each lane with threads of its own; one that is alone has one, all processes
together. Robots think in compiled functions that let other threads go on: two of theirs use two cores.

To add a costly page, put its path into the pattern of the lane that fits; what must not wait behind any of
them gets a lane of its own. More requests than `waiting` are refused with 503 and Retry-After.
"""

sharing = AnswerSharing(
    pages=SHARED_PAGES,
    files=settings.STATIC_URL,
    harmless=RESULTS_AND_CARDS,
    session_cookie=settings.SESSION_COOKIE_NAME,
    language_cookie=settings.LANGUAGE_COOKIE_NAME,
    quiet_cookies=frozenset({settings.CSRF_COOKIE_NAME}),
    language_of=stranger_language,
    moment=settings.ETUI_POLL_MOMENT,
    file_seconds=FILE_SECONDS,
)
ON_THEIR_WAY = settings.VAR_DIR / "on-the-way"
"""Where large bodies lie until they are read or sent; their files have no name and go with the process."""
MOST_ARRIVING = MOST_LEAVING = 256 * 1024 * 1024
"""Bytes of bodies of requests, and of answers, on their way at a time."""
threads = SiteThreads(site, USUAL, LANES, SpoolSpace(MOST_LEAVING, ON_THEIR_WAY), caller_of)
shared = SharedAnswers(threads, sharing)
hub().before_waking = shared.forget_topic
whole = WholeBodies(shared, SIZES, SpoolSpace(MOST_ARRIVING, ON_THEIR_WAY))
application = Streams(whole, hub())
