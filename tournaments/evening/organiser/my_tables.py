"""Where a captain finds the tables whose results he writes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.models import Role, TableAccess, Tournament
from tournaments.results.queries.score_sheets import sheet_progress
from tournaments.results.services.table_access import open_own_table, table_secret


@require_http_methods(["GET", "POST"])
@never_cache
def my_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The captain's tables; a post opens the page of one, or says why it is closed."""
    tournament = find_tournament(request, slug, Right.ENTER_TABLE)
    roles = Role.objects.in_force().filter(
        user=signed_in(request), tournament=tournament, table_number__isnull=False
    )
    roles = roles.select_related("user")
    context = {"tournament": tournament, "roles": roles.order_by("table_number"), "sheets": []}
    if find_format(tournament.format).sheet is SheetKind.SCORES:
        tables = {role.table_number for role in roles}
        sheets = sheet_progress(current_session(tournament))
        context["sheets"] = [row for row in sheets if row.table_number in tables]
    if request.method == "POST":
        try:
            return redirect("table-page", table_secret(_open(request, tournament, list(roles))))
        except AppError as error:
            context["error"] = error.message
    return render(request, "tournaments/evening/organiser/my_tables.html", context)


def _open(request: HttpRequest, tournament: Tournament, roles: list[Role]) -> TableAccess:
    """The page of the table asked for, which must be one of the captain's."""
    role = next((each for each in roles if str(each.table_number) == request.POST.get("table")), None)
    if role is None:
        raise AppError("not_your_table", _("Vous n’êtes pas capitaine de cette table."))
    role.tournament = tournament
    return open_own_table(role=role)
