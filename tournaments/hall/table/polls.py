"""A quick response to the polls of a table's phone while its page is up to date."""

import re
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from common.web_server.policy import match_of
from common.web_server.shared_responses import SHOWN
from tournaments.base.web.phones import phone_key
from tournaments.hall.queries.hall import load_table_hall
from tournaments.models import Section, Table
from tournaments.results.queries.table_mark import OpenLink, find_link, table_mark
from tournaments.results.services.table_access import own_link, still_opens
from tournaments.results.services.table_phones import note_seen

Site = Callable[[HttpRequest], HttpResponse]
NUMBER = re.compile(r"[1-9]\d{0,3}")
"""Pattern of a round's number in an address."""


def quiet_polls(site: Site) -> Site:
    """Return a middleware that answers 204 to a phone whose page is up to date.

    All other requests are passed on to `site`. The phones of a hall poll more often than their data changes.
    Such a response costs three queries, and needs neither a session nor a language.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if _is_fresh(request):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return site(request)

    return respond


def _is_fresh(request: HttpRequest) -> bool:
    """Return whether the request is a poll of a phone whose page is up to date.

    False for a captain's link and for a session that is not being played.
    """
    if request.method != "GET" or f"{SHOWN}=" not in request.META.get("QUERY_STRING", ""):
        return False
    # cheap tests first: this runs before every request of the site
    client_mark, device, match = request.GET.get(SHOWN), phone_key(request), match_of(request.path_info)
    is_fresh = POLLED.get(match.url_name or "") if match else None
    if match is None or is_fresh is None or not client_mark or device is None:
        return False
    number = str(match.kwargs.get("number", request.GET.get("tour", "")))
    if NUMBER.fullmatch(number) is None:
        return False
    # only reads the key in the text: `still_opens` checks the secret, once the row is loaded
    pk = own_link(match.kwargs["secret"])
    link = find_link(pk, int(number)) if pk is not None else None
    return (
        link is not None and still_opens(link, match.kwargs["secret"]) and is_fresh(link, device, client_mark)
    )


def _is_page_fresh(link: OpenLink, device: uuid.UUID, mark: str) -> bool:
    """Return whether the page of a phone is up to date. A phone with a seat is noted as seen.

    Args:
        mark: version of the page that the phone shows.
    """
    current_mark = table_mark(link, device)
    if current_mark.phone is not None:
        note_seen(current_mark.phone)
    return current_mark.text == mark


def _is_hall_fresh(link: OpenLink, device: uuid.UUID, mark: str) -> bool:
    """Return whether clock, messages and call of a phone are up to date.

    Args:
        mark: version of them that the phone shows.
    """
    section = Section(pk=link.section_id, session_id=link.session_id)
    return load_table_hall(Table(pk=link.table_id, section=section), device, timezone.now()).mark == mark


POLLED = {"table-page": _is_page_fresh, "table-hall": _is_hall_fresh}
"""Tests for an up-to-date client, by name of the polled view."""
