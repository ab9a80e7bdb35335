"""The page of a table: its players, the boards of the round, their results, and the next places."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common.errors import AppError
from common.live.notifying import answer_live_poll
from tournaments.base.row_numbers import is_row_number
from tournaments.base.web.phones import phone_key
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.models import Round, TableAccess
from tournaments.results.forms.table_results import phone_form, written_line
from tournaments.results.queries.boards import has_comparison
from tournaments.results.queries.score_sheets import load_sheet_terms
from tournaments.results.queries.table_disputes import load_table_disputes
from tournaments.results.queries.table_mark import TableMark, find_link, table_mark
from tournaments.results.queries.table_page import TableDeal, TableRound, load_table_round
from tournaments.results.queries.table_rounds import (
    default_round,
    known_seat,
    missing_before,
    named_round,
    table_rounds,
)
from tournaments.results.services.club_tables import find_club_table, list_club_table_links
from tournaments.results.services.slip_versions import line_of, sheet_line_of
from tournaments.results.services.table_access import ClosedTable, rules_at, table_secret
from tournaments.results.services.table_phones import Device, note_seen
from tournaments.results.services.table_results import read_at_table
from tournaments.results.table.rows import (
    DealRow,
    make_deal_rows,
    preview_input,
    read_deal_input,
    save_input,
    unfold,
)
from tournaments.results.web.nearest import as_json, nearest_buttons, with_nearest
from tournaments.results.web.table_opening import at_table, find_table_play, redirect_to_round, refuse_link
from tournaments.results.words.deal_names import recorded_words
from tournaments.results.words.lasting import lasting_lines
from tournaments.results.words.placing import placing_words
from tournaments.work.topics import event_topic, table_topic

CORRECTED = "corriger"
"""Parameter of the page: the play with a stored result to correct."""


@require_safe
@never_cache
def club_table(request: HttpRequest, secret: str) -> HttpResponse:
    """Redirect from the code on a table card to the current table of this number, or list several."""
    try:
        club, number = find_club_table(secret)
    except ClosedTable as error:
        return refuse_link(request, error)
    links = [
        (link.table.section.session.tournament, table_secret(link))
        for link in list_club_table_links(club, number)
    ]
    if len(links) == 1:
        return redirect("table-page", links[0][1])
    context = {"club": club, "number": number, "links": links}
    return render(request, "tournaments/results/table/club_table.html", context, status=200 if links else 404)


@require_safe
@at_table
def table_round_page(request: HttpRequest, access: TableAccess, device: Device) -> HttpResponse:
    """Show the table in one round; 204 if the page is up to date (`?shown=`)."""
    rounds = table_rounds(access.table)
    this_round = _requested_round(request, access, rounds, device)

    def build_response() -> HttpResponse:
        # the version is read before the data, so that a concurrent write triggers a reload
        mark = _mark(access, this_round, device)
        if request.GET.get("shown") == mark.text:
            return HttpResponse(status=204)
        table_round = load_table_round(access.table, this_round, device.key, rounds)
        may_write = table_round.holds_pen and not mark.is_locked
        rows = make_deal_rows(table_round, may_write=may_write, corrected=_corrected(request))
        return _page(
            request,
            access,
            table_round,
            rows,
            mark=mark,
            incomplete_rounds=missing_before(rounds, this_round),
        )

    topics = table_topic(access.table_id), event_topic(access.table.section.session.tournament_id)
    return answer_live_poll(request, *topics, answer=build_response)


@require_POST
@at_table
def record_result_view(request: HttpRequest, access: TableAccess, device: Device, pk: int) -> HttpResponse:
    """Store a result typed on the page, or only show its score."""
    play = find_table_play(access, pk)
    mark = _mark(access, play.round, device)
    table_round = load_table_round(access.table, play.round, device.key)
    deal = next(deal for deal in table_round.deals if deal.play.pk == pk)
    typed = read_deal_input(deal, table_round.entries, with_nearest(request.POST), _seen_line(request, deal))
    # after a conflict the user may keep the result of the other person
    if request.POST.get("choice") == typed.sending.KEEP:
        return redirect_to_round(access, play.round)
    if "preview" in request.POST:
        preview_input(typed)
    elif save_input(typed, access, device):
        messages.success(request, recorded_words(play))
        return redirect_to_round(access, play.round)
    may_write = table_round.holds_pen and not mark.is_locked
    rows = make_deal_rows(table_round, may_write=may_write, posted=typed)
    return _page(request, access, table_round, rows, mark=mark, status=typed.status)


@require_safe
@at_table
def try_deal_line(request: HttpRequest, access: TableAccess, device: Device, pk: int) -> JsonResponse:
    """Return the score and problems of the typed line as JSON, without storing it."""
    play = find_table_play(access, pk)
    tournament = access.table.section.session.tournament
    is_sheet = find_format(tournament.format).sheet is SheetKind.SCORES
    sheet = load_sheet_terms(play) if is_sheet else None
    form = phone_form(tournament.format, sheet, data=request.GET)
    if not form.is_valid():
        return _trial_response(problems=_error_messages(form.errors))
    try:
        reading = read_at_table(play=play, line=written_line(form), sheet=sheet)
    except AppError as error:
        nearest = as_json(nearest_buttons(error))
        return _trial_response(problems=[*map(str, error.fields.values())], nearest=nearest)
    return _trial_response(says=reading.says, margin=reading.margin)


def _trial_response(
    *,
    says: str = "",
    margin: str = "",
    problems: Sequence[str] = (),
    nearest: Sequence[dict[str, str]] = (),
) -> JsonResponse:
    values = {"says": says, "margin": margin, "problems": list(problems), "nearest": list(nearest)}
    return JsonResponse(values)


def _requested_round(
    request: HttpRequest, access: TableAccess, rounds: list[tuple[Round, int, int]], device: Device
) -> Round:
    if not rounds:
        raise Http404
    number = request.GET.get("tour", "")
    this_round = named_round(rounds, number) if number else default_round(access.table, rounds, device.key)
    if this_round is None:
        raise Http404
    return this_round


def _mark(access: TableAccess, this_round: Round, device: Device) -> TableMark:
    """Return the mark of the data on the phone's page. Read it before the data."""
    link = find_link(access.pk, this_round.number)
    if link is None:
        raise Http404
    mark = table_mark(link, device.key)
    if mark.phone is not None:
        note_seen(mark.phone)
    return mark


