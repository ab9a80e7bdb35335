"""Which results are in, which are missing, and the history of each."""

import uuid
from itertools import groupby

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from common.errors import AppError
from tournaments.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Sheet
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.queries.boards import play_line
from tournaments.queries.progress import board_progress
from tournaments.queries.score_sheets import SheetProgress, sheet_progress
from tournaments.queries.unsettled import open_flags, unconfirmed_results
from tournaments.services.results import record_result
from tournaments.services.slips import describe_facts, describe_slip, line_of, sheet_line_of
from tournaments.services.table_access import phone_rules
from tournaments.web.finding import asked_session, find_tournament
from tournaments.web.forms.results import RevertForm
from tournaments.web.organiser.sent_lines import author_of


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = asked_session(request, tournament)
    if find_format(tournament.format).sheet is Sheet.SCORES:
        return _sheets_page(request, tournament, sheet_progress(session))
    boards = board_progress(session)
    context = {
        "tournament": tournament,
        "boards": boards,
        "entered": sum(board.entered for board in boards),
        "expected": sum(board.expected for board in boards),
        "flags": open_flags(session),
        "waiting": unconfirmed_results(session) if phone_rules(tournament).needs_confirmation else (),
        "next_board": next((board.board for board in boards if not board.is_complete), None),
    }
    return render(request, "tournaments/organiser/results.html", context)


@require_safe
def history(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    return _history_page(request, tournament, _find_play(tournament, pk))


@require_POST
def revert(request: HttpRequest, slug: str, pk: int, version: int) -> HttpResponse:
    """Make an earlier version the current one again, as a new version."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    play = _find_play(tournament, pk)
    earlier = get_object_or_404(play.slips, version=version)
    form = RevertForm(request.POST)
    if form.is_valid():
        try:
            record_result(
                play=play,
                line=_written(tournament, earlier),
                author=author_of(request),
                confirmed=True,
                **form.cleaned_data,
            )
        except AppError as error:
            form.add_error(None, str(error.message))
        else:
            done = _("La version %(number)d est de nouveau en vigueur.")
            messages.success(request, done % {"number": version})
            return redirect("organiser-result-history", slug, pk)
    return _history_page(request, tournament, play, form=form, reverted=version, status=422)


def _sheets_page(request: HttpRequest, tournament: Tournament, sheets: list[SheetProgress]) -> HttpResponse:
    context = {
        "tournament": tournament,
        "rounds": [(number, list(rows)) for number, rows in groupby(sheets, lambda row: row.round_number)],
        "entered": sum(row.entered for row in sheets),
        "expected": sum(row.expected for row in sheets),
        "next_sheet": next((row for row in sheets if not row.is_complete), None),
    }
    return render(request, "tournaments/organiser/results_sheets.html", context)


def _find_play(tournament: Tournament, pk: int) -> Play:
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    return get_object_or_404(plays.select_related("table", "round__section__session"), pk=pk)


def _written(tournament: Tournament, slip: ResultSlip) -> LineInput | SheetLine:
    """What was written on the paper of this tournament."""
    is_sheet = find_format(tournament.format).sheet is Sheet.SCORES
    return sheet_line_of(slip) if is_sheet else line_of(slip)


def _history_page(
    request: HttpRequest,
    tournament: Tournament,
    play: Play,
    *,
    form: RevertForm | None = None,
    reverted: int | None = None,
    status: int = 200,
) -> HttpResponse:
    slips = list(
        play.slips.select_related("entered_by", "confirmation__confirmed_by", "confirmation__phone").order_by(
            "-version"
        )
    )
    context = {
        "tournament": tournament,
        "play": play,
        "line": play_line(play),
        "slips": [(slip, describe_facts(slip), describe_slip(slip)) for slip in slips],
        "has_sheets": find_format(tournament.format).sheet is Sheet.SCORES,
        "seen_version": slips[0].version if slips else 0,
        "token": uuid.uuid4(),
        "form": form,
        "reverted": reverted,
    }
    return render(request, "tournaments/organiser/result_history.html", context, status=status)
