"""Which results are in, which are missing, and the history of each."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from common.errors import AppError
from tournaments.access import Right
from tournaments.models import Play, Tournament
from tournaments.queries.boards import play_line
from tournaments.queries.progress import board_progress
from tournaments.services.results import record_result
from tournaments.services.slips import describe_facts, line_of
from tournaments.web.finding import asked_session, find_tournament
from tournaments.web.forms.results import RevertForm
from tournaments.web.organiser.traveller import author_of


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    boards = board_progress(asked_session(request, tournament))
    context = {
        "tournament": tournament,
        "boards": boards,
        "entered": sum(board.entered for board in boards),
        "expected": sum(board.expected for board in boards),
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
                line=line_of(earlier),
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


def _find_play(tournament: Tournament, pk: int) -> Play:
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    return get_object_or_404(plays.select_related("table", "round__section__session"), pk=pk)


def _history_page(
    request: HttpRequest,
    tournament: Tournament,
    play: Play,
    *,
    form: RevertForm | None = None,
    reverted: int | None = None,
    status: int = 200,
) -> HttpResponse:
    slips = list(play.slips.select_related("entered_by").order_by("-version"))
    context = {
        "tournament": tournament,
        "play": play,
        "line": play_line(play),
        "slips": [(slip, describe_facts(slip)) for slip in slips],
        "seen_version": slips[0].version if slips else 0,
        "token": uuid.uuid4(),
        "form": form,
        "reverted": reverted,
    }
    return render(request, "tournaments/organiser/result_history.html", context, status=status)
