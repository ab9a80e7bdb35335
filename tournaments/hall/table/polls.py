"""Polls of the tables' phones that nothing new awaits, answered before anything else of the site is asked."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from common.devices import phone_key
from tournaments.hall.services.table_polls import is_hall_fresh, is_page_fresh

Site = Callable[[HttpRequest], HttpResponse]
PAGE = re.compile(r"/table/(?P<secret>[\w-]+)/")
HALL = re.compile(r"/table/(?P<secret>[\w-]+)/tours/(?P<number>\d{1,4})/salle/")
NUMBER = re.compile(r"[1-9]\d{0,3}")
"""Of a round, as addresses give it."""


def quiet_polls(site: Site) -> Site:
    """Middleware: 204 for a phone that shows what there is; everything else goes on to the site.

    A hall of phones asks more often than it is told anything: such an answer needs neither a session nor a
    language.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if _is_fresh(request):
            return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return site(request)

    return answer


def _is_fresh(request: HttpRequest) -> bool:
    if request.method != "GET" or not request.path.startswith("/table/"):
        return False
    shown, device = request.GET.get("shown"), phone_key(request)
    if not shown or device is None:
        return False
    if page := PAGE.fullmatch(request.path):
        number = request.GET.get("tour", "")
        return NUMBER.fullmatch(number) is not None and is_page_fresh(
            secret=page["secret"], round_number=int(number), device=device, shown=shown
        )
    hall = HALL.fullmatch(request.path)
    return hall is not None and is_hall_fresh(
        secret=hall["secret"],
        round_number=int(hall["number"]),
        device=device,
        shown=shown,
        now=timezone.now(),
    )
