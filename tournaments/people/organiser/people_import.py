"""Pages of the import of players: upload, check, confirmation, undo.

Nothing is written to the register before the confirmation. Between the requests the list and the answers
about it are stored in the session, so that the file is uploaded once.
"""

import datetime
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.db.models import DateField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.web_server.policy import takes_file
from tournaments.base.web.acting import add_success_message, posted_data
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.base.words.dates import date_format
from tournaments.base.words.wording import COLUMN_NAMES
from tournaments.core.exchange.full_names import lacks_capitals
from tournaments.core.exchange.player_row import COLUMNS
from tournaments.core.exchange.players_csv import MOST_BYTES, PlayersFile
from tournaments.models import ChangedPerson, Club, Person, RegisterChange
from tournaments.people.forms.mending import ColumnsForm, MendingForm, WorkbookSheetForm
from tournaments.people.forms.people import PlayersFileForm
from tournaments.people.services.list_drafts import ListDraft, from_session, read_draft, to_session
from tournaments.people.services.people_import import (
    ImportPlan,
    PlannedLine,
    describe_problem,
    import_people,
    load_register,
    plan_import,
    waiting_import_key,
)
from tournaments.people.services.register_changes import undo_change

ROWS_SHOWN = 2000
"""Largest number of lines on the page, for each kind of change. The counts include all lines."""
CHANGES_SHOWN = 10


@takes_file(MOST_BYTES)
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a file or a pasted list. The next page shows it; a refusal stands at its field."""
    club = find_club(request, slug)
    form = PlayersFileForm(posted_data(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        draft = read_draft(form.content, form.list_name)
        if draft.refusal is None:
            request.session[waiting_import_key(club)] = to_session(draft)
            return redirect("organiser-people-import-check", club.slug)
        form.add_error(form.list_field, describe_problem(draft.refusal).why)
    context = {
        "club": club,
        "tab": "people",
        "form": form,
        "columns": list(COLUMN_NAMES.values()),
        "changes": club.register_changes.select_related("made_by")[:CHANGES_SHOWN],
    }
    return render(request, "tournaments/people/organiser/people_import.html", context)


@require_http_methods(["GET", "POST"])
def check_import_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the changes that the file would make, line by line, with forms for its open questions.

    A POST request with a digest carries out the import.
    """
    club = find_club(request, slug)
    stored_draft = request.session.get(waiting_import_key(club))
    if stored_draft is None:
        messages.warning(request, _("Choisissez d’abord un fichier."))
        return redirect("organiser-people-import", club.slug)
    list_page = _load_page(
        club, from_session(stored_draft), request.POST if request.method == "POST" else None
    )
    if request.method == "POST":
        next_draft = _next_draft(request, list_page)
        if next_draft is not None:
            request.session[waiting_import_key(club)] = to_session(next_draft)
            return redirect("organiser-people-import-check", club.slug)
        if "digest" in request.POST and (change := _carry_out(request, club, list_page)):
            return redirect("organiser-people-change", club.slug, change.pk)
    return render(request, "tournaments/people/organiser/people_import_check.html", _context(club, list_page))


@dataclass(frozen=True, slots=True)
class _ListPage:
    """A list with its plan and the forms of its questions."""

    draft: ListDraft
    players: PlayersFile
    plan: ImportPlan
    mending: MendingForm
    columns: ColumnsForm
    sheet: WorkbookSheetForm


def _load_page(club: Club, draft: ListDraft, data: Any) -> _ListPage:
    register = load_register(club)
    players = draft.read(register)
    plan = plan_import(
        club=club, rows=players.rows, answers=draft.answers, lines_by_person=draft.met, register=register
    )
    # only the form whose button was pressed is bound
    form_data = {
        name: data if data is not None and name in data else None for name in ("mend", "columns", "sheet-of")
    }
    return _ListPage(
        draft,
        players,
        plan,
        MendingForm(form_data["mend"], draft=draft, players=players, plan=plan),
        ColumnsForm(form_data["columns"], uses=players.columns),
        WorkbookSheetForm(form_data["sheet-of"], draft=draft),
    )


def _next_draft(request: HttpRequest, list_page: _ListPage) -> ListDraft | None:
    """Return the draft with the submitted answers; None without a valid answer."""
    draft = list_page.draft
    if "drop" in request.POST:
        return list_page.mending.without_lines()
    if "capitals" in request.POST:
        return replace(draft, adds_capitals=request.POST["capitals"] == "1")
    if list_page.mending.is_bound and list_page.mending.is_valid():
        return list_page.mending.mended()
    if list_page.columns.is_bound and list_page.columns.is_valid():
        # corrected cells and answers belong to the previous choice of columns
        return replace(draft, columns=list_page.columns.chosen, cells={}, answers={})
    if list_page.sheet.is_bound and list_page.sheet.is_valid():
        sheet = list_page.sheet.cleaned_data["sheet"]
        return replace(ListDraft(draft.name, draft.tables), sheet=sheet)
    return None


