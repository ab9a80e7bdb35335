"""Pages for checking sheets against their entries, without a right to change them, and for locking rounds."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right, has_right
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_requested_session, find_tournament, signed_in_user
from tournaments.base.web.hall_choice import read_hall_choice
from tournaments.enums import CheckVerdict, SheetTask
from tournaments.models import Session, Tournament
from tournaments.results.forms.results import REASON_LENGTH
from tournaments.results.organiser.sharing_marks import sharing_marks
from tournaments.results.queries.boards import lines_of_plays
from tournaments.results.queries.checking import (
    CheckedSheet,
    SheetName,
    SheetState,
    find_sheet,
    has_score_sheets,
    is_checked,
    list_sheets,
    locked_rounds,
    plays_on,
)
from tournaments.results.queries.scans import list_scans
from tournaments.results.services.checking import check_sheet, lock_round, unlock_round
from tournaments.results.services.slip_versions import describe_facts, describe_slip

ROWS = 100
"""Sheets on a page of the list."""
WAITING = (SheetState.TO_CHECK, SheetState.CHANGED)
"""States of the sheets that wait for a checker."""


class CheckForm(forms.Form):
    """A checker's verdict on a sheet. Each verdict is a button."""

    verdict = forms.ChoiceField(choices=CheckVerdict, widget=forms.HiddenInput)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    note = forms.CharField(label=gettext_lazy("Ce qui est à revoir"), required=False, max_length=300)
    is_alone = forms.BooleanField(
        label=gettext_lazy("Personne d’autre ne peut contrôler : je relis ma propre saisie"), required=False
    )

    def __init__(self, *args: Any, may_be_alone: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_be_alone:
            del self.fields["is_alone"]


class UnlockForm(forms.Form):
    """The reason for unlocking a round."""

    reason = forms.CharField(label=gettext_lazy("Motif"), required=False, max_length=REASON_LENGTH)


@require_safe
@never_cache
def checking(request: HttpRequest, slug: str) -> HttpResponse:
    """List the sheets with their entry and check, also of one state (`?etat=`) or hall (`?salle=`)."""
    tournament = find_tournament(request, slug, Right.CHECK_RESULTS)
    session = find_requested_session(request, tournament)
    sheets = list_sheets(session)
    # a traveller goes through all halls
    hall_choice = read_hall_choice(request, tournament) if has_score_sheets(session) else None
    if hall_choice is not None:
        sheets = [sheet for sheet in sheets if hall_choice.has_table(sheet.name.table_number)]
    state_filter = request.GET.get("etat", "")
    listed_sheets = [sheet for sheet in sheets if state_filter in ("", sheet.state)]
    counts = [(state, sum(sheet.state is state for sheet in sheets)) for state in SheetState]
    context = {
        "tournament": tournament,
        "sheets": Paginator(listed_sheets, ROWS).get_page(request.GET.get("page")),
        "filters": [(state, count) for state, count in counts if count or state == state_filter],
        "asked": state_filter,
        "hall_choice": hall_choice,
        "total": len(sheets),
        "entered": sum(sheet.entered == sheet.expected for sheet in sheets),
        "checked": sum(sheet.is_checked for sheet in sheets),
        "next_sheet": next((sheet for sheet in sheets if sheet.state in WAITING), None),
    }
    return render(request, "tournaments/results/organiser/checking.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def check_traveller_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _check_page(request, slug, SheetName(board=number))


@require_http_methods(["GET", "POST"])
@never_cache
def check_score_sheet_page(
    request: HttpRequest, slug: str, round_number: int, table_number: int
) -> HttpResponse:
    return _check_page(request, slug, SheetName(round_number=round_number, table_number=table_number))


@require_POST
def lock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lock a round, so that its results cannot change."""
    tournament = find_tournament(request, slug, Right.RULE)
    session = find_requested_session(request, tournament)
    done = _("La position %(round)d est verrouillée.") % {"round": number}
    run_service(request, lock_round, done, session=session, number=number, locked_by=signed_in_user(request))
    return redirect(results_address(request, slug))


@require_POST
def unlock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Unlock a round, for a reason."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = UnlockForm(request.POST)
    run_service(
        request,
        unlock_round,
        _("La position %(round)d est rouverte.") % {"round": number},
        session=find_requested_session(request, tournament),
        number=number,
        reason=form.cleaned_data["reason"] if form.is_valid() else "",
        unlocked_by=signed_in_user(request),
    )
    return redirect(results_address(request, slug))


def checking_address(slug: str, name: SheetName) -> str:
    """Return the address of the page on which a sheet is checked."""
    if name.board is not None:
        return reverse("organiser-check-traveller", args=[slug, name.board])
    return reverse("organiser-check-score-sheet", args=[slug, name.round_number, name.table_number])


def check_marks(session: Session, name: SheetName) -> dict[str, object]:
    """Return the template context for a sheet's check and the locks of its rounds.

    Two queries, four more for a checked sheet or locked rounds.
    """
    locks = locked_rounds(session)
    rounds = set(plays_on(session, name).values_list("round__number", flat=True)) if locks else set()
    return {
        "checked": find_sheet(session, name) if is_checked(session, name) else None,
        "locks": [locks[number] for number in sorted(rounds & locks.keys())],
    }


def _check_page(request: HttpRequest, slug: str, name: SheetName) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.CHECK_RESULTS)
    session = find_requested_session(request, tournament)
    if has_score_sheets(session) == (name.board is not None):
        return redirect("organiser-checking", slug)
    sheet = find_sheet(session, name)
    if sheet is None:
        raise Http404
    # an entry is checked by another person; a director alone in the hall may check their own
    is_own = sheet.author_ids == {signed_in_user(request).pk}
    may_be_alone = is_own and has_right(request.user, tournament, Right.PREPARE)
    form = CheckForm(posted_data(request), may_be_alone=may_be_alone)
    if request.method == "POST" and form.is_valid():
        try:
            check_sheet(session=session, sheet=name, checked_by=signed_in_user(request), **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _verdict_message(name, form.cleaned_data["verdict"]))
            return redirect(_next_address(request, slug, session))
    return _show_sheet(request, tournament, session, sheet, form, may_check=not is_own or may_be_alone)


def _show_sheet(
    request: HttpRequest,
    tournament: Tournament,
    session: Session,
    sheet: CheckedSheet,
    form: CheckForm,
    *,
    may_check: bool,
) -> HttpResponse:
    lines = lines_of_plays(plays_on(session, sheet.name))
    context = {
        "tournament": tournament,
        "sheet": sheet,
        "lines": [
            (line, describe_slip(line.slip), describe_facts(line.slip)) if line.slip else (line, "", [])
            for line in lines
        ],
        "form": form,
        "may_check": may_check,
        "scans": list_scans(session, sheet.name),
        "sharing": sharing_marks(session, sheet.name, SheetTask.CHECK, signed_in_user(request)),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/results/organiser/checking_sheet.html", context, status=status)


def _verdict_message(name: SheetName, verdict: str) -> str:
    label = CheckVerdict(verdict).label
    if name.board is not None:
        return _("Étui %(board)d : %(verdict)s.") % {"board": name.board, "verdict": label}
    return _("Position %(round)d, table %(table)d : %(verdict)s.") % {
        "round": name.round_number,
        "table": name.table_number,
        "verdict": label,
    }


def _next_address(request: HttpRequest, slug: str, session: Session) -> str:
    """Return the address of the next sheet that waits, or of the list if there is none."""
    waiting = next((sheet for sheet in list_sheets(session) if sheet.state in WAITING), None)
    address = checking_address(slug, waiting.name) if waiting else reverse("organiser-checking", args=[slug])
    return f"{address}?{request.GET.urlencode()}" if request.GET else address


def results_address(request: HttpRequest, slug: str) -> str:
    """Return the address of the list of results, with the query of the request."""
    address = reverse("organiser-results", args=[slug])
    return f"{address}?{request.GET.urlencode()}" if request.GET else address
