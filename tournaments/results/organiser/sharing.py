"""Pages of the sheets that are shared out: lists by person, shares, questions about sheets."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from common.errors import AppError
from tournaments.base.access import Right, rights_in
from tournaments.base.queries.referee_tables import load_referees
from tournaments.base.web.acting import add_success_message, run_service, show_error
from tournaments.base.web.finding import find_requested_session, find_tournament, signed_in_user
from tournaments.enums import SheetTask
from tournaments.models import Session, SheetQuestion, SheetShare, Tournament
from tournaments.results.forms.sharing import ShareForm, SheetNameForm, SheetWordsForm
from tournaments.results.organiser.checking import checking_address
from tournaments.results.queries.checking import SheetName, has_score_sheets
from tournaments.results.queries.sharing import (
    SharedSheet,
    SheetList,
    count_by_person,
    list_shared_sheets,
    question_sheet,
)
from tournaments.results.services.sharing import (
    answer_question,
    ask_about_sheet,
    give_back_sheets,
    take_next_sheet,
    take_range,
    take_sheet,
)

RIGHT_OF_TASK = {SheetTask.ENTER: Right.ENTER_RESULTS, SheetTask.CHECK: Right.CHECK_RESULTS}
"""Right to take sheets for each task."""
LIST_NAMES = {
    SheetList.MINE: gettext_lazy("Mes feuilles"),
    SheetList.CHECKED: gettext_lazy("Contrôlées par moi"),
    SheetList.QUESTIONS: gettext_lazy("Avec une question"),
    SheetList.FREE: gettext_lazy("À prendre"),
    SheetList.ALL: gettext_lazy("Toutes"),
}
ROWS = 50
"""Sheets on one page of a list."""


@require_safe
@never_cache
def shares(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a list of sheets (`?liste=`), of one table or étui (`?numero=`), and the counts by person."""
    tournament = find_tournament(request, slug, Right.READ_RESULTS)
    return _shares_page(request, tournament, find_requested_session(request, tournament))


@require_POST
def take_next(request: HttpRequest, slug: str, task: str) -> HttpResponse:
    """Take the next sheet and open it."""
    tournament, session, sheet_task = _find_task(request, slug, task)
    name = take_next_sheet(session=session, task=sheet_task, taken_by=signed_in_user(request))
    if name is None:
        add_success_message(request, _("Il ne reste aucune feuille à prendre."))
        return redirect(_with_query(request, reverse("organiser-shares", args=[slug])))
    return redirect(_with_query(request, _sheet_page(tournament, name, sheet_task)))


@require_POST
def take_range_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the sheets of consecutive tables or étuis. A refused form is shown again."""
    tournament = find_tournament(request, slug, Right.READ_RESULTS)
    session = find_requested_session(request, tournament)
    sheets = list_shared_sheets(session)
    form = _range_form(request, tournament, sheets, request.POST)
    if form.is_valid():
        values = form.cleaned_data
        try:
            take_range(
                session=session,
                task=SheetTask(values["task"]),
                first=values["first"],
                last=values["last"],
                round_number=values.get("round_number"),
                taken_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Ces feuilles sont à vous."))
            return redirect(_with_query(request, reverse("organiser-shares", args=[slug])))
    return _shares_page(request, tournament, session, form=form)


@require_POST
def take_one(request: HttpRequest, slug: str, task: str) -> HttpResponse:
    """Take one sheet, also from another person, and open it."""
    tournament, session, sheet_task = _find_task(request, slug, task)
    name = _sent_name(request, session)
    if name is None:
        return redirect(_with_query(request, reverse("organiser-shares", args=[slug])))
    done = _("Cette feuille est à vous.")
    run_service(
        request,
        take_sheet,
        done,
        session=session,
        sheet=name,
        task=sheet_task,
        taken_by=signed_in_user(request),
    )
    return redirect(_with_query(request, _sheet_page(tournament, name, sheet_task)))


@require_POST
def give_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give back the sheets of a person: the user, or one who has gone home."""
    tournament = find_tournament(request, slug, Right.READ_RESULTS)
    session = find_requested_session(request, tournament)
    # among the holders only, so that no number names another account
    holders = User.objects.filter(pk__in=SheetShare.objects.filter(session=session).values("holder"))
    holder = get_object_or_404(holders, pk=pk)
    done = _("Feuilles rendues : %(name)s.") % {"name": holder}
    run_service(
        request,
        give_back_sheets,
        done,
        session=session,
        holder=holder,
    )
    return redirect(_with_query(request, reverse("organiser-shares", args=[slug])))


