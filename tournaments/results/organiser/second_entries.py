"""Pages for the second entry of sheets: progress, blind input, differences and their settlement."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from common.errors import AppError
from tournaments.base.access import Right, has_right
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_requested_session, find_tournament, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind as Paper
from tournaments.core.slips.score_sheet import SheetLine, SheetTerms
from tournaments.core.slips.traveller import LineInput
from tournaments.models import Entry, Play, SecondEntry, Session, Tournament
from tournaments.results.forms.results import LineForm, initial_of
from tournaments.results.forms.score_sheets import (
    BidLineForm,
    ScoresForm,
    first_field,
    initial_of_sheet,
    line_form,
)
from tournaments.results.forms.second_entries import EntryRulesForm, SettleForm
from tournaments.results.organiser.score_sheet_rows import name_sheet_fields
from tournaments.results.organiser.sent_lines import SHOWN_AT, author_of
from tournaments.results.organiser.traveller import UNREADABLE
from tournaments.results.organiser.traveller_rows import FIGURES, OTHER_FIELDS, form_of, name_fields
from tournaments.results.queries.boards import board_lines, play_line
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.score_sheets import load_sheet_terms, load_table_sheet
from tournaments.results.queries.second_entries import (
    SecondLine,
    SecondState,
    list_second_sheets,
    needs_second_entry,
    second_lines,
)
from tournaments.results.services.results import read_slip_line
from tournaments.results.services.second_entries import (
    Choice,
    as_slip,
    enter_second,
    second_line,
    set_entry_rules,
    settle_second,
)
from tournaments.results.services.slip_versions import describe_facts, describe_reading, describe_slip
from tournaments.results.web.kept_sheets import answers_scripts
from tournaments.results.web.nearest import NearestButton, as_json, nearest_buttons, with_nearest

LINE = re.compile(r"p([0-9]{1,18})-kind")
"""Pattern of the form field that names its line."""


@dataclass(slots=True, kw_only=True)
class SecondRow:
    play: Play
    """Play with its round and table."""
    taker: Entry | None
    form: LineForm | ScoresForm
    is_typed: bool
    """True if the line has a second entry."""
    message: str = ""
    nearest: tuple[NearestButton, ...] = ()

    @property
    def prefix(self) -> str:
        return f"p{self.play.pk}"

    @property
    def score_fields(self) -> list[forms.BoundField]:
        names = self.form.figures if isinstance(self.form, (BidLineForm, ScoresForm)) else FIGURES
        bid = ("bid",) if "bid" in self.form.fields and "bid" not in names else ()
        return [self.form[name] for name in (*bid, *names)]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        names = self.form.others if isinstance(self.form, (BidLineForm, ScoresForm)) else OTHER_FIELDS
        return [self.form[name] for name in names]

    @property
    def is_open(self) -> bool:
        """True if the folded part has an error to show."""
        return any(self.form[field.name].errors for field in self.other_fields)

    @property
    def has_failed(self) -> bool:
        return bool(self.message or self.form.errors)

    def typed_line(self) -> LineInput | SheetLine:
        """Return the typed line. The form must be valid."""
        if isinstance(self.form, (BidLineForm, ScoresForm)):
            return self.form.sheet_line()
        return self.form.line()

    def store(self, entered_by: User) -> bool:
        """Store the typed line. Return whether it was stored. Errors are kept on the row."""
        if not self.form.is_bound or not self.form.is_valid() or not self.form.has_changed():
            return False
        try:
            enter_second(play=self.play, line=self.typed_line(), entered_by=entered_by)
        except AppError as error:
            self.fail(error)
            return False
        return True

    def fail(self, error: AppError) -> None:
        """Show an error of the service at its fields."""
        for name, message in error.fields.items():
            field_name = SHOWN_AT.get(name, name)
            self.form.add_error(field_name if field_name in self.form.fields else None, message)
        self.nearest = nearest_buttons(error, self.prefix)
        if not error.fields:
            self.message = str(error.message)


def second_rows(
    session: Session, name: SheetName, form_data: Mapping[str, str], user: User
) -> list[SecondRow]:
    """Return all rows of a sheet with their input, or as this user stored them. Six queries.

    Second entries by other people are hidden, too. The result is empty for a sheet that does not exist.
    """
    if name.board is not None:
        places: list[tuple[Play, Entry | None, SheetTerms | None]] = [
            (line.play, line.taker, None) for line in board_lines(session, name.board)
        ]
    else:
        table_sheet = load_table_sheet(session, name.round_number or 0, name.table_number or 0)
        places = [(row.play, None, row.sheet) for row in table_sheet.rows] if table_sheet else []
    second_entries = SecondEntry.objects.filter(play__in=[play for play, *_rest in places])
    entries = {entry.play_id: entry for entry in second_entries}
    return [
        SecondRow(
            play=play,
            taker=taker,
            form=_form(session.tournament, sheet, play, form_data, _own_entry(entries.get(play.pk), user)),
            is_typed=play.pk in entries,
        )
        for play, taker, sheet in places
    ]


def third_row(tournament: Tournament, play: Play, form_data: Mapping[str, str]) -> SecondRow:
    """Return an empty row of a play, for a line that neither entry has."""
    is_sheet = find_format(tournament.format).sheet is Paper.SCORES
    form = _form(tournament, load_sheet_terms(play) if is_sheet else None, play, form_data, None)
    return SecondRow(play=play, taker=None, form=form, is_typed=False)


def _own_entry(entry: SecondEntry | None, user: User) -> SecondEntry | None:
    return entry if entry is not None and entry.entered_by_id == user.pk else None


def _form(
    tournament: Tournament,
    sheet: SheetTerms | None,
    play: Play,
    form_data: Mapping[str, str],
    entry: SecondEntry | None,
) -> LineForm | ScoresForm:
    prefix = f"p{play.pk}"
    data = form_data if f"{prefix}-kind" in form_data else None
    stored_line = second_line(tournament, entry) if entry else None
    if sheet is not None:
        line = stored_line if isinstance(stored_line, SheetLine) else SheetLine()
        sheet_form = line_form(sheet, data=data, prefix=prefix, initial=initial_of_sheet(line))
        name_sheet_fields(sheet_form, play)
        return sheet_form
    traveller_line = stored_line if isinstance(stored_line, LineInput) else LineInput()
    form = form_of(tournament)(data, prefix=prefix, initial=initial_of(traveller_line))
    name_fields(form, play)
    return form


@require_safe
@never_cache
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the number of sheets that are typed twice, and the differences between the entries."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = find_requested_session(request, tournament)
    is_on = needs_second_entry(tournament)
    sheets = list_second_sheets(session) if is_on else []
    context = {
        "tournament": tournament,
        "is_on": is_on,
        "rules": EntryRulesForm(initial={"needs_second_entry": is_on}),
        "may_choose": has_right(request.user, tournament, Right.PREPARE),
        "sheets": [(sheet, _address(slug, session, sheet.name)) for sheet in sheets],
        "complete": sum(sheet.is_complete for sheet in sheets),
        "differences": [_describe_entries(line) for sheet in sheets for line in sheet.different],
        "next_address": next(
            (_address(slug, session, sheet.name) for sheet in sheets if not sheet.is_complete), ""
        ),
    }
    return render(request, "tournaments/results/organiser/second_entries.html", context)


@require_POST
def choose_second_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose whether sheets are typed twice."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = EntryRulesForm(request.POST)
    if form.is_valid():
        set_entry_rules(tournament=tournament, set_by=signed_in_user(request), **form.cleaned_data)
        add_success_message(request, _("Le choix de la double saisie est enregistré."))
    return redirect("organiser-second-entries", slug)


@require_http_methods(["GET", "POST"])
@never_cache
@answers_scripts
def second_traveller(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _sheet_page(request, slug, SheetName(board=number))


@require_http_methods(["GET", "POST"])
@never_cache
@answers_scripts
def second_score_sheet(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    return _sheet_page(request, slug, SheetName(round_number=round_number, table_number=table_number))


@require_safe
@never_cache
def try_second_entry(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the score and problems of the typed line as JSON."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    match = next(filter(None, map(LINE.fullmatch, request.GET)), None)
    if match is None:
        return JsonResponse({})
    # an empty row: nothing stored may show in a blind entry
    row = third_row(tournament, _find_play(tournament, int(match[1])), request.GET)
    text = ""
    if row.form.is_valid():
        try:
            reading = read_slip_line(tournament=tournament, play=row.play, line=row.typed_line())
            text = describe_reading(reading)
        except AppError as error:
            row.fail(error)
    problems = [message for errors in row.form.errors.values() for message in errors]
    payload = {"says": text, "problems": problems, "nearest": as_json(row.nearest)}
    return JsonResponse({row.prefix: payload})


@require_http_methods(["GET", "POST"])
@never_cache
def settle_second_entry_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    line = second_lines([_find_play(tournament, pk)])[0]
    if line.state is not SecondState.DIFFERENT or line.slip is None:
        return redirect("organiser-second-entries", slug)
    row = third_row(tournament, line.play, request.POST)
    form = SettleForm(posted_data(request), initial={"seen_version": line.slip.version})
    if request.method == "POST" and form.is_valid() and _settle(request, row, form):
        add_success_message(request, _("Les deux saisies sont départagées."))
        return redirect("organiser-second-entries", slug)
    context = {
        "tournament": tournament,
        "told": _describe_entries(line),
        "seated": play_line(line.play),
        "row": row,
        "form": form,
    }
    status = UNREADABLE if form.is_bound else 200
    return render(request, "tournaments/results/organiser/second_settle.html", context, status=status)


def _sheet_page(request: HttpRequest, slug: str, name: SheetName) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = find_requested_session(request, tournament)
    if not needs_second_entry(tournament):
        return redirect("organiser-second-entries", slug)
    user = signed_in_user(request)
    rows = second_rows(session, name, with_nearest(request.POST), user)
    if not rows:
        raise Http404
    if request.method == "POST":
        saved_count = sum(row.store(user) for row in rows)
        if saved_count:
            template = ngettext(
                "%(count)d ligne saisie une seconde fois.",
                "%(count)d lignes saisies une seconde fois.",
                saved_count,
            )
            messages.success(request, template % {"count": saved_count})
        if not any(row.has_failed for row in rows):
            return redirect(_address(slug, session))
    _focus_first(rows)
    context = {"tournament": tournament, "name": name, "rows": rows}
    status = UNREADABLE if any(row.has_failed for row in rows) else 200
    return render(request, "tournaments/results/organiser/second_sheet.html", context, status=status)


def _address(slug: str, session: Session, name: SheetName | None = None) -> str:
    """Return the address of a sheet's second entry, or of the list of all sheets."""
    if name is None:
        page = reverse("organiser-second-entries", args=[slug])
    elif name.board is not None:
        page = reverse("organiser-second-traveller", args=[slug, name.board])
    else:
        page = reverse("organiser-second-score-sheet", args=[slug, name.round_number, name.table_number])
    return f"{page}?seance={session.number}"