def _corrected(request: HttpRequest) -> int | None:
    """Return the id of the play whose stored result the user corrects."""
    text = request.GET.get(CORRECTED, "")
    return int(text) if is_row_number(text) else None


def _seen_line(request: HttpRequest, deal: TableDeal) -> LineInput | SheetLine:
    """Return the line of the version that the user saw, empty for none."""
    version = request.POST.get("seen_version", "")
    seen_slip = (
        deal.play.slips.filter(version=int(version)).first()
        # five digits at most: a longer number may be too large for the database
        if version.isdecimal() and len(version) < 6
        else None
    )
    if deal.sheet is not None:
        return sheet_line_of(seen_slip) if seen_slip else SheetLine()
    return line_of(seen_slip) if seen_slip else LineInput()


def _page(
    request: HttpRequest,
    access: TableAccess,
    table_round: TableRound,
    rows: list[DealRow],
    *,
    mark: TableMark,
    incomplete_rounds: Sequence[tuple[int, int]] = (),
    status: int = 200,
) -> HttpResponse:
    """Render the page, or only its variable parts for the page's script, which sends `shown`."""
    session = access.table.section.session
    tournament = session.tournament
    rules = rules_at(access)
    unfold(rows, table_round, needs_confirmation=rules.needs_confirmation)
    context: dict[str, Any] = {
        "tournament": tournament,
        "secret": table_secret(access),
        "shown": table_round,
        "mark": mark,
        "known_seat": _known_seat(request, table_round),
        "rows": rows,
        "missing": incomplete_rounds,
        "disputes": (
            load_table_disputes(access.table, table_round.round, table_round.phone.device)
            if mark.has_disputes and table_round.phone
            else ()
        ),
        "rules": rules,
        "placing": placing_words(
            tournament,
            table_round.draw,
            [seat for seat, entry in enumerate(table_round.entries) if entry is not None],
        ),
        "lasting": lasting_lines(table_round.sheet) if table_round.sheet else (),
        "compares": rules.shows_comparison and has_comparison(session),
    }
    template = "_parts" if "shown" in request.GET else "page"
    return render(request, f"tournaments/results/table/{template}.html", context, status=status)


def _known_seat(request: HttpRequest, table_round: TableRound) -> int | None:
    """Return the seat of the phone's owner, chosen or proposed; None if it is to be asked."""
    if table_round.phone is not None:
        return table_round.phone.seat
    key = phone_key(request)
    if key is None or table_round.is_over:
        return None
    return known_seat(table_round.table, table_round.round, key)


def _error_messages(errors: dict[str, Any]) -> list[str]:
    return [str(message) for messages_of_field in errors.values() for message in messages_of_field]
