"""Importing players: a file is read and shown, nothing is written until the person agrees; then it can
be undone.

Between the steps the list waits in the session with what was answered, so that the file is needed once.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.web_server.policy import takes_file
from tournaments.base.web.acting import posted, tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.base.words.wording import COLUMN_NAMES
from tournaments.core.exchange.player_row import COLUMNS
from tournaments.core.exchange.players_csv import MOST_BYTES, PlayersFile
from tournaments.models import ChangedPerson, Club, Person, RegisterChange
from tournaments.people.forms.mending import ColumnsForm, MendingForm, WorkbookSheetForm
from tournaments.people.forms.people import PlayersFileForm
from tournaments.people.services.list_drafts import ListDraft, from_session, read_draft, to_session
from tournaments.people.services.people_import import (
    ImportPlan,
    PlannedLine,
    import_people,
    load_register,
    plan_import,
    tell_problem,
    waiting_import_key,
)
from tournaments.people.services.register_changes import undo_change

ROWS_SHOWN = 2000
"""Of each kind; the counts tell of the rest."""
CHANGES_SHOWN = 10


@takes_file(MOST_BYTES)
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a file; it is read at once and shown on the next page."""
    club = find_club(request, slug)
    form = PlayersFileForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        request.session[waiting_import_key(club)] = to_session(read_draft(file.read(), file.name))
        return redirect("organiser-people-import-check", club.slug)
    context = {
        "club": club,
        "tab": "people",
        "form": form,
        "columns": list(COLUMN_NAMES.values()),
        "changes": club.register_changes.select_related("made_by")[:CHANGES_SHOWN],
    }
    return render(request, "tournaments/people/organiser/people_import.html", context)


@require_http_methods(["GET", "POST"])
def check(request: HttpRequest, slug: str) -> HttpResponse:
    """What the file would change, line by line; questions are answered here, confirming carries it out."""
    club = find_club(request, slug)
    kept = request.session.get(waiting_import_key(club))
    if kept is None:
        messages.warning(request, _("Choisissez d’abord un fichier."))
        return redirect("organiser-people-import", club.slug)
    shown = _look_at(club, from_session(kept), request.POST if request.method == "POST" else None)
    if request.method == "POST":
        answered = _answered(request, shown)
        if answered is not None:
            request.session[waiting_import_key(club)] = to_session(answered)
            return redirect("organiser-people-import-check", club.slug)
        if "digest" in request.POST and (change := _carry_out(request, club, shown)):
            return redirect("organiser-people-change", club.slug, change.pk)
    return render(request, "tournaments/people/organiser/people_import_check.html", _context(club, shown))


@dataclass(frozen=True, slots=True)
class _Shown:
    """A list as the page shows it, with the forms of its questions."""

    draft: ListDraft
    players: PlayersFile
    plan: ImportPlan
    mending: MendingForm
    columns: ColumnsForm
    sheet: WorkbookSheetForm


def _look_at(club: Club, draft: ListDraft, data: Any) -> _Shown:
    register = load_register(club)
    players = draft.read(register)
    plan = plan_import(club=club, rows=players.rows, answers=draft.answers, met=draft.met, register=register)
    bound = {
        name: data if data is not None and name in data else None for name in ("mend", "columns", "sheet-of")
    }
    return _Shown(
        draft,
        players,
        plan,
        MendingForm(bound["mend"], draft=draft, players=players, plan=plan),
        ColumnsForm(bound["columns"], uses=players.columns),
        WorkbookSheetForm(bound["sheet-of"], draft=draft),
    )


def _answered(request: HttpRequest, shown: _Shown) -> ListDraft | None:
    """Return the list with what was answered; None where nothing was, or not as it should be."""
    draft = shown.draft
    if "drop" in request.POST:
        return shown.mending.without_lines()
    if shown.mending.is_bound and shown.mending.is_valid():
        return shown.mending.mended()
    if shown.columns.is_bound and shown.columns.is_valid():
        return replace(draft, columns=shown.columns.chosen, cells={}, answers={})
    if shown.sheet.is_bound and shown.sheet.is_valid():
        chosen = shown.sheet.cleaned_data["sheet"]
        return replace(ListDraft(draft.name, draft.tables), sheet=chosen)
    return None