def _settle(request: HttpRequest, row: SecondRow, form: SettleForm) -> bool:
    """Settle the difference. Return whether it is settled. Errors are kept on the form and the row."""
    choice = form.cleaned_data["choice"]
    if choice is Choice.OTHER and not row.form.is_valid():
        return False
    try:
        settle_second(
            play=row.play,
            author=author_of(request),
            line=row.typed_line() if choice is Choice.OTHER else None,
            **form.cleaned_data,
        )
    except AppError as error:
        if choice is Choice.OTHER and error.code == "slip_impossible":
            row.fail(error)
        else:
            show_error(form, error)
        return False
    return True


def _describe_entries(line: SecondLine) -> dict[str, object]:
    """Describe the two entries of a line."""
    assert line.slip is not None
    assert line.second is not None
    second = as_slip(line.second)
    return {
        "play": line.play,
        "slip": line.slip,
        "second": line.second,
        "first_says": describe_slip(line.slip),
        "first_facts": describe_facts(line.slip),
        "second_says": describe_slip(second),
        "second_facts": describe_facts(second),
    }


def _find_play(tournament: Tournament, pk: int) -> Play:
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    plays_with_places = plays.select_related(
        "table", "round__section__session__tournament", "round__section__movement"
    )
    return get_object_or_404(plays_with_places, pk=pk)


def _focus_first(rows: list[SecondRow]) -> None:
    """Focus the first row with an error, otherwise the first without a second entry."""
    candidates = [row for row in rows if row.has_failed] or [row for row in rows if not row.is_typed]
    for row in candidates[:1]:
        row.form.fields[first_field(row.form)].widget.attrs["autofocus"] = True
