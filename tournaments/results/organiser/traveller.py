"""The page on which the lines of an étui, or of a table in a round, are typed."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.progress import board_progress
from tournaments.base.web.finding import find_requested_session, find_tournament, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.enums import SheetTask
from tournaments.models import Session, Tournament
from tournaments.rankings.queries.rulings import load_rules
from tournaments.rankings.services.consequences import ResultConsequences
from tournaments.results.organiser.checking import check_marks
from tournaments.results.organiser.result_history import last_own_line
from tournaments.results.organiser.result_preview import preview_rows
from tournaments.results.organiser.scans import pictures_of
from tournaments.results.organiser.sent_lines import author_of, next_address
from tournaments.results.organiser.sharing_marks import SharingMarks, sharing_marks
from tournaments.results.organiser.sheet_codes import CodePanel, code_panel
from tournaments.results.organiser.traveller_rows import (
    TravellerRow,
    read_traveller_rows,
    save_traveller_rows,
    score_endings,
    shown_again,
)
from tournaments.results.queries.checking import SheetName, locked_rounds
from tournaments.results.queries.score_sheets import sheet_progress
from tournaments.results.services.results import read_slip_line
from tournaments.results.services.slip_versions import describe_reading
from tournaments.results.web.kept_sheets import answers_scripts
from tournaments.results.web.nearest import as_json, with_nearest

UNREADABLE = 422


@require_http_methods(["GET", "POST"])
@never_cache
@answers_scripts
def traveller(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Type the lines of an étui."""
    return _entry(request, slug, SheetName(board=number))


@require_http_methods(["GET", "POST"])
@never_cache
@answers_scripts
def table_lines(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Type the lines of a table in a round, for papers gathered table by table."""
    return _entry(request, slug, SheetName(round_number=round_number, table_number=table_number))


@require_safe
@never_cache
def try_traveller(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """Return the scores and problems of the typed lines as JSON, without storing them."""
    return _trial(request, slug, SheetName(board=number))


@require_safe
@never_cache
def table_trial(request: HttpRequest, slug: str, round_number: int, table_number: int) -> JsonResponse:
    """Return the same for the lines of a table in a round."""
    return _trial(request, slug, SheetName(round_number=round_number, table_number=table_number))


def _entry(request: HttpRequest, slug: str, name: SheetName) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    if find_format(tournament.format).sheet is not SheetKind.TRAVELLER:
        return redirect("organiser-results", slug)
    session = find_requested_session(request, tournament)
    rows = read_traveller_rows(session, name, with_nearest(request.POST))
    if not rows:
        raise Http404
    code = code_panel(request, session, name) if name.board else CodePanel()
    if request.method == "GET" or code.stops:
        return _page(request, tournament, session, name, rows, code=code)
    if "preview" in request.POST:
        consequences = preview_rows(session, rows)
        return _page(request, tournament, session, name, rows, code=code, consequences=consequences)
    _save(request, rows)
    failed_rows = {row.line.play.pk: row for row in rows if row.has_failed}
    if not failed_rows:
        return redirect(next_address(request, tournament))
    rows_to_show = shown_again(session, name, failed_rows)
    return _page(request, tournament, session, name, rows_to_show, code=code)


def _trial(request: HttpRequest, slug: str, name: SheetName) -> JsonResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    rows = read_traveller_rows(find_requested_session(request, tournament), name, request.GET)
    return JsonResponse({row.prefix: _try(tournament, row) for row in rows if row.form.is_bound})


def _save(request: HttpRequest, rows: list[TravellerRow]) -> None:
    """Store each line on its own and show the number of stored lines."""
    saved_count = save_traveller_rows(rows, author_of(request))
    if saved_count:
        template = ngettext("%(count)d résultat enregistré.", "%(count)d résultats enregistrés.", saved_count)
        messages.success(request, template % {"count": saved_count})


def _try(tournament: Tournament, row: TravellerRow) -> dict[str, object]:
    if row.form.is_valid() and row.form.has_changed() and not row.form.line().is_empty:
        try:
            reading = read_slip_line(tournament=tournament, play=row.line.play, line=row.form.line())
            return {"says": describe_reading(reading), "problems": [], "nearest": []}
        except AppError as error:
            row.fail(error)
    problems = [message for errors in row.form.errors.values() for message in errors]
    return {"says": "", "problems": problems, "nearest": as_json(row.nearest)}


def _page(
    request: HttpRequest,
    tournament: Tournament,
    session: Session,
    name: SheetName,
    rows: list[TravellerRow],
    *,
    code: CodePanel,
    consequences: ResultConsequences | None = None,
) -> HttpResponse:
    if consequences is None and not code.error:
        # with a code, the lines of its leaf come first
        _focus_first([row for row in rows if code.has_line(row.line)] or rows)
    tournament_format = find_format(tournament.format)
    marks = sharing_marks(session, name, SheetTask.ENTER, signed_in_user(request)) if name.board else None
    context = {
        "tournament": tournament,
        "taker": tournament_format.taker_of(name.board) if name.board else None,
        "has_bid": tournament_format.imposed_bid is None,
        "has_teams": tournament_format.has_teams,
        "rows": rows,
        "endings": score_endings(tournament),
        "code": code,
        "name": name,
        **_marks(session, name),
        "consequences": consequences,
        "measure": load_rules(tournament).shown if consequences else None,
        "last": last_own_line([row.line for row in rows], signed_in_user(request)),
        "entered": sum(row.line.slip is not None for row in rows),
        "sharing": marks,
        **_neighbours(session, name, marks),
    }
    is_refused = any(row.has_failed for row in rows) or (request.method == "POST" and code.stops)
    status = UNREADABLE if is_refused else 200
    return render(request, "tournaments/results/organiser/traveller.html", context, status=status)


def _marks(session: Session, name: SheetName) -> dict[str, object]:
    """Return pictures and checks of an étui's traveller, or the lock of a table's round."""
    if name.board is not None:
        return {**pictures_of(session, name), **check_marks(session, name)}
    lock = locked_rounds(session).get(name.round_number or 0)
    return {"locks": [lock] if lock else []}


def _neighbours(session: Session, name: SheetName, marks: SharingMarks | None) -> dict[str, SheetName | None]:
    """Return the previous and next page of the same kind, and the next one with a missing result.

    One query. The next one is none that another person took.
    """
    progress = (
        [(SheetName(board=row.board), row.is_complete) for row in board_progress(session)]
        if name.board
        else [
            (SheetName(round_number=row.round_number, table_number=row.table_number), row.is_complete)
            for row in sheet_progress(session)
        ]
    )
    names = [sheet for sheet, _is_complete in progress]
    place = names.index(name)
    to_do = [sheet for sheet, is_complete in progress if not is_complete and sheet != name]
    # after this sheet first, then from the start
    to_do.sort(key=lambda sheet: names.index(sheet) < place)
    return {
        "previous": names[place - 1] if place else None,
        "following": names[place + 1] if place + 1 < len(names) else None,
        "to_do": marks.first_for_user(to_do) if marks else next(iter(to_do), None),
    }


def _focus_first(rows: list[TravellerRow]) -> None:
    """Focus the first line with an error, otherwise the first without a result."""
    failed_rows = [row for row in rows if row.has_failed]
    empty_rows = [row for row in rows if row.line.slip is None]
    for row in (failed_rows or empty_rows)[:1]:
        row.focus(row.score_fields, "gain")
