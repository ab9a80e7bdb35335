"""Public pages of results: étuis, sheets of tables, a player's evening, a recorded play card by card."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.refusals import TooManyTries
from common.errors import AppError
from common.live.notifying import answer_live_poll
from common.requests.limits import seconds_to_wait
from common.web_server.policy import shared_between_anonymous_clients, shared_poll
from games.core.play import State
from tournaments.base.queries.progress import board_progress, complete_boards
from tournaments.base.web.device import own_entries
from tournaments.base.web.showing import is_hidden_from_public, why_hidden
from tournaments.base.web.table_parts import read_part, split_tables
from tournaments.base.web.visits import Visit, visit_session
from tournaments.core.formats.registry import find_format
from tournaments.core.hall.halls import read_halls
from tournaments.core.showing import Part
from tournaments.deals.door import shown_board, shown_record
from tournaments.deals.queries.board_references import find_reference
from tournaments.deals.services.board_references import has_references, request_reference
from tournaments.entries.queries.announcing import AnnouncedArrival, entry_of_account, own_arrival
from tournaments.enums import JobState, TournamentState
from tournaments.models import Play, PlayRecord, Session, Tournament
from tournaments.rankings.queries.board_reports import BoardReport, MarkedLine, board_report, list_tiles
from tournaments.rankings.queries.board_spreads import board_spreads
from tournaments.rankings.queries.play_figures import Figure, SessionFigures, load_figures
from tournaments.rankings.queries.replays import find_replay_moment
from tournaments.rankings.queries.swings import swing_on_board
from tournaments.rankings.services.play_analyses import (
    COMPUTE,
    can_analyse,
    find_record_analysis,
    recorded_state,
    request_record_analysis,
)
from tournaments.rankings.web.analyses import analysis_found
from tournaments.rankings.web.evenings import evening_context, evening_mark
from tournaments.rankings.web.felts import moment_felt
from tournaments.rankings.words.readings import DealRead
from tournaments.results.queries.boards import play_line
from tournaments.results.queries.play_records import show_play
from tournaments.results.queries.score_sheets import load_round_sheets, sheet_progress
from tournaments.seating.words.seat_names import printed_seat_letter, seat_name
from tournaments.work.topics import ranking_topics

LONGEST_STEP = 4
"""Largest number of digits of `?carte=`; no play has so many cards."""


@shared_between_anonymous_clients
@require_safe
@never_cache
def boards_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all étuis; those that all tables have played with the spread of scores and the reader's marks."""
    visit = visit_session(request, slug)
    tournament, session = visit.tournament, visit.session
    if not find_format(tournament.format).needs_dealt_boards:
        return _sheets_page(request, visit)
    boards, parts = board_progress(session), visit.parts()
    figures = load_figures(session) if Part.BOARDS in parts else None
    opened_boards = session.opened_boards.values_list("board", flat=True) if Part.HANDS in parts else ()
    complete_numbers = {board.board for board in boards if board.is_complete}
    own_ids = own_entries(request, tournament)
    context = {
        "visit": visit,
        "tournament": tournament,
        "tab": "boards",
        "boards": boards,
        "own": own_ids,
        "tiles": list_tiles(figures, boards, own_ids) if figures else (),
        "deal_set": session.deal_set,
        "has_open_boards": not complete_numbers.isdisjoint(opened_boards),
    }
    return render(request, "tournaments/rankings/public/boards.html", context)


