"""The page on which the score sheet of one table in one round is typed."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.web.finding import (
    find_for_table,
    find_requested_session,
    list_captain_tables,
    signed_in_user,
)
from tournaments.base.words.wording import write_signed_score
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import LineOf
from tournaments.core.slips.traveller import SlipReading
from tournaments.enums import SheetTask
from tournaments.models import Session, Tournament
from tournaments.rankings.queries.rulings import load_rules
from tournaments.rankings.services.consequences import ResultConsequences
from tournaments.results.forms.score_sheets import first_field
from tournaments.results.organiser.checking import check_marks
from tournaments.results.organiser.result_history import last_own_line
from tournaments.results.organiser.result_preview import preview_rows
from tournaments.results.organiser.scans import pictures_of
from tournaments.results.organiser.score_sheet_rows import (
    ScoreSheetRow,
    make_score_sheet_row,
    read_score_sheet_rows,
    save_score_sheet_rows,
)
from tournaments.results.organiser.sent_lines import author_of, next_address
from tournaments.results.organiser.sharing_marks import SharingMarks, sharing_marks
from tournaments.results.organiser.sheet_codes import CodePanel, code_panel
from tournaments.results.organiser.traveller import UNREADABLE
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.score_sheets import TableSheet, load_table_sheet, sheet_progress
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
    session = find_requested_session(request, tournament)
    sheet = _find(session, round_number, table_number)
    rows = read_score_sheet_rows(sheet, with_nearest(request.POST))
    code = code_panel(request, session, SheetName(None, round_number, table_number))
    if code.stops:
        return _page(request, tournament, session, sheet, rows, code=code)
    if "preview" in request.POST:
        # the preview shows consequences for the whole ranking: a captain of one table gets none
        is_captain = list_captain_tables(request, tournament) is not None
        consequences = None if is_captain else preview_rows(session, rows)
        return _page(request, tournament, session, sheet, rows, code=code, consequences=consequences)
    if request.method == "POST":
        _save(request, rows)
        if not any(row.has_failed for row in rows):
            return redirect(next_address(request, tournament))
    # read again: other people may have entered lines in the meantime
    sheet = _find(session, round_number, table_number)
    failed_rows = {row.prefix: row for row in rows if row.has_failed}
    rows_to_show = [_row_after_save(sheet, line_row, failed_rows) for line_row in rows]
    return _page(request, tournament, session, sheet, rows_to_show, code=code)


@require_safe
@never_cache
def try_score_sheet(request: HttpRequest, slug: str, round_number: int, table_number: int) -> JsonResponse:
    """Return the scores and problems of the typed lines as JSON, without storing them."""
    tournament = find_for_table(request, slug, table_number)
    sheet = _find(find_requested_session(request, tournament), round_number, table_number)
    payload: dict[str, object] = {}
    lines, facts = [], []
    for row in read_score_sheet_rows(sheet, request.GET):
        scores = row.line.slip.seat_scores if row.line.slip else None
        row_facts = row.line.facts
        if row.form.is_bound:
            reading = _try(tournament, row)
            row_facts = dict(reading.facts) if reading else row_facts
            scores = reading.seat_scores if reading else scores
            problems = [message for errors in row.form.errors.values() for message in errors]
            payload[row.prefix] = {
                "scores": _score_texts(reading),
                "problems": problems,
                "nearest": as_json(row.nearest),
            }
        lines.append(scores or ())
        facts.append(row_facts)
    totals = sheet.totals_of(filter(None, lines), sheet.lasting_with(facts))
    shown_totals = {
        str(seat): write_signed_score(total) for seat, total in enumerate(totals) if total is not None
    }
    return JsonResponse(payload | {"totals": shown_totals})


@require_POST
def rest_unplayed(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Mark every deal without a result as not played, at the end of time."""
    tournament = find_for_table(request, slug, table_number)
    sheet = _find(find_requested_session(request, tournament), round_number, table_number)
    try:
        count = leave_rest_unplayed(sheet=sheet, author=author_of(request))
    except AppError as error:
        messages.error(request, str(error.message))
    else:
        template = ngettext(
            "%(count)d donne marquée « non jouée ».", "%(count)d donnes marquées « non jouée ».", count
        )
        messages.success(request, template % {"count": count})
    page = reverse("organiser-score-sheet", args=[slug, round_number, table_number])
    return redirect(f"{page}?{request.GET.urlencode()}" if request.GET else page)


