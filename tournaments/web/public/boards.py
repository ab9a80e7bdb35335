"""Étuis: which have been played everywhere, and what every table made of one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.queries.boards import load_board
from tournaments.queries.deals import shown_deal
from tournaments.queries.progress import board_progress
from tournaments.web.finding import asked_session, find_tournament
from tournaments.web.public.circulation import sees_circulating


@require_safe
def boards_page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.VIEW)
    session = asked_session(request, tournament)
    context = {
        "tournament": tournament,
        "tab": "boards",
        "boards": board_progress(session),
        "deal_set": session.deal_set,
    }
    return render(request, "tournaments/public/boards.html", context)


@require_safe
def board_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One étui; results only once every table has played it (`circulation`), hands if it is opened too."""
    tournament = find_tournament(request, slug, Right.VIEW)
    session = asked_session(request, tournament)
    report = load_board(session, number)
    if report is None:
        raise Http404
    context = {
        "tournament": tournament,
        "tab": "boards",
        "report": report,
        "is_revealed": report.is_complete or sees_circulating(request, tournament),
        "deal": shown_deal(session, number, is_complete=report.is_complete),
    }
    return render(request, "tournaments/public/board.html", context)
