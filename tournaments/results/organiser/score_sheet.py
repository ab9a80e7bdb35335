"""The score sheet of one table in one round, typed on one screen."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.web.finding import asked_session, find_for_table, own_tables, signed_in
from tournaments.base.words.wording import signed
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import LineOf
from tournaments.core.slips.traveller import SlipReading
from tournaments.models import Session, Tournament
from tournaments.rankings.queries.rulings import load_rules
from tournaments.rankings.services.consequences import ResultConsequences
from tournaments.results.forms.score_sheets import first_field
from tournaments.results.organiser.checking import check_marks
from tournaments.results.organiser.result_history import last_own_line
from tournaments.results.organiser.result_preview import preview_rows
from tournaments.results.organiser.scans import pictures_of
from tournaments.results.organiser.score_sheet_rows import ScoreSheetRow, fresh_row, save_rows, typed_rows
from tournaments.results.organiser.sent_lines import author_of, next_address
from tournaments.results.organiser.sheet_codes import CodePanel, code_panel
from tournaments.results.organiser.traveller import UNREADABLE
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.score_sheets import TableSheet, load_sheet, sheet_progress
from tournaments.results.services.results import leave_rest_unplayed, read_slip_line
from tournaments.results.web.kept_sheets import answers_scripts
from tournaments.results.web.nearest import as_json, with_nearest
from tournaments.results.words.lasting import lasting_lines
from tournaments.results.words.placing import placing_words


@require_http_methods(["GET", "POST"])
@never_cache
@answers_scripts
def score_sheet(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    tournament = find_for_table(request, slug, table_number)
    if find_format(tournament.format).sheet is not SheetKind.SCORES:
        return redirect("organiser-results", slug)
    session = asked_session(request, tournament)
    stored = _find(session, round_number, table_number)
    rows = typed_rows(stored, with_nearest(request.POST))
    code = code_panel(request, session, SheetName(None, round_number, table_number))
    if code.stops:
        return _page(request, tournament, session, stored, rows, code=code)
    if "preview" in request.POST and own_tables(request, tournament) is None:
        consequences = preview_rows(session, rows)
        return _page(request, tournament, session, stored, rows, code=code, consequences=consequences)
    if request.method == "POST":
        _save(request, rows)
        if not any(row.has_failed for row in rows):
            return redirect(next_address(request, tournament))
    stored = _find(session, round_number, table_number)
    failed = {row.prefix: row for row in rows if row.has_failed}
    shown = [_shown_again(stored, line_row, failed) for line_row in rows]
    return _page(request, tournament, session, stored, shown, code=code)


@require_safe
@never_cache
def trial(request: HttpRequest, slug: str, round_number: int, table_number: int) -> JsonResponse:
    """What the lines typed so far come to; nothing is stored."""
    tournament = find_for_table(request, slug, table_number)
    sheet = _find(asked_session(request, tournament), round_number, table_number)
    answer: dict[str, object] = {}
    lines, facts = [], []
    for row in typed_rows(sheet, request.GET):
        scores = row.line.slip.seat_scores if row.line.slip else None
        written = row.line.facts
        if row.form.is_bound:
            reading = _try(tournament, row)
            written = dict(reading.facts) if reading else written
            scores = reading.seat_scores if reading else scores
            problems = [told for errors in row.form.errors.values() for told in errors]
            answer[row.prefix] = {
                "scores": _shown_scores(reading),
                "problems": problems,
                "nearest": as_json(row.nearest),
            }
        lines.append(scores or ())
        facts.append(written)
    totals = sheet.totals_of(filter(None, lines), sheet.lasting_with(facts))
    shown = {str(seat): signed(total) for seat, total in enumerate(totals) if total is not None}
    return JsonResponse(answer | {"totals": shown})


@require_POST
def rest_unplayed(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Every deal without a result was not played: time was up."""
    tournament = find_for_table(request, slug, table_number)
    sheet = _find(asked_session(request, tournament), round_number, table_number)
    try:
        count = leave_rest_unplayed(sheet=sheet, author=author_of(request))
    except AppError as error:
        messages.error(request, str(error.message))
    else:
        told = ngettext(
            "%(count)d donne marquée « non jouée ».", "%(count)d donnes marquées « non jouée ».", count
        )
        messages.success(request, told % {"count": count})
    page = reverse("organiser-score-sheet", args=[slug, round_number, table_number])
    return redirect(f"{page}?{request.GET.urlencode()}" if request.GET else page)


