"""Pages that replay a finished deal card by card, with the cost of each card once it is analysed."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import TooManyTries
from common.errors import AppError
from common.requests.limits import seconds_to_wait
from play.alone.web.home import table_title
from play.alone.web.table import find_own_table, open_again, whole_number
from play.rooms.queries.rooms import are_cards_open
from play.scene.words.steps import place_names
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Sitting, load_sitting, played_text
from tournaments.enums import JobState
from tournaments.rankings.queries.board_reports import load_board
from tournaments.rankings.queries.replays import can_replay, find_replay_moment
from tournaments.rankings.services.play_analyses import COMPUTE, can_analyse, find_analysis, request_analysis
from tournaments.rankings.web.analyses import analysis_found
from tournaments.rankings.web.felts import moment_felt
from tournaments.rankings.words.readings import DealRead


@require_safe
@never_cache
def table_replay_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the deal after `?carte=` cards."""
    sitting = _load_finished(request, secret)
    moment = find_replay_moment(played_text(sitting), whole_number(request.GET.get("carte", "")))
    analysis = find_analysis(sitting)
    context = {
        "table": sitting.table,
        "title": table_title(sitting.table),
        "moment": moment,
        "felt": moment_felt(moment, place_names(moment.seat_count), me=sitting.seat),
        "can_analyse": can_analyse(sitting.state),
        "analysis": analysis,
        **analysis_found(
            analysis, lambda: _read_deal(request, sitting), played=moment.played, me=sitting.seat
        ),
    }
    return render(request, "play/alone/replay.html", context)


@require_POST
def analyse(request: HttpRequest, secret: str) -> HttpResponse:
    """Request the analysis of a finished deal."""
    sitting = _load_finished(request, secret)
    analysis = find_analysis(sitting)
    if analysis is None or analysis.state == JobState.FAILED:
        if wait := seconds_to_wait(request, COMPUTE):
            raise TooManyTries(wait)
        try:
            request_analysis(sitting=sitting)
        except AppError as error:
            messages.error(request, str(error.message))
    return redirect("rooms-table-replay", secret)


def _load_finished(request: HttpRequest, secret: str) -> Sitting:
    """Return a finished deal of one person or of a free table; raise 404 if it may not be replayed."""
    free_tables = PlayedTable.objects.filter(secret=secret, origin=TableOrigin.FREE, ended_at__isnull=False)
    table = free_tables.select_related("free_deal__free_table").first() or find_own_table(request, secret)
    sitting = load_sitting(table)
    if not can_replay(sitting.state) or not are_cards_open(sitting.table, timezone.now()):
        raise Http404
    return sitting


def _read_deal(request: HttpRequest, sitting: Sitting) -> DealRead:
    """Return the deal with the field of its étui, if it was played again and is still open to all."""
    names = place_names(sitting.state.variant.player_count)
    board_again = open_again(request, sitting)
    report = load_board(board_again.session, board_again.board) if board_again else None
    return DealRead(sitting.state, names, report.scores_beside() if report else ())