def _context(club: Club, list_page: _ListPage) -> dict[str, Any]:
    players, plan, form = list_page.players, list_page.plan, list_page.mending
    problems = (*players.problems, *plan.problems)
    file_problems = [describe_problem(problem) for problem in problems if problem.line not in form.lines]
    names = [name for name in COLUMNS if any(getattr(line.row, name) for line in plan.added)]
    table = list_page.draft.table
    return {
        "club": club,
        "tab": "people",
        "file_name": list_page.draft.name,
        "plan": plan,
        "small_names": [
            line.row
            for line in plan.added
            if lacks_capitals(line.row.last_name) or lacks_capitals(line.row.first_name)
        ],
        "adds_capitals": list_page.draft.adds_capitals,
        "problem_count": len(form.lines) + len(file_problems),
        "knows_departures": _knows_departures(list_page),
        "players": players,
        "sheet_name": table.name if table else "",
        "above": [text for text in table.table.above if text] if table else [],
        "hidden_lines": _hidden_lines(list_page),
        "rows_shown": ROWS_SHOWN,
        "form": form,
        "columns_form": list_page.columns,
        "sheet_form": list_page.sheet if len(list_page.draft.tables) > 1 else None,
        "whole_file": file_problems,
        "added_columns": [COLUMN_NAMES[name] for name in names],
        "added_rows": [(line, _texts(line, names)) for line in plan.added[:ROWS_SHOWN]],
    }


def _knows_departures(list_page: _ListPage) -> bool:
    """Return whether the list says who left, if it is that of all members: no line waits for an answer."""
    plan = list_page.plan
    return not (list_page.players.problems or plan.problems) and bool(plan.missing or plan.returned)


def _hidden_lines(list_page: _ListPage) -> list[tuple[int, str]]:
    """Return number and name of the players in rows that the spreadsheet hides."""
    table = list_page.draft.table
    hidden = frozenset(table.hidden) if table else frozenset()
    return [(row.line, row.full_name) for row in list_page.players.rows if row.line in hidden]


def _texts(line: PlannedLine, names: list[str]) -> list[str]:
    return [getattr(line.row, name) for name in names]


@require_POST
def cancel_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the uploaded list from the session."""
    club = find_club(request, slug)
    request.session.pop(waiting_import_key(club), None)
    add_success_message(request, _("Le fichier est mis de côté : rien d’autre n’est importé."))
    return redirect("organiser-people", club.slug)


@require_safe
def people_change_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show each person of a bulk change of the register, with the undo."""
    club = find_club(request, slug)
    register_change = get_object_or_404(club.register_changes.select_related("made_by"), pk=pk)
    parts = list(register_change.people.all())
    people = Person.objects.in_bulk([part.person_key for part in parts])
    context = {
        "club": club,
        "tab": "people",
        "change": register_change,
        "added": [(part, people.get(part.person_key)) for part in parts if part.before is None],
        "changed": [
            (part, people.get(part.person_key), _differences(part))
            for part in parts
            if part.before is not None
        ],
        "waits": waiting_import_key(club) in request.session,
    }
    return render(request, "tournaments/people/organiser/people_change.html", context)


@require_POST
def undo_change_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undo a bulk change of the register. The next page lists the people whose change remains."""
    club = find_club(request, slug)
    register_change = get_object_or_404(club.register_changes.all(), pk=pk)
    result = undo_change(change=register_change, undone_by=signed_in_user(request))
    request.session.pop(waiting_import_key(club), None)  # the draft counts its lines as imported
    text = _("C’est annulé. Retirés du registre : %(removed)d ; remis comme avant : %(restored)d.")
    add_success_message(request, text % {"removed": result.removed, "restored": result.restored})
    for person in result.left:
        messages.warning(request, _("%(name)s : %(why)s") % {"name": person.name, "why": person.why})
    if result.left:
        return redirect("organiser-people-change", club.slug, register_change.pk)
    return redirect("organiser-people-import", club.slug)


def _differences(part: ChangedPerson) -> list[tuple[str, object, object]]:
    """Return name, old value and new value of each field that a change replaced."""
    differences = []
    for name, old_value in (part.before or {}).items():
        field = Person._meta.get_field(name)
        # fields that are not editable, such as sort keys, follow from the others
        if old_value != part.after[name] and field.editable:
            is_day = isinstance(field, DateField)
            before, after = (_display_value(value, is_day=is_day) for value in (old_value, part.after[name]))
            differences.append((str(field.verbose_name), before, after))  # type: ignore[union-attr]
    return differences


def _display_value(value: object, *, is_day: bool) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    return date_format(datetime.date.fromisoformat(str(value))) if is_day else value


def _carry_out(request: HttpRequest, club: Club, list_page: _ListPage) -> RegisterChange | None:
    draft = list_page.draft
    try:
        plan = import_people(
            club=club,
            rows=list_page.players.rows,
            seen_digest=request.POST.get("digest", ""),
            imported_by=signed_in_user(request),
            answers=draft.answers,
            lines_by_person=draft.met,
            seen_departures=request.POST.get("departures") if _knows_departures(list_page) else None,
            file_name=draft.name,
        )
    except AppError as error:
        messages.error(request, str(error.message))
        return None
    counts = {"added": len(plan.added), "updated": len(plan.updated), "unchanged": len(plan.unchanged)}
    add_success_message(
        request,
        _("Le registre est à jour. Ajoutés : %(added)d ; modifiés : %(updated)d ; inchangés : %(unchanged)d.")
        % counts,
    )
    if "departures" in request.POST:
        counts = {"left": len(plan.missing), "returned": len(plan.returned)}
        text = _("Notés comme anciens joueurs : %(left)d ; de retour : %(returned)d.")
        add_success_message(request, text % counts)
    # imported lines are marked, so that the next import of the draft leaves them out
    if open_line_count := len(list_page.mending.lines):
        request.session[waiting_import_key(club)] = to_session(
            replace(draft, done={**draft.done, **plan.keys})
        )
        text = ngettext(
            "%(count)d ligne attend une réponse.", "%(count)d lignes attendent une réponse.", open_line_count
        )
        messages.warning(request, text % {"count": open_line_count})
    else:
        del request.session[waiting_import_key(club)]
    return plan.change
