"""Étuis, which have been played everywhere and what every table made of one; sheets of tables."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.base.queries.progress import board_progress
from tournaments.base.web.device import own_entries
from tournaments.base.web.showing import is_kept_back, why_hidden
from tournaments.base.web.visits import Visit, visit_session
from tournaments.core.formats.registry import find_format
from tournaments.core.showing import Part
from tournaments.deals.door import shown_board
from tournaments.rankings.queries.board_reports import board_report
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.results.queries.score_sheets import load_sheets


@require_safe
def boards_page(request: HttpRequest, slug: str) -> HttpResponse:
    visit = visit_session(request, slug)
    tournament, session = visit.tournament, visit.session
    if not find_format(tournament.format).needs_dealt_boards:
        return _sheets_page(request, visit)
    context = {
        "visit": visit,
        "tournament": tournament,
        "tab": "boards",
        "boards": board_progress(session),
        "deal_set": session.deal_set,
    }
    return render(request, "tournaments/rankings/public/boards.html", context)


def _sheets_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Deals dealt at the table: the sheets of one round, by default of the last that has a result."""
    sheets = load_sheets(visit.session)
    rounds = sorted({sheet.round.number for sheet in sheets})
    begun = [sheet.round.number for sheet in sheets if any(row.slip for row in sheet.rows)]
    asked = request.GET.get("position", "")
    chosen = int(asked) if asked.isdecimal() and int(asked) in rounds else max(begun, default=1)
    told = why_hidden(visit, Part.BOARDS)
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "boards",
        "rounds": rounds,
        "chosen": chosen,
        "told": told,
        "sheets": [sheet for sheet in sheets if sheet.round.number == chosen and not told],
        "asked": visit.session.number if request.GET.get("seance") else None,
    }
    return render(request, "tournaments/rankings/public/sheets.html", context)


@require_safe
@never_cache
def board_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One étui; results only once every table has played it (`circulation`), hands if it is opened too."""
    visit = visit_session(request, slug)
    tournament, session, parts = visit.tournament, visit.session, visit.parts()
    figures = load_figures(session)
    report = board_report(figures, number)
    if report is None:
        raise Http404
    sees_boards = Part.BOARDS in parts
    own = own_entries(request, tournament)
    deal = shown_board(session, number, is_complete=report.is_complete and Part.HANDS in parts)
    context = {
        "visit": visit,
        "tournament": tournament,
        "tab": "boards",
        "report": report,
        "is_revealed": sees_boards and (report.is_complete or visit.sees_circulating),
        "told": why_hidden(visit, Part.BOARDS),
        "is_kept_back": is_kept_back(visit, Part.BOARDS),
        "deal": deal,
        "replays": report.recorded if deal and sees_boards else (),
        "neighbours": figures.loaded.due.neighbours(number),
        "own": own,
        "own_lines": report.lines_of(own) if sees_boards else (),
    }
    return render(request, "tournaments/rankings/public/board.html", context)
