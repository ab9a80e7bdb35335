"""A quick 204 for a table's phone that polls while nothing is new, before the rest of the site is called."""

import re
import uuid
from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from common.requests.devices import phone_key
from common.web_server.shared_answers import SHOWN
from tournaments.hall.queries.hall import load_table_hall
from tournaments.models import Section, Table
from tournaments.results.queries.table_mark import OpenLink, find_link, table_mark
from tournaments.results.services.table_access import own_link, still_opens
from tournaments.results.services.table_phones import note_seen

Site = Callable[[HttpRequest], HttpResponse]
PAGE = re.compile(r"/table/(?P<secret>[\w-]+)/")
HALL = re.compile(r"/table/(?P<secret>[\w-]+)/tours/(?P<number>\d{1,4})/salle/")
NUMBER = re.compile(r"[1-9]\d{0,3}")
"""Of a round, as addresses give it."""


def quiet_polls(site: Site) -> Site:
    """Middleware: 204 for a phone that shows what there is; everything else goes on to the site.

    A hall of phones asks more often than it is told anything: such an answer costs three queries,
    and needs neither a session nor a language.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if _is_fresh(request):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return site(request)

    return answer


def _is_fresh(request: HttpRequest) -> bool:
    if request.method != "GET" or not request.path.startswith("/table/"):
        return False
    shown, device = request.GET.get(SHOWN), phone_key(request)
    if not shown or device is None:
        return False
    if page := PAGE.fullmatch(request.path):
        number = request.GET.get("tour", "")
        return NUMBER.fullmatch(number) is not None and _is_page_fresh(
            secret=page["secret"], round_number=int(number), device=device, shown=shown
        )
    hall = HALL.fullmatch(request.path)
    return hall is not None and _is_hall_fresh(
        secret=hall["secret"],
        round_number=int(hall["number"]),
        device=device,
        shown=shown,
        now=timezone.now(),
    )


def _is_page_fresh(*, secret: str, round_number: int, device: uuid.UUID, shown: str) -> bool:
    """Whether a phone that shows a table in a round with the mark `shown` shows what is stored.

    A phone that sits there is noted as seen. False for whatever else is to be found out: a link that
    opens nothing, a captain's, a round that is not played.
    """
    link = _link(secret, round_number)
    if link is None:
        return False
    mark = table_mark(link, device)
    if mark.phone is not None:
        note_seen(mark.phone)
    return mark.text == shown


def _is_hall_fresh(*, secret: str, round_number: int, device: uuid.UUID, shown: str, now: datetime) -> bool:
    """Whether a phone with the mark `shown` shows clock, messages and call as they are."""
    link = _link(secret, round_number)
    if link is None:
        return False
    section = Section(pk=link.section_id, session_id=link.session_id)
    return load_table_hall(Table(pk=link.table_id, section=section), device, now).mark == shown


def _link(secret: str, round_number: int) -> OpenLink | None:
    pk = own_link(secret)
    link = find_link(pk, round_number) if pk is not None else None
    return link if link is not None and still_opens(link, secret) else None