def _sheets_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show the sheets of one round, by default the last one with a result, for deals without étuis.

    In a large hall `?tables=2` selects the second part of the tables.
    """
    progress = sheet_progress(visit.session)
    rounds = sorted({sheet.round_number for sheet in progress})
    rounds_with_result = [sheet.round_number for sheet in progress if sheet.entered]
    requested_round = request.GET.get("position", "")
    # compared as text: Python refuses to read a number of 5,000 digits
    round_number = (
        int(requested_round) if requested_round in map(str, rounds) else max(rounds_with_result, default=1)
    )
    halls = read_halls(visit.tournament.halls)
    parts = split_tables(max((sheet.table_number for sheet in progress), default=0), halls)
    part = read_part(request.GET.get("tables", ""), parts) or next(iter(parts), range(0))
    hiding_reason = why_hidden(visit, Part.BOARDS)
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "boards",
        "rounds": rounds,
        "chosen": round_number,
        "told": hiding_reason,
        "sheets": () if hiding_reason else load_round_sheets(visit.session, round_number, part),
        "parts": parts if len(parts) > 1 else (),
        "part": part,
    }
    return render(request, "tournaments/rankings/public/sheets.html", context)


@shared_between_anonymous_clients
@require_safe
@never_cache
def board_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show an étui: results once all tables have played it, hands if it is opened too.

    Readers who may see étuis in circulation see results earlier.
    """
    visit = visit_session(request, slug)
    tournament, session, parts = visit.tournament, visit.session, visit.parts()
    figures = load_figures(session)
    report = board_report(figures, number)
    if report is None:
        raise Http404
    sees_boards = Part.BOARDS in parts
    own_ids = own_entries(request, tournament)
    is_revealed = sees_boards and (report.is_complete or visit.sees_circulating)
    own_lines = report.lines_of(own_ids) if is_revealed else []
    deal = shown_board(session, number, is_complete=report.is_complete and Part.HANDS in parts)
    context = {
        "visit": visit,
        "tournament": tournament,
        "tab": "boards",
        "report": report,
        "is_revealed": is_revealed,
        "told": why_hidden(visit, Part.BOARDS),
        "is_kept_back": is_hidden_from_public(visit, Part.BOARDS),
        "deal": deal,
        "is_whole": deal is not None and all(deal.layout.hands),
        "has_reference": deal is not None and all(deal.layout.hands) and has_references(tournament),
        "spreads": board_spreads(session, report) if deal and sees_boards else None,
        "replays": report.recorded if deal and sees_boards else (),
        "neighbours": figures.loaded.due.neighbours(number),
        "own": own_ids,
        "own_lines": own_lines,
        "chosen": _chosen_line(request, report, own_lines) if is_revealed else None,
        "swing": _own_swing(visit, figures, number, own_lines),
    }
    return render(request, "tournaments/rankings/public/board.html", context)


def _chosen_line(
    request: HttpRequest, report: BoardReport, own_lines: Sequence[tuple[MarkedLine, Figure]]
) -> MarkedLine | None:
    """Return the line that `?partie=` names, else the reader's own."""
    play_id = request.GET.get("partie", "")
    requested_line = next((row for row in report.lines if str(row.line.play.pk) == play_id), None)
    return requested_line or (own_lines[0][0] if own_lines else None)