def _find(session: Session, round_number: int, table_number: int) -> TableSheet:
    sheet = load_sheet(session, round_number, table_number)
    if sheet is None:
        raise Http404
    return sheet


def _save(request: HttpRequest, rows: list[ScoreSheetRow]) -> None:
    """Store each line for itself and say how many were."""
    saved = save_rows(rows, author_of(request))
    if saved:
        told = ngettext("%(count)d résultat enregistré.", "%(count)d résultats enregistrés.", saved)
        messages.success(request, told % {"count": saved})


def _shown_again(stored: TableSheet, row: ScoreSheetRow, failed: dict[str, ScoreSheetRow]) -> ScoreSheetRow:
    """What was typed where it failed, else the line as it is stored now."""
    line = next(line for line in stored.rows if line.play.pk == row.line.play.pk)
    if row.prefix not in failed:
        return fresh_row(stored, line)
    row.line = line
    return row


def _try(tournament: Tournament, row: ScoreSheetRow) -> SlipReading | None:
    """The reading of a typed line, None without one; what is wrong stays on the row."""
    if not row.form.is_valid() or not row.form.has_changed() or row.form.sheet_line().is_empty:
        return None
    try:
        return read_slip_line(tournament=tournament, play=row.line.play, line=row.form.sheet_line())
    except AppError as error:
        row.fail(error)
        return None


def _shown_scores(reading: SlipReading | None) -> dict[str, str]:
    scores = reading.seat_scores if reading else None
    return {str(seat): signed(score) for seat, score in enumerate(scores or ()) if score is not None}


def _page(
    request: HttpRequest,
    tournament: Tournament,
    session: Session,
    sheet: TableSheet,
    rows: list[ScoreSheetRow],
    *,
    code: CodePanel,
    consequences: ResultConsequences | None = None,
) -> HttpResponse:
    if consequences is None and not code.error:
        _focus_first(rows)
    name = SheetName(round_number=sheet.round.number, table_number=sheet.table.number)
    own = own_tables(request, tournament)
    progress = [row for row in sheet_progress(session) if own is None or row.table_number in own]
    places = [(row.round_number, row.table_number) for row in progress]
    here = places.index((sheet.round.number, sheet.table.number))
    to_do = [place for place, row in zip(places, progress, strict=True) if not row.is_complete]
    others = [place for place in to_do if place != places[here]]
    has_bids = sheet.sheet.holds is LineOf.BIDS
    context = {
        "tournament": tournament,
        "sheet": sheet,
        "rows": rows,
        "code": code,
        "name": name,
        **pictures_of(session, name),
        **check_marks(session, name),
        "consequences": consequences,
        "measure": load_rules(tournament).shown if consequences else None,
        "last": last_own_line([row.line for row in rows], signed_in(request)),
        "players": [(seat, sheet.entries[seat], sheet.totals[seat]) for seat in sheet.sheet.seats_in_order],
        "placing": placing_words(tournament, sheet.draw, sheet.sheet.seats),
        "has_bids": has_bids,
        "has_facts": rows[0].form.has_facts,
        "lasting": lasting_lines(sheet),
        "has_totals": sheet.sheet.holds is LineOf.TOTALS,
        "column_count": 2 + len(rows[0].score_fields) + (len(sheet.sheet.seats) if has_bids else 0),
        "entered": sum(row.line.slip is not None for row in rows),
        "previous": places[here - 1] if here else None,
        "following": places[here + 1] if here + 1 < len(places) else None,
        "all_sheets": reverse(
            "organiser-results" if own is None else "organiser-my-tables", args=[tournament.slug]
        ),
        "to_do": next((place for place in others if place > places[here]), others[0] if others else None),
    }
    is_refused = any(row.has_failed for row in rows) or (request.method == "POST" and code.stops)
    status = UNREADABLE if is_refused else 200
    return render(request, "tournaments/results/organiser/score_sheet.html", context, status=status)


def _focus_first(rows: list[ScoreSheetRow]) -> None:
    """The cursor goes to the first line at fault, else to the first without a result."""
    failed = [row for row in rows if row.has_failed]
    empty = [row for row in rows if row.line.slip is None]
    for row in (failed or empty)[:1]:
        name = next((field.name for field in row.score_fields if field.errors), first_field(row.form))
        row.form.fields[name].widget.attrs["autofocus"] = True
