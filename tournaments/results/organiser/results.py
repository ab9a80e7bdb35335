"""Which results are in, which are missing, which rounds are locked."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.base.queries.progress import board_progress
from tournaments.base.web.finding import asked_session, find_tournament
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.events.queries.unsettled import open_flags, unconfirmed_results
from tournaments.models import Session, Tournament
from tournaments.results.queries.checking import round_states
from tournaments.results.queries.score_sheets import sheet_progress
from tournaments.results.services.table_access import phone_rules


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.READ_RESULTS)
    session = asked_session(request, tournament)
    if find_format(tournament.format).sheet is SheetKind.SCORES:
        return _sheets_page(request, tournament, session)
    boards = board_progress(session)
    context = {
        "tournament": tournament,
        "boards": boards,
        "entered": sum(board.entered for board in boards),
        "expected": sum(board.expected for board in boards),
        "flags": open_flags(session),
        "waiting": unconfirmed_results(session) if phone_rules(tournament).needs_confirmation else (),
        "next_board": next((board.board for board in boards if not board.is_complete), None),
        **_rounds(session),
    }
    return render(request, "tournaments/results/organiser/results.html", context)


def _sheets_page(request: HttpRequest, tournament: Tournament, session: Session) -> HttpResponse:
    sheets = sheet_progress(session)
    context = {
        "tournament": tournament,
        "rounds": [(number, list(rows)) for number, rows in groupby(sheets, lambda row: row.round_number)],
        "entered": sum(row.entered for row in sheets),
        "expected": sum(row.expected for row in sheets),
        "next_sheet": next((row for row in sheets if not row.is_complete), None),
        **_rounds(session),
    }
    return render(request, "tournaments/results/organiser/results_sheets.html", context)


def _rounds(session: Session) -> dict[str, object]:
    """The rounds, and how many are locked or may be."""
    states = round_states(session)
    return {
        "states": states,
        "locked": sum(state.lock is not None for state in states),
        "lockable": sum(state.may_be_locked for state in states),
    }
