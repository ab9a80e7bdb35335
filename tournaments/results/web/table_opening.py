"""The beginning of every page of a table: checking the link, recognising the phone."""

import uuid
from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts.device_names import device_name
from accounts.refusals import WRONG_LINK, refuse_for_now
from common.requests.limits import MINUTE, By, Limit, limit_kind, seconds_to_wait
from tournaments.base.prepared import PreparedModels
from tournaments.base.web.phones import PHONE_COOKIE, phone_key
from tournaments.base.words.event_language import use_event_words
from tournaments.models import Play, Round, TableAccess
from tournaments.results.services.table_access import ClosedTable, find_table_access, table_secret
from tournaments.results.services.table_phones import Device, phone_name

TABLE_SENDING = limit_kind("table-sending", Limit(By.THING, 90, MINUTE))
TABLE_PICTURE = limit_kind("table-picture", Limit(By.THING, 10, MINUTE))
"""Limit of uploaded photos. Each one uses a core for a moment."""

COOKIE_SECONDS = 60 * 60 * 24 * 3
"""Lifetime of a phone's cookie in seconds: a tournament of one weekend."""

TableView = Callable[..., HttpResponse]


def at_table(view: TableView) -> TableView:
    """Pass the table of the link and the phone of the request to a view, in place of the secret."""

    @wraps(view)
    @never_cache
    def wrapper(request: HttpRequest, secret: str, *args: object, **kwargs: object) -> HttpResponse:
        try:
            access = find_table_access(secret)
        except ClosedTable as error:
            return refuse_link(request, error)
        use_event_words(access.table.section.session.tournament)
        # requests are limited per table: a whole hall may share one address
        table = str(access.pk)
        if request.method == "POST":
            for kind in (TABLE_SENDING, *([TABLE_PICTURE] if request.FILES else [])):
                if wait := seconds_to_wait(request, kind, thing=table):
                    return refuse_for_now(request, wait)
        browser = device_name(request.headers.get("User-Agent", ""))
        device = Device(phone_key(request) or uuid.uuid4(), phone_name(access, browser))
        response = view(request, access, device, *args, **kwargs)
        # set on each response, so that a phone in use is recognised for the next days, too
        response.set_cookie(
            PHONE_COOKIE,
            str(device.key),
            max_age=COOKIE_SECONDS,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
        return response

    return wrapper


def find_table_play(access: TableAccess, pk: int) -> Play:
    """Return a play of the table with its round and table, or raise Http404. One query."""
    play = _PLAY.first(pk, access.table_id)
    if play is None:
        raise Http404
    play.round.section = access.table.section
    return play


_PLAY = PreparedModels(
    lambda pk, table: Play.objects.filter(pk=pk, table=table),
    int,
    int,
    related=("round__section", "table"),
)


def refuse_link(request: HttpRequest, error: ClosedTable) -> HttpResponse:
    """Show the reason of the refusal. Clients that try many wrong links have to wait."""
    if wait := seconds_to_wait(request, WRONG_LINK):
        return refuse_for_now(request, wait)
    context = {
        "message": error.message,
        "event": error.extra.get("event"),
        "has_boards": error.extra.get("has_boards", False),
        "table": error.extra.get("table"),
        "number": error.extra.get("number"),
    }
    return render(request, "tournaments/results/table/closed.html", context, status=error.status)


def find_table_round(access: TableAccess, number: int) -> Round:
    """Return a round of the table's section, or raise Http404. One query."""
    return get_object_or_404(Round, section=access.table.section, number=number)


def redirect_to_round(access: TableAccess, this_round: Round) -> HttpResponse:
    """Redirect to the table's page at the round of the stored result."""
    address = reverse("table-page", args=[table_secret(access)])
    return redirect(f"{address}?tour={this_round.number}")
