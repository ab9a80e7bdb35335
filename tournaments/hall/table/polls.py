"""A quick 204 for a table's phone that polls while nothing is new, before the rest of the site is called."""

import re
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from common.web_server.policy import match_of
from common.web_server.shared_answers import SHOWN
from tournaments.base.web.phones import phone_key
from tournaments.hall.queries.hall import load_table_hall
from tournaments.models import Section, Table
from tournaments.results.queries.table_mark import OpenLink, find_link, table_mark
from tournaments.results.services.table_access import own_link, still_opens
from tournaments.results.services.table_phones import note_seen

Site = Callable[[HttpRequest], HttpResponse]
NUMBER = re.compile(r"[1-9]\d{0,3}")
"""Number of a round, as addresses give it."""


def quiet_polls(site: Site) -> Site:
    """Middleware: answer 204 to a phone whose page is up to date; everything else goes on to the site.

    A hall of phones polls more often than anything changes: such a response costs three queries,
    and needs neither a session nor a language.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if _is_fresh(request):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return site(request)

    return answer


def _is_fresh(request: HttpRequest) -> bool:
    if request.method != "GET" or f"{SHOWN}=" not in request.META.get("QUERY_STRING", ""):
        return False
    shown, device, match = request.GET.get(SHOWN), phone_key(request), match_of(request.path_info)
    is_fresh = POLLED.get(match.url_name or "") if match else None
    if match is None or is_fresh is None or not shown or device is None:
        return False
    number = str(match.kwargs.get("number", request.GET.get("tour", "")))
    if NUMBER.fullmatch(number) is None:
        return False
    pk = own_link(match.kwargs["secret"])
    link = find_link(pk, int(number)) if pk is not None else None
    return link is not None and still_opens(link, match.kwargs["secret"]) and is_fresh(link, device, shown)


def _is_page_fresh(link: OpenLink, device: uuid.UUID, shown: str) -> bool:
    """Return whether the page of a phone, with the mark `shown`, is up to date.

    A phone that sits there is noted as seen. False for all other cases: a captain's link, a round that
    is not played.
    """
    mark = table_mark(link, device)
    if mark.phone is not None:
        note_seen(mark.phone)
    return mark.text == shown


def _is_hall_fresh(link: OpenLink, device: uuid.UUID, shown: str) -> bool:
    """Return whether clock, messages and call of a phone, with the mark `shown`, are up to date."""
    section = Section(pk=link.section_id, session_id=link.session_id)
    return load_table_hall(Table(pk=link.table_id, section=section), device, timezone.now()).mark == shown


POLLED = {"table-page": _is_page_fresh, "table-hall": _is_hall_fresh}
"""Tests by the name of the view that is polled."""