def _own_swing(
    visit: Visit, figures: SessionFigures, board: int, own_lines: Sequence[tuple[MarkedLine, Figure]]
) -> Fraction | None:
    """Return the effect of the étui on the reader's first entry; None if its marks are hidden."""
    entry = own_lines[0][1].entry if own_lines else None
    if entry is None or Part.OWN_MARKS not in visit.parts(entry):
        return None
    return swing_on_board(figures, entry, board, sees_all=visit.sees_circulating)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def reference_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the reference mark of a public étui. A reader may request it with a POST."""
    visit = visit_session(request, slug)
    tournament, session = visit.tournament, visit.session
    report = board_report(load_figures(session), number)
    is_shown = report is not None and report.is_complete and {Part.HANDS, Part.BOARDS} <= visit.parts()
    deal = shown_board(session, number, is_complete=is_shown)
    if report is None or deal is None or not all(deal.layout.hands) or not has_references(tournament):
        raise Http404
    reference = find_reference(session, number)
    if request.method == "POST":
        if reference is None:
            _request_reference(request, session, number)
        return redirect(request.get_full_path())
    context = {
        "visit": visit,
        "tournament": tournament,
        "tab": "boards",
        "board": number,
        "reference": reference,
        "spreads": board_spreads(session, report),
    }
    return render(request, "tournaments/rankings/public/reference.html", context)


def _request_reference(request: HttpRequest, session: Session, board: int) -> None:
    if wait := seconds_to_wait(request, COMPUTE):
        raise TooManyTries(wait)
    try:
        request_reference(session=session, board=board)
    except AppError as error:
        messages.error(request, str(error.message))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def play_replay_page(request: HttpRequest, slug: str, number: int, play_id: int) -> HttpResponse:
    """Show the play after `?carte=` cards, if the hands of its étui are public.

    A reader may request its analysis with a POST.
    """
    visit = visit_session(request, slug)
    session, is_shown = visit.session, {Part.HANDS, Part.BOARDS} <= visit.parts()
    is_complete = is_shown and number in complete_boards(session)
    # the door refuses the record of an étui whose hands are not public
    disclosure = shown_record(session, number, play_id, is_complete=is_complete)
    if disclosure is None:
        raise Http404
    deal, record, text = disclosure
    state, analysis = recorded_state(text), find_record_analysis(record)
    if request.method == "POST":
        if analysis is None or analysis.state == JobState.FAILED:
            _request_analysis(request, record, state)
        return redirect(request.get_full_path() + "#analyse")
    requested_count = request.GET.get("carte", "")
    moment = find_replay_moment(
        text,
        int(requested_count) if requested_count.isdecimal() and len(requested_count) <= LONGEST_STEP else 0,
    )
    line, seats = play_line(Play.objects.get(pk=play_id)), range(moment.seat_count)
    names = [seat_name(seat) for seat in seats]

    def deal_read() -> DealRead:
        report = board_report(load_figures(session), number)
        return DealRead(state, names, report.scores_beside(play_id) if report else ())

    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "boards",
        "play": record.play,
        "line": line,
        "moment": moment,
        "felt": moment_felt(
            moment,
            names,
            people=[entry.public_name if (entry := line.entries[seat]) else "" for seat in seats],
            letters=[printed_seat_letter(seat) for seat in seats],
            taker=deal.taker,
        ),
        "shown": show_play(text),
        "can_analyse": can_analyse(state),
        "analysis": analysis,
        **analysis_found(analysis, deal_read, played=moment.played),
    }
    return render(request, "tournaments/rankings/public/replay.html", context)


def _request_analysis(request: HttpRequest, record: PlayRecord, state: State) -> None:
    if wait := seconds_to_wait(request, COMPUTE):
        raise TooManyTries(wait)
    try:
        request_record_analysis(record=record, state=state)
    except AppError as error:
        messages.error(request, str(error.message))


@require_safe
@never_cache
def entry_page(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Show the evening of a player or team, with its current course."""
    visit = visit_session(request, slug)
    context = _player_context(request, visit, entry_id)
    if context["is_own"]:
        context["arrival"] = _arrival(request, visit.tournament, entry_id)
    return render(request, "tournaments/rankings/public/player.html", context)


def _arrival(request: HttpRequest, tournament: Tournament, entry_id: int) -> AnnouncedArrival | None:
    """Return the arrival that the reader may announce on this page; None for the page of another player."""
    user = request.user
    if not isinstance(user, User) or tournament.state == TournamentState.FINISHED:
        return None
    entry = entry_of_account(tournament, user)
    is_own = entry is not None and entry.pk == entry_id
    return own_arrival(entry, tournament, timezone.now()) if is_own else None


@shared_poll
@require_safe
@never_cache
def player_live(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Return the live part of the player's page, or 204 if the page has the current version."""
    visit = visit_session(request, slug)

    def build_response() -> HttpResponse:
        # compare versions first: the context costs many queries
        if "shown" in request.GET and request.GET["shown"] == evening_mark(visit):
            return HttpResponse(status=204)
        context = _player_context(request, visit, entry_id)
        return render(request, "tournaments/rankings/public/_course.html", context)

    return answer_live_poll(request, *ranking_topics(visit.tournament.pk), answer=build_response)


def _player_context(request: HttpRequest, visit: Visit, entry_id: int) -> dict[str, Any]:
    figures = load_figures(visit.session)
    entry = figures.entry_of.get(entry_id)
    if entry is None:
        raise Http404
    is_own = entry.pk in own_entries(request, visit.tournament)
    return evening_context(visit, figures, entry, visit.access.viewer(entry)) | {
        "tab": "own" if is_own else "standings",
        "is_own": is_own,
        "live": reverse("public-player-live", args=[visit.tournament.slug, entry.pk]),
    }
