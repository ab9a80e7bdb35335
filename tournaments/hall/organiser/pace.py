"""The organiser's page of the pace of the tables, and its file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.web_server.policy import lane
from tournaments.base.access import Right
from tournaments.base.web.finding import find_requested_session, find_tournament
from tournaments.core.formats.event_options import SheetOf
from tournaments.hall.queries.pace import load_pace
from tournaments.hall.services.pace_file import pace_csv
from tournaments.movements.queries.movements import session_sheet_kind


@require_safe
@never_cache
def pace_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the deals and minutes per deal of each table, and players at slow tables in each round."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = find_requested_session(request, tournament)
    context = {
        "tournament": tournament,
        "tab": "hall",
        "session": session,
        # a sheet of totals holds many deals and has one hour
        "has_deals": session_sheet_kind(session) is not SheetOf.TOTALS,
        "pace": load_pace(session, timezone.now()),
    }
    return render(request, "tournaments/hall/organiser/pace.html", context)


@lane("drawing")
@require_safe
def download_pace(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the pace of the tables for a spreadsheet."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = find_requested_session(request, tournament)
    name = f"{tournament.slug}-{session.number}.rythme.csv"
    return HttpResponse(
        pace_csv(load_pace(session, timezone.now())),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
