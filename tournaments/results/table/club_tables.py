"""The code on a table card: it leads to the page of that table in what the club plays now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.results.services.club_tables import find_club_table, open_tables
from tournaments.results.services.table_access import ClosedTable, table_secret
from tournaments.results.web.table_opening import refuse_link


@require_safe
@never_cache
def club_table(request: HttpRequest, secret: str) -> HttpResponse:
    """On to the one table of this number; a choice where there are several, a word where there is none."""
    try:
        club, number = find_club_table(secret)
    except ClosedTable as error:
        return refuse_link(request, error)
    links = [
        (link.table.section.session.tournament, table_secret(link)) for link in open_tables(club, number)
    ]
    if len(links) == 1:
        return redirect("table-page", links[0][1])
    context = {"club": club, "number": number, "links": links}
    return render(request, "tournaments/results/table/club_table.html", context, status=200 if links else 404)
