"""Étuis, which have been played everywhere and what every table made of one; sheets of tables."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.showing import Part
from tournaments.models import Session
from tournaments.queries.board_reports import load_board
from tournaments.queries.deals import shown_deal
from tournaments.queries.progress import board_neighbours, board_progress
from tournaments.queries.replays import latest_records
from tournaments.queries.score_sheets import load_sheets
from tournaments.web.device import own_entries
from tournaments.web.finding import asked_session, find_tournament
from tournaments.web.public.circulation import sees_circulating
from tournaments.web.showing import is_kept_back, seen_parts, why_hidden


@require_safe
def boards_page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.VIEW)
    session = asked_session(request, tournament)
    if not find_format(tournament.format).needs_dealt_boards:
        return _sheets_page(request, session)
    context = {
        "tournament": tournament,
        "tab": "boards",
        "boards": board_progress(session),
        "deal_set": session.deal_set,
    }
    return render(request, "tournaments/public/boards.html", context)


def _sheets_page(request: HttpRequest, session: Session) -> HttpResponse:
    """Deals dealt at the table: the sheets of one round, by default of the last that has a result."""
    sheets = load_sheets(session)
    rounds = sorted({sheet.round.number for sheet in sheets})
    begun = [sheet.round.number for sheet in sheets if any(row.slip for row in sheet.rows)]
    asked = request.GET.get("position", "")
    chosen = int(asked) if asked.isdecimal() and int(asked) in rounds else max(begun, default=1)
    told = why_hidden(request, session, Part.BOARDS)
    context = {
        "tournament": session.tournament,
        "tab": "boards",
        "rounds": rounds,
        "chosen": chosen,
        "told": told,
        "sheets": [sheet for sheet in sheets if sheet.round.number == chosen and not told],
        "asked": session.number if request.GET.get("seance") else None,
    }
    return render(request, "tournaments/public/sheets.html", context)


@require_safe
@never_cache
def board_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One étui; results only once every table has played it (`circulation`), hands if it is opened too."""
    tournament = find_tournament(request, slug, Right.VIEW)
    session = asked_session(request, tournament)
    report = load_board(session, number)
    if report is None:
        raise Http404
    parts = seen_parts(request, session)
    sees_boards = Part.BOARDS in parts
    own = own_entries(request, tournament)
    deal = shown_deal(session, number, is_complete=report.is_complete and Part.HANDS in parts)
    context = {
        "tournament": tournament,
        "tab": "boards",
        "report": report,
        "is_revealed": sees_boards and (report.is_complete or sees_circulating(request, tournament)),
        "told": why_hidden(request, session, Part.BOARDS),
        "is_kept_back": is_kept_back(request, session, Part.BOARDS),
        "deal": deal,
        "replays": latest_records(session, number) if deal and sees_boards else (),
        "neighbours": board_neighbours(session, number),
        "own": own,
        "own_lines": report.lines_of(own) if sees_boards else (),
    }
    return render(request, "tournaments/public/board.html", context)
