"""Pages of results: entered, missing, disputed or unconfirmed ones, answers to disputes, and round locks."""

from itertools import groupby

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.progress import board_progress
from tournaments.base.queries.referee_tables import load_referees
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_requested_session, find_tournament, signed_in_user
from tournaments.base.web.hall_choice import read_hall_choice
from tournaments.base.words.format_words import SHEET_CHOICES
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import LineOf
from tournaments.events.queries.unsettled import open_flags, unconfirmed_results
from tournaments.models import Play, ResultFlag, ResultSlip, Session, Tournament
from tournaments.movements.queries.movements import session_line_kind
from tournaments.results.forms.table_results import AnswerForm, SeenForm, SeenSlipsForm
from tournaments.results.organiser.checking import results_address
from tournaments.results.organiser.result_history import sheet_address
from tournaments.results.queries.boards import play_line
from tournaments.results.queries.checking import round_states
from tournaments.results.queries.score_sheets import SheetProgress, load_sheet_terms, sheet_progress
from tournaments.results.services.confirmations import confirm_as_organiser, confirm_seen_results
from tournaments.results.services.flags import resolve_flag
from tournaments.results.services.slip_versions import describe_whole
from tournaments.results.services.table_access import phone_rules
from tournaments.seating.services.seating import change_sheets


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.READ_RESULTS)
    session = find_requested_session(request, tournament)
    if find_format(tournament.format).sheet is SheetKind.SCORES:
        return _sheets_page(request, tournament, session)
    boards, hall_choice = board_progress(session), read_hall_choice(request, tournament)
    tables = [row for row in sheet_progress(session) if hall_choice.has_table(row.table_number)]
    context = {
        "tournament": tournament,
        "boards": boards,
        "entered": sum(board.entered for board in boards),
        "expected": sum(board.expected for board in boards),
        **_unsettled(request, tournament, session),
        "next_board": next((board.board for board in boards if not board.is_complete), None),
        "next_table": next((row for row in tables if not row.is_complete), None),
        "rounds": _by_round(tables),
        "hall_choice": hall_choice,
        **_rounds(session),
    }
    return render(request, "tournaments/results/organiser/results.html", context)


def _sheets_page(request: HttpRequest, tournament: Tournament, session: Session) -> HttpResponse:
    hall_choice, all_sheets = read_hall_choice(request, tournament), sheet_progress(session)
    sheets = [row for row in all_sheets if hall_choice.has_table(row.table_number)]
    context = {
        "tournament": tournament,
        "hall_choice": hall_choice,
        "rounds": _by_round(sheets),
        "entered": sum(row.entered for row in sheets),
        "expected": sum(row.expected for row in sheets),
        "next_sheet": next((row for row in sheets if not row.is_complete), None),
        **_unsettled(request, tournament, session),
        "sheet_kind": _sheet_kind(session, is_begun=any(row.entered for row in all_sheets)),
        **_rounds(session),
    }
    return render(request, "tournaments/results/organiser/results_sheets.html", context)


def _unsettled(request: HttpRequest, tournament: Tournament, session: Session) -> dict[str, object]:
    """Return the open disputes, those of a referee's own tables first, and the results to be confirmed."""
    flags = list(open_flags(session))
    # without required confirmations, unconfirmed results need no attention
    waiting = list(unconfirmed_results(session)) if phone_rules(tournament).needs_confirmation else []
    if len(flags) > 1:
        user, referees = signed_in_user(request), load_referees(tournament)
        flags.sort(key=lambda result_flag: not referees.is_own(result_flag.play.table.number, user))
    return {
        "flags": flags,
        "waiting": waiting,
        "waiting_slips": ",".join(str(confirmation.slip_id) for confirmation in waiting),
    }


def _by_round(sheets: list[SheetProgress]) -> list[tuple[int, list[SheetProgress]]]:
    return [(number, list(rows)) for number, rows in groupby(sheets, lambda row: row.round_number)]


def _sheet_kind(session: Session, *, is_begun: bool) -> dict[str, object] | None:
    """Return the kind of the sheets, and the alternative as long as no result is entered.

    None in a format with one kind of sheet.
    """
    if not find_format(session.tournament.format).may_enter_totals:
        return None
    totals = session_line_kind(session) is LineOf.TOTALS
    names = dict(SHEET_CHOICES)
    current, alternative = (SheetOf.TOTALS, SheetOf.DEALS) if totals else (SheetOf.DEALS, SheetOf.TOTALS)
    return {
        "name": names[current],
        "other": "" if is_begun else alternative.value,
        "other_name": names[alternative],
    }


