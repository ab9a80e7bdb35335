"""Start pages of organisers: home, one club, and a captain's tables."""

from collections.abc import Iterable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import AppError
from tournaments.base.access import Right, captained_by, clubs_managed_by, desks_of, may_back_up, screens_of
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import add_success_message, posted_data
from tournaments.base.web.finding import find_club, find_tournament, signed_in_user
from tournaments.base.web.organising import note_organiser
from tournaments.core.alphabet import sort_key
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.enums import TournamentState
from tournaments.evening.organiser.health_words import describe_backups, standing_still
from tournaments.evening.queries.desk import by_state
from tournaments.models import Role, TableAccess, Tournament
from tournaments.people.forms.people import ClubForm
from tournaments.people.services.clubs import create_club
from tournaments.results.queries.score_sheets import sheet_progress
from tournaments.results.services.table_access import open_own_table, table_secret


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """List the clubs and tournaments that the user works for. A user without a right gets their own page."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    if not note_organiser(request):
        return redirect("own-home")
    clubs = clubs_managed_by(request.user)
    keeps_data = request.user.is_staff or bool(clubs)
    context = {
        "clubs": clubs,
        "backup": describe_backups(now=timezone.now()) if keeps_data else None,
        "may_back_up": may_back_up(request.user),
        "groups": _named_groups(desks_of(request.user)),
        "captained": captained_by(request.user),
        "screens": screens_of(request.user),
        "standing_still": standing_still(),
    }
    return render(request, "tournaments/evening/organiser/home.html", context)


_GROUPS: dict[TournamentState, Promise] = {
    TournamentState.PLAYING: pgettext_lazy("tournaments", "En cours"),
    TournamentState.SEATED: pgettext_lazy("tournaments", "Places fixées"),
    TournamentState.DRAFT: pgettext_lazy("tournaments", "En préparation"),
    TournamentState.FINISHED: pgettext_lazy("tournaments", "Terminés"),
}
"""Title of each group of tournaments, by state."""


def _named_groups(tournaments: Iterable[Tournament]) -> list[tuple[Promise, list[Tournament]]]:
    return [(_GROUPS[state], rows) for state, rows in by_state(tournaments)]


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its tournaments, its members and the size of its register."""
    this_club = find_club(request, slug)
    context = {
        "club": this_club,
        "tab": "club",
        "person_count": this_club.people.count(),
        "members": sorted(
            this_club.memberships.select_related("user"),
            key=lambda membership: sort_key(membership.user.name),
        ),
        "groups": _named_groups(this_club.tournaments.select_related("club")),
    }
    return render(request, "tournaments/evening/organiser/club.html", context)


@require_http_methods(["GET", "POST"])
def create_club_page(request: HttpRequest) -> HttpResponse:
    """Create a club; for the staff of the installation."""
    if not request.user.is_authenticated or not signed_in_user(request).is_staff:
        raise PermissionDenied
    form = ClubForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        this_club = create_club(**form.cleaned_data, created_by=signed_in_user(request))
        add_success_message(request, _("Le club est créé. Ajoutez ses joueurs."))
        return redirect("organiser-club", this_club.slug)
    return render(request, "tournaments/evening/organiser/club_create.html", {"form": form})


@require_http_methods(["GET", "POST"])
@never_cache
def my_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """List the captain's tables. A POST opens the page of one, or shows the reason why it is closed."""
    tournament = find_tournament(request, slug, Right.ENTER_TABLE)
    roles = Role.objects.in_force().filter(
        user=signed_in_user(request), tournament=tournament, table_number__isnull=False
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
    """Return the link of the requested table, which must be one of the captain's."""
    role = next((row for row in roles if str(row.table_number) == request.POST.get("table")), None)
    if role is None:
        raise AppError("not_your_table", _("Vous n’êtes pas capitaine de cette table."))
    # loaded already: saves a query in `open_own_table`
    role.tournament = tournament
    return open_own_table(role=role)
