"""The page of a table: who sits there, the boards of the round, their results, where next."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common.errors import AppError
from common.live.telling import answer_live
from tournaments.base.queries.showing import shown_of
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.showing import Part, Viewer
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.models import Round, TableAccess
from tournaments.results.forms.table_results import phone_form, written_line
from tournaments.results.queries.score_sheets import sheet_of
from tournaments.results.queries.table_mark import TableMark, find_link, table_mark
from tournaments.results.queries.table_page import TableDeal, TableRound, load_table_round
from tournaments.results.queries.table_rounds import (
    default_round,
    missing_before,
    named_round,
    table_rounds,
)
from tournaments.results.services.club_tables import find_club_table, open_tables
from tournaments.results.services.slip_versions import line_of, sheet_line_of
from tournaments.results.services.table_access import ClosedTable, rules_at, table_secret
from tournaments.results.services.table_phones import Device, note_seen
from tournaments.results.services.table_results import read_at_table
from tournaments.results.table.rows import DealRow, fresh_row, preview_row, save_row, typed_row, unfold
from tournaments.results.web.nearest import with_nearest
from tournaments.results.web.table_opening import at_table, find_play, redirect_to_round, refuse_link
from tournaments.results.words.placing import placing_words
from tournaments.work.topics import event_topic, table_topic


@require_safe
@never_cache
def club_table(request: HttpRequest, secret: str) -> HttpResponse:
    """The code on a table card: on to the one table of this number; a choice of several, a word for none."""
    try:
        club, number = find_club_table(secret)
    except ClosedTable as error:
        return refuse_link(request, error)
    links = [
        (link.table.section.session.tournament, table_secret(link)) for link in open_tables(club, number)
    ]
    if len(links) == 1:
        return redirect("table-page", links[0][1])
    context = {"club": club, "number": number, "links": links}
    return render(request, "tournaments/results/table/club_table.html", context, status=200 if links else 404)


@require_safe
@at_table
def page(request: HttpRequest, access: TableAccess, device: Device) -> HttpResponse:
    """The table in one round; 204 for a page that already shows all there is (`?shown=`)."""
    rounds = table_rounds(access.table)
    this_round = _asked_round(request, access, rounds, device)

    def answer() -> HttpResponse:
        mark = _mark(access, this_round, device)
        if request.GET.get("shown") == mark.text:
            return HttpResponse(status=204)
        shown = load_table_round(access.table, this_round, device.key, rounds)
        rows = [fresh_row(deal) for deal in shown.deals]
        return _page(request, access, shown, rows, mark=mark, missing=missing_before(rounds, this_round))

    topics = table_topic(access.table_id), event_topic(access.table.section.session.tournament_id)
    return answer_live(request, *topics, answer=answer)


@require_POST
@at_table
def record(request: HttpRequest, access: TableAccess, device: Device, pk: int) -> HttpResponse:
    """Store a result typed on the page, or only say what it comes to."""
    play = find_play(access, pk)
    mark = _mark(access, play.round, device)
    shown = load_table_round(access.table, play.round, device.key)
    rows = [_row_of(request, shown, deal.play.pk, pk) for deal in shown.deals]
    row = next(row for row in rows if row.deal.play.pk == pk)
    if request.POST.get("choice") == row.sending.KEEP:
        return redirect_to_round(access, play.round)
    if "preview" in request.POST:
        preview_row(row)
    elif save_row(row, access, device):
        messages.success(request, _("Étui %(board)d : noté.") % {"board": play.board})
        return redirect_to_round(access, play.round)
    return _page(request, access, shown, rows, mark=mark, status=row.status)


@require_safe
@at_table
def trial(request: HttpRequest, access: TableAccess, device: Device, pk: int) -> JsonResponse:
    """What the line typed so far comes to; nothing is stored."""
    play = find_play(access, pk)
    tournament = access.table.section.session.tournament
    is_sheet = find_format(tournament.format).sheet is SheetKind.SCORES
    form = phone_form(tournament.format, sheet_of(play) if is_sheet else None, data=request.GET)
    if not form.is_valid():
        return JsonResponse({"says": "", "margin": "", "problems": _told(form.errors)})
    try:
        reading = read_at_table(play=play, line=written_line(form))
    except AppError as error:
        return JsonResponse({"says": "", "margin": "", "problems": list(error.fields.values())})
    return JsonResponse({"says": reading.says, "margin": reading.margin, "problems": []})


def _asked_round(
    request: HttpRequest, access: TableAccess, rounds: list[tuple[Round, int, int]], device: Device
) -> Round:
    if not rounds:
        raise Http404
    asked = request.GET.get("tour", "")
    found = named_round(rounds, asked) if asked else default_round(access.table, rounds, device.key)
    if found is None:
        raise Http404
    return found


def _mark(access: TableAccess, this_round: Round, device: Device) -> TableMark:
    """What a phone is about to be shown; asked first, so that nothing stored meanwhile is missed."""
    link = find_link(access.pk, this_round.number)
    if link is None:
        raise Http404
    mark = table_mark(link, device.key)
    if mark.phone is not None:
        note_seen(mark.phone)
    return mark


def _row_of(request: HttpRequest, shown: TableRound, pk: int, posted: int) -> DealRow:
    deal = next(deal for deal in shown.deals if deal.play.pk == pk)
    return (
        typed_row(deal, with_nearest(request.POST), _seen_line(request, deal))
        if pk == posted
        else fresh_row(deal)
    )


def _seen_line(request: HttpRequest, deal: TableDeal) -> LineInput | SheetLine:
    """The line of the version that the person saw, empty for none."""
    version = request.POST.get("seen_version", "")
    seen = (
        deal.play.slips.filter(version=int(version)).first()
        if version.isdecimal() and len(version) < 6
        else None
    )
    if deal.sheet is not None:
        return sheet_line_of(seen) if seen else SheetLine()
    return line_of(seen) if seen else LineInput()


def _page(
    request: HttpRequest,
    access: TableAccess,
    shown: TableRound,
    rows: list[DealRow],
    *,
    mark: TableMark,
    missing: Sequence[tuple[int, int]] = (),
    status: int = 200,
) -> HttpResponse:
    """Whole, or for the page's script, which names what it shows, the parts that change."""
    session = access.table.section.session
    tournament = session.tournament
    rules = rules_at(access)
    unfold(rows, shown, needs_confirmation=rules.needs_confirmation)
    context: dict[str, Any] = {
        "tournament": tournament,
        "secret": table_secret(access),
        "shown": shown,
        "mark": mark,
        "rows": rows,
        "missing": missing,
        "rules": rules,
        "placing": placing_words(
            tournament, shown.draw, [seat for seat, entry in enumerate(shown.entries) if entry is not None]
        ),
        "compares": rules.shows_comparison and Part.BOARDS in shown_of(session, Viewer.EVERYBODY),
    }
    template = "_parts" if "shown" in request.GET else "page"
    return render(request, f"tournaments/results/table/{template}.html", context, status=status)


def _told(errors: dict[str, Any]) -> list[str]:
    return [str(told) for found in errors.values() for told in found]