@require_POST
def change_sheet_kind(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose whether the sheets of free deals hold every deal or only the totals."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    kind = request.POST.get("sheet", "")
    if kind in set(SheetOf):
        run_service(
            request,
            change_sheets,
            _("Les feuilles de marque sont changées : imprimez-les de nouveau."),
            tournament=tournament,
            sheet=SheetOf(kind),
            changed_by=signed_in_user(request),
        )
    return redirect("organiser-results", slug)


def _rounds(session: Session) -> dict[str, object]:
    """Return the rounds, and the numbers of locked and of lockable ones."""
    states = round_states(session)
    return {
        "states": states,
        "locked": sum(state.lock is not None for state in states),
        "lockable": sum(state.may_be_locked for state in states),
    }


@require_http_methods(["GET", "POST"])
def flag(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a disputed result. A POST stores the organiser's answer, which settles the dispute."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    result_flag = _find_flag(tournament, pk)
    form = AnswerForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            resolve_flag(flag=result_flag, resolved_by=signed_in_user(request), **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Votre réponse est enregistrée."))
            return redirect("organiser-results", slug)
    current = result_flag.play.slips.current().first()
    slips = [result_flag.slip] if current in (None, result_flag.slip) else [result_flag.slip, current]
    context = {
        "tournament": tournament,
        "flag": result_flag,
        "current": current,
        "facts": _facts_of(tournament, result_flag.play, *slips),
        "line": play_line(result_flag.play),
        "sheet_address": sheet_address(tournament, result_flag.play),
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/results/organiser/flag.html", context, status=status)


def _facts_of(tournament: Tournament, play: Play, *slips: ResultSlip) -> list[list[tuple[str, bool]]]:
    """Return the facts behind each slip of a play in words, each with whether another slip differs in it."""
    tournament_format = find_format(tournament.format)
    is_sheet = tournament_format.sheet is SheetKind.SCORES
    form = load_sheet_terms(play).facts_form if is_sheet else None
    lists = []
    for slip in slips:
        slip.play = play
        lists.append(describe_whole(slip, form, tournament_format.variant))
    return [[(fact, any(fact not in other for other in lists)) for fact in facts] for facts in lists]


@require_safe
@never_cache
def photo(request: HttpRequest, slug: str, pk: int) -> FileResponse:
    """Return the photo of a disputed result."""
    result_flag = _find_flag(find_tournament(request, slug, Right.ENTER_RESULTS), pk)
    if not result_flag.photo:
        raise Http404
    return FileResponse(result_flag.photo.open("rb"), content_type="image/jpeg")


@require_POST
def vouch_for_result_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm a result as an organiser, in place of the other side of the table."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    play = get_object_or_404(plays.select_related("round", "table"), pk=pk)
    form = SeenForm(request.POST)
    if form.is_valid():
        run_service(
            request,
            confirm_as_organiser,
            _("Le résultat est confirmé."),
            play=play,
            confirmed_by=signed_in_user(request),
            **form.cleaned_data,
        )
    return redirect(results_address(request, slug))


@require_POST
def vouch_for_all_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm all results of the page that wait for the other side of the table."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = find_requested_session(request, tournament)
    form = SeenSlipsForm(request.POST)
    if form.is_valid():
        slip_ids = set(form.cleaned_data["slips"])
        try:
            count = confirm_seen_results(
                session=session, slip_ids=slip_ids, confirmed_by=signed_in_user(request)
            )
        except AppError as error:
            messages.error(request, str(error.message))
        else:
            _show_confirmed(request, count, len(slip_ids) - count)
    return redirect(results_address(request, slug))


def _show_confirmed(request: HttpRequest, count: int, left_count: int) -> None:
    """Show the numbers of results that were confirmed, and of those that were not."""
    if count:
        text = ngettext("%(count)d résultat est confirmé.", "%(count)d résultats sont confirmés.", count)
        add_success_message(request, text % {"count": count})
    if left_count:
        text = ngettext(
            "%(count)d résultat a changé, ou était déjà confirmé : regardez de nouveau.",
            "%(count)d résultats ont changé, ou étaient déjà confirmés : regardez de nouveau.",
            left_count,
        )
        messages.warning(request, text % {"count": left_count})


def _find_flag(tournament: Tournament, pk: int) -> ResultFlag:
    flags = ResultFlag.objects.select_related(
        "play__round__section__session__tournament", "play__table", "phone", "slip", "resolved_by"
    )
    return get_object_or_404(flags, pk=pk, play__round__section__session__tournament=tournament)
