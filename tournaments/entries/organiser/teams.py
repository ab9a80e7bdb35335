"""Pages of a team: entry and changes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, find_tournament_entry, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.entries.forms.team_lists import TeamListForm
from tournaments.entries.forms.teams import FirstBadgeForm, TeamForm
from tournaments.entries.services.team_lists import enter_team_list
from tournaments.entries.services.teams import change_team, enter_team
from tournaments.models import Entry, Tournament
from tournaments.rankings.services.ranking_options import set_ranking_options


@require_http_methods(["GET", "POST"])
def add_team_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a team of people of the register. With `next` the page for another team follows."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    form = TeamForm(posted_data(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            team = enter_team(
                tournament=tournament,
                name=form.cleaned_data["name"],
                people=form.people,
                entered_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("L’équipe « %(team)s » est inscrite.") % {"team": team})
            return redirect("organiser-team-add" if "next" in request.POST else "organiser-entries", slug)
    return _page(request, tournament, form, None)


@require_http_methods(["GET", "POST"])
def team_list_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter many teams at once, from a list that is typed or pasted."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    form = TeamListForm(posted_data(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            count = enter_team_list(
                tournament=tournament, teams=form.listed_teams, entered_by=signed_in_user(request)
            )
        except AppError as error:
            show_error(form, error)
        else:
            message = ngettext("%(count)d équipe inscrite.", "%(count)d équipes inscrites.", count)
            add_success_message(request, message % {"count": count})
            return redirect("organiser-entries", slug)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "form": form,
        "size": find_format(tournament.format).plan.unit_sizes[0],
    }
    return render(request, "tournaments/entries/organiser/team_list.html", context)


@require_http_methods(["GET", "POST"])
def change_team_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change the name, captain or members of a team. Possible until the first result."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    team = find_tournament_entry(tournament, pk)
    form = TeamForm(posted_data(request), tournament=tournament, team=team)
    if request.method == "POST" and form.is_valid():
        try:
            change_team(
                entry=team,
                name=form.cleaned_data["name"],
                people=form.people,
                changed_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("L’équipe est enregistrée."))
            return redirect("organiser-entries", slug)
    return _page(request, tournament, form, team)


@require_POST
def first_badge(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the badge that attacks first in all triplets."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = FirstBadgeForm(request.POST)
    if form.is_valid():
        run_service(
            request,
            set_ranking_options,
            _("Le premier badge est enregistré."),
            tournament=tournament,
            changes={"first_badge": form.cleaned_data["badge"]},
            set_by=signed_in_user(request),
        )
    return redirect("organiser-entries", slug)


def _page(request: HttpRequest, tournament: Tournament, form: TeamForm, team: Entry | None) -> HttpResponse:
    context = {"tournament": tournament, "tab": "entries", "form": form, "team": team}
    return render(request, "tournaments/entries/organiser/team.html", context)