@require_POST
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Store a question about a sheet."""
    tournament = find_tournament(request, slug, Right.READ_RESULTS)
    session = find_requested_session(request, tournament)
    name = _sent_name(request, session)
    if name is None:
        return redirect(_with_query(request, reverse("organiser-shares", args=[slug])))
    run_service(
        request,
        ask_about_sheet,
        _("La question est posée."),
        session=session,
        sheet=name,
        text=SheetWordsForm(request.POST).text("question"),
        asked_by=signed_in_user(request),
    )
    return redirect(_with_query(request, _readable_page(request, tournament, name)))


@require_POST
def answer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Store the answer to a question, which closes it."""
    tournament = find_tournament(request, slug, Right.READ_RESULTS)
    questions = SheetQuestion.objects.select_related("session__tournament__club")
    question = get_object_or_404(questions, pk=pk, session__tournament=tournament)
    run_service(
        request,
        answer_question,
        _("La réponse est enregistrée."),
        question=question,
        answer=SheetWordsForm(request.POST).text("answer"),
        answered_by=signed_in_user(request),
    )
    return redirect(_with_query(request, _readable_page(request, tournament, question_sheet(question))))


def _shares_page(
    request: HttpRequest, tournament: Tournament, session: Session, *, form: ShareForm | None = None
) -> HttpResponse:
    sheets = list_shared_sheets(session)
    user, rights = signed_in_user(request), rights_in(request.user, tournament)
    chosen = _chosen_list(request)
    number = request.GET.get("numero", "")
    listed_sheets = [shared for shared in sheets if shared.is_in(chosen, user)]
    if number:
        listed_sheets = [shared for shared in sheets if str(_number_of(shared.name)) == number]
    if chosen is SheetList.QUESTIONS:
        referees = load_referees(tournament)
        listed_sheets.sort(key=lambda shared: not referees.is_own(shared.name.table_number or 0, user))
    paginator = Paginator(listed_sheets, ROWS)
    tasks = [task for task, right in RIGHT_OF_TASK.items() if right in rights]
    main_task = next(iter(tasks), SheetTask.CHECK)
    shown_page = paginator.get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "lists": [
            (sheet_list, LIST_NAMES[sheet_list], sum(shared.is_in(sheet_list, user) for shared in sheets))
            for sheet_list in SheetList
        ],
        "chosen": "" if number else chosen,
        "number": number,
        "rows": [(shared, _sheet_page(tournament, shared.name, main_task)) for shared in shown_page],
        "page_of_rows": shown_page,
        "people": count_by_person(sheets),
        "form": form or (_range_form(request, tournament, sheets, None) if tasks else None),
        "tasks": tasks,
        "total": len(sheets),
        "has_score_sheets": has_score_sheets(session),
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "tournaments/results/organiser/shares.html", context, status=status)


def _range_form(
    request: HttpRequest, tournament: Tournament, sheets: list[SharedSheet], data: Any
) -> ShareForm:
    rights = rights_in(request.user, tournament)
    return ShareForm(
        data,
        tasks=[task for task, right in RIGHT_OF_TASK.items() if right in rights],
        rounds=sorted({shared.name.round_number for shared in sheets if shared.name.round_number}),
        most=max((_number_of(shared.name) for shared in sheets), default=1),
    )


def _number_of(name: SheetName) -> int:
    """Return the number of the étui, or of the table."""
    return name.board or name.table_number or 0


def _chosen_list(request: HttpRequest) -> SheetList:
    text = request.GET.get("liste", "")
    return SheetList(text) if text in set(SheetList) else SheetList.MINE


def _find_task(request: HttpRequest, slug: str, task: str) -> tuple[Tournament, Session, SheetTask]:
    """Return the tournament, the session and the task for a user with the right to the task."""
    if task not in SheetTask.values:
        raise Http404
    sheet_task = SheetTask(task)
    tournament = find_tournament(request, slug, RIGHT_OF_TASK[sheet_task])
    return tournament, find_requested_session(request, tournament), sheet_task


def _sent_name(request: HttpRequest, session: Session) -> SheetName | None:
    """Return the name of the sheet of a sent button; None, with a message, for a broken form."""
    form = SheetNameForm(request.POST)
    if form.is_valid() and form.names_sheet(has_score_sheets=has_score_sheets(session)):
        return form.name
    messages.error(request, _("Cette page a été abîmée : rechargez-la."))
    return None


def _sheet_page(tournament: Tournament, name: SheetName, task: SheetTask) -> str:
    """Return the address on which a sheet is typed or checked."""
    if task is SheetTask.CHECK:
        return checking_address(tournament.slug, name)
    if name.board is not None:
        return reverse("organiser-traveller", args=[tournament.slug, name.board])
    return reverse("organiser-score-sheet", args=[tournament.slug, name.round_number, name.table_number])


def _readable_page(request: HttpRequest, tournament: Tournament, name: SheetName) -> str:
    """Return the address of the sheet on the page that sent a form, or on the other one that is allowed."""
    rights = rights_in(request.user, tournament)
    wants_check = request.POST.get("task") == SheetTask.CHECK and Right.CHECK_RESULTS in rights
    may_enter = Right.ENTER_RESULTS in rights
    return _sheet_page(tournament, name, SheetTask.CHECK if wants_check or not may_enter else SheetTask.ENTER)


def _with_query(request: HttpRequest, address: str) -> str:
    return f"{address}?{request.GET.urlencode()}" if request.GET else address
