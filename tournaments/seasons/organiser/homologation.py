"""Pages of the report for the federation: a preview with its problems, and the file."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.web_server.policy import lane
from tournaments.base.access import Right, may_manage_club
from tournaments.base.web.finding import find_tournament
from tournaments.base.web.workbooks import answer_with_workbook
from tournaments.enums import DocumentKind, TournamentState
from tournaments.seasons.queries.homologation import load_homologation
from tournaments.seasons.services.homologation import (
    FAULT_SENTENCES,
    OBSTACLE_SENTENCES,
    homologation_csv,
    homologation_sheet,
)


@require_safe
def homologation(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the obstacles, the wrong numbers and the report."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    report = load_homologation(tournament)
    context = {
        "tournament": tournament,
        "tab": "standings",
        "report": report,
        "obstacles": [OBSTACLE_SENTENCES[obstacle] for obstacle in report.obstacles],
        "faults": [(line, FAULT_SENTENCES[line.fault]) for line in report.faults if line.fault],
        # practice has fictitious people, who are in no register
        "keeps_register": not tournament.is_practice and may_manage_club(request.user, tournament.club),
        "is_finished": tournament.state == TournamentState.FINISHED,
        "kind": DocumentKind.HOMOLOGATION.value,
    }
    return render(request, "tournaments/seasons/organiser/homologation.html", context)


@lane("drawing")
@require_safe
def download_homologation(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the report as a CSV file; redirect to its page until the tournament is finished."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    if tournament.state != TournamentState.FINISHED:
        return _refuse_unfinished(request, slug)
    headers = {"Content-Disposition": f'attachment; filename="homologation-{tournament.slug}.csv"'}
    content = homologation_csv(load_homologation(tournament))
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


@lane("drawing")
@require_safe
def download_homologation_workbook(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the report as a workbook; redirect to its page until the tournament is finished."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    if tournament.state != TournamentState.FINISHED:
        return _refuse_unfinished(request, slug)
    sheet = homologation_sheet(load_homologation(tournament))
    return answer_with_workbook(f"homologation-{tournament.slug}", [sheet])


def _refuse_unfinished(request: HttpRequest, slug: str) -> HttpResponse:
    messages.error(request, _("Terminez d’abord le tournoi : son classement peut encore changer."))
    return redirect("organiser-homologation", slug)
