"""Sheets by the code printed on them: the screen where one is entered, and whether it is the right one."""

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
from tournaments.base.web.finding import asked_session, find_for_table, find_tournament
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
"""Signs that are read of what was typed or scanned: an address is longer than its code."""
ASKED = "feuille"
CHECK = "check_code"
KNOWN = "sheet_known"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePanel:
    """The code on an entry screen, and what it says of the sheet."""

    typed: str = ""
    error: str = ""
    other: str = ""
    """Code of the sheet that it is instead, "" where nobody knows."""
    found: KnownSheet | None = None
    was_warned: bool = False
    """The changes of this very sheet stood on the page that was sent."""
    is_checked: bool = False
    """Only the code was to be looked at."""

    @property
    def stops(self) -> bool:
        """Nothing is stored: it is another sheet, or one of which something changed and nobody was told."""
        is_news = self.found is not None and bool(self.found.changes) and not self.was_warned
        return self.is_checked or bool(self.error) or is_news

    def has_line(self, line: BoardLine) -> bool:
        """Whether a line stands on the sheet of the code; every line does without one."""
        if self.found is None:
            return True
        place = (line.play.round.number, line.play.table.number)
        return place in {(row.round, row.table) for row in printed_lines(self.found.sheet)}


@require_safe
@never_cache
def open_(request: HttpRequest, code: str = "") -> HttpResponse:
    """From a code to the screen of its sheet; what is wrong with it, and a field to type it again."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    typed = code or request.GET.get("code", "")[:LONGEST]
    if not code and "code" not in request.GET:
        return render(request, "tournaments/results/organiser/sheet_code.html", {"typed": ""})
    try:
        return redirect(_screen(request.user, find_coded_sheet(typed)))
    except AppError as error:
        context = {"typed": typed, "error": error.message}
        return render(request, "tournaments/results/organiser/sheet_code.html", context, status=404)


@require_safe
@never_cache
def check_traveller(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What the code typed on the screen of a traveller says, as a part of that page."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    return _answer(request, tournament, SheetName(board=number))


@require_safe
@never_cache
def check_score_sheet(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """The same on the screen of a score sheet."""
    tournament = find_for_table(request, slug, table_number)
    return _answer(request, tournament, SheetName(round_number=round_number, table_number=table_number))


def _answer(request: HttpRequest, tournament: Tournament, name: SheetName) -> HttpResponse:
    code = code_panel(request, asked_session(request, tournament), name)
    return render(request, "tournaments/results/organiser/_sheet_code_answer.html", {"code": code})


def code_panel(request: HttpRequest, session: Session, name: SheetName) -> CodePanel:
    """The code that came with a page of the sheet `name`: typed on it, or in its address."""
    sent = request.POST if request.method == "POST" else request.GET
    typed = sent.get(FIELD if request.method == "POST" else ASKED, "")[:LONGEST]
    is_checked = CHECK in request.POST
    if not typed.strip() and not is_checked and ASKED not in request.GET:
        return CodePanel()
    try:
        found = find_coded_sheet_of(written=typed, session=session, name=name)
    except AppError as error:
        other = str(error.extra.get("sheet", ""))
        return CodePanel(typed=typed, error=error.fields[FIELD], other=other, is_checked=is_checked)
    was_warned = request.POST.get(KNOWN) == found.sheet.code
    return CodePanel(typed=found.code, found=found, was_warned=was_warned, is_checked=is_checked)


def _screen(user: Visitor, found: KnownSheet) -> str:
    """Where somebody enters a sheet, or reads it.

    Raises:
        AppError: they may not know of its tournament (as for a sheet of another installation).
        PermissionDenied: they have no right to its results.
    """
    session, name = found.sheet.session, found.name
    tournament = session.tournament
    rights = rights_in(user, tournament)
    if not rights:
        raise unknown_sheet(found.sheet.code)
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
    return f"{page}?{urlencode({'seance': str(session.number), ASKED: found.sheet.code})}"
