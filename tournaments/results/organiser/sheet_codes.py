"""Sheets found by their printed code, and the check that a screen belongs to the sheet in hand."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.errors import AppError
from tournaments.base.access import Right, Visitor, rights_in, tables_of_captain
from tournaments.base.web.finding import find_for_table, find_requested_session, find_tournament
from tournaments.models import Session, Tournament
from tournaments.paper.queries.printed_sheets import printed_lines
from tournaments.paper.services.sheet_codes import (
    FIELD,
    KnownSheet,
    find_coded_sheet,
    find_coded_sheet_of,
    unknown_sheet,
)
from tournaments.results.queries.boards import BoardLine
from tournaments.results.queries.checking import SheetName

LONGEST = 200
"""Number of characters read of a typed or scanned text. An address is longer than its code."""
ASKED = "feuille"
CHECK = "check_code"
KNOWN = "sheet_known"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePanel:
    """The code on an entry screen, with the sheet that it belongs to."""

    typed: str = ""
    error: str = ""
    other: str = ""
    """Code of the other sheet that the text belongs to, "" if unknown."""
    found: KnownSheet | None = None
    was_warned: bool = False
    """True if the sent page showed the changes of this sheet."""
    is_checked: bool = False
    """True if only the code was to be checked."""

    @property
    def stops(self) -> bool:
        """True if nothing may be stored: another sheet, or one with changes that the user has not seen."""
        # changes since the sheet was printed are shown once before anything is stored
        is_news = self.found is not None and bool(self.found.changes) and not self.was_warned
        return self.is_checked or bool(self.error) or is_news

    def has_line(self, line: BoardLine) -> bool:
        """Return whether the line is on the sheet of the code; True for every line without a code."""
        if self.found is None:
            return True
        place = (line.play.round.number, line.play.table.number)
        return place in {(row.round, row.table) for row in printed_lines(self.found.sheet)}


@require_safe
@never_cache
def open_sheet_page(request: HttpRequest, code: str = "") -> HttpResponse:
    """Redirect from a code to the screen of its sheet, or show its error and a field to correct it."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    text = code or request.GET.get("code", "")[:LONGEST]
    if not code and "code" not in request.GET:
        return render(request, "tournaments/results/organiser/sheet_code.html", {"typed": ""})
    try:
        return redirect(_screen(request.user, find_coded_sheet(text)))
    except AppError as error:
        context = {"typed": text, "error": error.message}
        return render(request, "tournaments/results/organiser/sheet_code.html", context, status=404)


@require_safe
@never_cache
def check_traveller_code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the check of a code on a traveller's screen, as a part of that page."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    return _answer(request, tournament, SheetName(board=number))


@require_safe
@never_cache
def check_score_sheet_code(
    request: HttpRequest, slug: str, round_number: int, table_number: int
) -> HttpResponse:
    """Return the check of a code on a score sheet's screen."""
    tournament = find_for_table(request, slug, table_number)
    return _answer(request, tournament, SheetName(round_number=round_number, table_number=table_number))


def _answer(request: HttpRequest, tournament: Tournament, name: SheetName) -> HttpResponse:
    code = code_panel(request, find_requested_session(request, tournament), name)
    return render(request, "tournaments/results/organiser/_sheet_code_answer.html", {"code": code})


def code_panel(request: HttpRequest, session: Session, name: SheetName) -> CodePanel:
    """Return the code that came with the page of the sheet `name`: its input field or its address."""
    form_data = request.POST if request.method == "POST" else request.GET
    text = form_data.get(FIELD if request.method == "POST" else ASKED, "")[:LONGEST]
    is_checked = CHECK in request.POST
    if not text.strip() and not is_checked and ASKED not in request.GET:
        return CodePanel()
    try:
        known_sheet = find_coded_sheet_of(written=text, session=session, name=name)
    except AppError as error:
        other_code = str(error.extra.get("sheet", ""))
        return CodePanel(typed=text, error=error.fields[FIELD], other=other_code, is_checked=is_checked)
    was_warned = request.POST.get(KNOWN) == known_sheet.sheet.code
    return CodePanel(typed=known_sheet.code, found=known_sheet, was_warned=was_warned, is_checked=is_checked)


def _screen(user: Visitor, known_sheet: KnownSheet) -> str:
    """Return the address where the user enters a sheet, or reads it.

    Raises:
        AppError: the user may not know of its tournament (as for a sheet of another installation).
        PermissionDenied: the user has no right to its results.
    """
    session, name = known_sheet.sheet.session, known_sheet.name
    tournament = session.tournament
    rights = rights_in(user, tournament)
    if not rights:
        raise unknown_sheet(known_sheet.sheet.code)
    # a captain enters the sheets of their own table only
    is_own = name.table_number is not None and name.table_number in tables_of_captain(user, tournament)
    if Right.ENTER_RESULTS in rights or (Right.ENTER_TABLE in rights and is_own):
        pages = ("organiser-traveller", "organiser-score-sheet")
    elif Right.READ_RESULTS in rights:
        pages = ("organiser-check-traveller", "organiser-check-score-sheet")
    else:
        raise PermissionDenied
    if name.board is not None:
        page = reverse(pages[0], args=[tournament.slug, name.board])
    else:
        page = reverse(pages[1], args=[tournament.slug, name.round_number, name.table_number])
    return f"{page}?{urlencode({'seance': str(session.number), ASKED: known_sheet.sheet.code})}"