def _find(session: Session, round_number: int, table_number: int) -> TableSheet:
    sheet = load_table_sheet(session, round_number, table_number)
    if sheet is None:
        raise Http404
    return sheet


def _save(request: HttpRequest, rows: list[ScoreSheetRow]) -> None:
    """Store each line on its own and show the number of stored lines."""
    saved_count = save_score_sheet_rows(rows, author_of(request))
    if saved_count:
        template = ngettext("%(count)d résultat enregistré.", "%(count)d résultats enregistrés.", saved_count)
        messages.success(request, template % {"count": saved_count})


def _row_after_save(
    sheet: TableSheet, row: ScoreSheetRow, failed_rows: dict[str, ScoreSheetRow]
) -> ScoreSheetRow:
    """Return the row with its input if it failed, otherwise the stored line."""
    line = next(line for line in sheet.rows if line.play.pk == row.line.play.pk)
    if row.prefix not in failed_rows:
        return make_score_sheet_row(sheet, line)
    row.line = line
    return row


def _try(tournament: Tournament, row: ScoreSheetRow) -> SlipReading | None:
    """Return the reading of a typed line, None without one. Its problems are stored on the row."""
    if not row.form.is_valid() or not row.form.has_changed() or row.form.sheet_line().is_empty:
        return None
    try:
        return read_slip_line(tournament=tournament, play=row.line.play, line=row.form.sheet_line())
    except AppError as error:
        row.fail(error)
        return None


def _score_texts(reading: SlipReading | None) -> dict[str, str]:
    scores = reading.seat_scores if reading else None
    return {
        str(seat): write_signed_score(score) for seat, score in enumerate(scores or ()) if score is not None
    }


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
    own_numbers = list_captain_tables(request, tournament)
    progress = [
        row for row in sheet_progress(session) if own_numbers is None or row.table_number in own_numbers
    ]
    places = [(row.round_number, row.table_number) for row in progress]
    index = places.index((sheet.round.number, sheet.table.number))
    to_do = [place for place, row in zip(places, progress, strict=True) if not row.is_complete]
    open_sheets = [place for place in to_do if place != places[index]]
    # after this table first, then from the start
    open_sheets.sort(key=lambda place: place < places[index])
    # a captain types the sheets of their own table alone
    marks = (
        sharing_marks(session, name, SheetTask.ENTER, signed_in_user(request))
        if own_numbers is None
        else None
    )
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
        "has_preview": own_numbers is None,
        "measure": load_rules(tournament).shown if consequences else None,
        "last": last_own_line([row.line for row in rows], signed_in_user(request)),
        "players": [(seat, sheet.entries[seat], sheet.totals[seat]) for seat in sheet.sheet.seats_in_order],
        "placing": placing_words(tournament, sheet.draw, sheet.sheet.seats),
        "has_bids": has_bids,
        "has_facts": rows[0].form.has_facts,
        "lasting": lasting_lines(sheet),
        "has_totals": sheet.sheet.holds is LineOf.TOTALS,
        "column_count": 2 + len(rows[0].score_fields) + (len(sheet.sheet.seats) if has_bids else 0),
        "entered": sum(row.line.slip is not None for row in rows),
        "previous": places[index - 1] if index else None,
        "following": places[index + 1] if index + 1 < len(places) else None,
        "all_sheets": reverse(
            "organiser-results" if own_numbers is None else "organiser-my-tables", args=[tournament.slug]
        ),
        "sharing": marks,
        "to_do": _next_to_do(open_sheets, marks),
    }
    is_refused = any(row.has_failed for row in rows) or (request.method == "POST" and code.stops)
    status = UNREADABLE if is_refused else 200
    return render(request, "tournaments/results/organiser/score_sheet.html", context, status=status)


def _next_to_do(open_sheets: list[tuple[int, int]], marks: SharingMarks | None) -> tuple[int, int] | None:
    """Return round and table of the next sheet that waits, without those that another person took."""
    if marks is None:
        return next(iter(open_sheets), None)
    name = marks.first_for_user(SheetName(None, *place) for place in open_sheets)
    return (name.round_number or 0, name.table_number or 0) if name else None


def _focus_first(rows: list[ScoreSheetRow]) -> None:
    """Focus the first line with an error, otherwise the first without a result."""
    failed_rows = [row for row in rows if row.has_failed]
    empty_rows = [row for row in rows if row.line.slip is None]
    for row in (failed_rows or empty_rows)[:1]:
        row.focus(row.score_fields, first_field(row.form))