def _context(club: Club, shown: _Shown) -> dict[str, Any]:
    players, plan, form = shown.players, shown.plan, shown.mending
    problems = (*players.problems, *plan.problems)
    whole_file = [tell_problem(problem) for problem in problems if problem.line not in form.lines]
    names = [name for name in COLUMNS if any(getattr(line.row, name) for line in plan.added)]
    table = shown.draft.table
    return {
        "club": club,
        "tab": "people",
        "file_name": shown.draft.name,
        "plan": plan,
        "problem_count": len(form.lines) + len(whole_file),
        "players": players,
        "sheet_name": table.name if table else "",
        "above": [text for text in table.table.above if text] if table else [],
        "rows_shown": ROWS_SHOWN,
        "form": form,
        "columns_form": shown.columns,
        "sheet_form": shown.sheet if len(shown.draft.tables) > 1 else None,
        "whole_file": whole_file,
        "added_columns": [COLUMN_NAMES[name] for name in names],
        "added_rows": [(line, _texts(line, names)) for line in plan.added[:ROWS_SHOWN]],
    }


def _texts(line: PlannedLine, names: list[str]) -> list[str]:
    return [getattr(line.row, name) for name in names]


@require_POST
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget the file."""
    club = find_club(request, slug)
    request.session.pop(waiting_import_key(club), None)
    tell(request, _("Le fichier est mis de côté : rien d’autre n’est importé."))
    return redirect("organiser-people", club.slug)


@require_safe
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What a change of many people did, one by one, with its undo."""
    club = find_club(request, slug)
    made = get_object_or_404(club.register_changes.select_related("made_by"), pk=pk)
    parts = list(made.people.all())
    people = Person.objects.in_bulk([part.person_key for part in parts])
    context = {
        "club": club,
        "tab": "people",
        "change": made,
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
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Put back what a change of many people did; the next page says for whom it could not be."""
    club = find_club(request, slug)
    made = get_object_or_404(club.register_changes.all(), pk=pk)
    undone = undo_change(change=made, undone_by=signed_in(request))
    request.session.pop(waiting_import_key(club), None)  # its lines count as imported
    told = _("C’est annulé. Retirés du registre : %(removed)d ; remis comme avant : %(restored)d.")
    tell(request, told % {"removed": undone.removed, "restored": undone.restored})
    for person in undone.left:
        messages.warning(request, _("%(name)s : %(why)s") % {"name": person.name, "why": person.why})
    if undone.left:
        return redirect("organiser-people-change", club.slug, made.pk)
    return redirect("organiser-people-import", club.slug)


def _differences(part: ChangedPerson) -> list[tuple[str, object, object]]:
    """Name of each field that a change took, with its value before and after."""
    return [
        (str(Person._meta.get_field(name).verbose_name), _shown_value(before), _shown_value(part.after[name]))  # type: ignore[union-attr]
        for name, before in (part.before or {}).items()
        if before != part.after[name] and Person._meta.get_field(name).editable
    ]


def _shown_value(value: object) -> object:
    return (_("oui") if value else _("non")) if isinstance(value, bool) else value


def _carry_out(request: HttpRequest, club: Club, shown: _Shown) -> RegisterChange | None:
    draft = shown.draft
    try:
        plan = import_people(
            club=club,
            rows=shown.players.rows,
            seen_digest=request.POST.get("digest", ""),
            imported_by=signed_in(request),
            answers=draft.answers,
            met=draft.met,
            file_name=draft.name,
        )
    except AppError as error:
        messages.error(request, str(error.message))
        return None
    counts = {"added": len(plan.added), "updated": len(plan.updated), "unchanged": len(plan.unchanged)}
    tell(
        request,
        _("Le registre est à jour. Ajoutés : %(added)d ; modifiés : %(updated)d ; inchangés : %(unchanged)d.")
        % counts,
    )
    if left := len(shown.mending.lines):
        request.session[waiting_import_key(club)] = to_session(
            replace(draft, done={**draft.done, **plan.keys})
        )
        told = ngettext(
            "%(count)d ligne attend une réponse.", "%(count)d lignes attendent une réponse.", left
        )
        messages.warning(request, told % {"count": left})
    else:
        del request.session[waiting_import_key(club)]
    return plan.change
