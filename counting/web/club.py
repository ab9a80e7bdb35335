"""Pages of the evenings at home that a club keeps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from counting.queries.sheets import load_home_sheet
from counting.services.evenings import keep_in_club
from counting.web.evening import find_written
from counting.words.sheets import leaders
from tournaments.base.web.acting import run_service
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.events.words.game_names import game_name

SHOWN = 100
"""Largest number of evenings in the list of a club, the latest first."""


@require_POST
def keep_here(request: HttpRequest, secret: str, slug: str) -> HttpResponse:
    """Store an evening for a club, at the request of one of the club's keepers."""
    club = find_club(request, slug)
    evening = find_written(request, secret)
    message = _("Le club %(club)s garde cette soirée.") % {"club": club.name}
    run_service(request, keep_in_club, message, evening=evening, club=club, kept_by=signed_in_user(request))
    return redirect("counting-evening", secret)


@require_safe
def club_evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """List the evenings that a club keeps, for one of its keepers. One query for each evening."""
    club = find_club(request, slug)
    rows = [
        (evening, game_name(evening.game), len(sheet.deals), ", ".join(leaders(sheet)))
        for evening in club.home_evenings.order_by("-begun_at")[:SHOWN]
        for sheet in [load_home_sheet(evening)]
    ]
    return render(request, "counting/club.html", {"club": club, "tab": "club", "rows": rows})
