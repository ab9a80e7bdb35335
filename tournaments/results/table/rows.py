"""The deals of a round on a phone: stored result, typed input, and the outcome of saving it."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import get_language

from common.errors import AppError, Conflict
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.score_sheet import SheetLine, SheetTerms
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.models import Entry, ResultSlip, TableAccess
from tournaments.results.forms.results import initial_of
from tournaments.results.forms.score_sheets import initial_of_sheet
from tournaments.results.forms.table_results import (
    PhoneForm,
    PhoneScoresForm,
    PhoneSendingForm,
    phone_form,
    written_line,
)
from tournaments.results.queries.table_page import TableDeal, TableRound
from tournaments.results.services.slip_versions import (
    describe_line,
    describe_sheet_line,
    describe_whole,
    line_of,
    sheet_line_of,
)
from tournaments.results.services.table_phones import Device
from tournaments.results.services.table_results import TableReading, read_at_table, record_at_table
from tournaments.results.web.nearest import NearestButton, nearest_buttons

SHOWN_AT = {"handfuls": "handful_1"}
"""Name of the form field by name of the line field, where these differ."""

Line = LineInput | SheetLine
MOST_KEPT = 1000
"""Largest number of cached renderings of a form, some kilobytes each: one empty form, and corrections."""


@dataclass(frozen=True, slots=True)
class FreshFields:
    """A form without input, rendered.

    Its fields have no ids. It does not depend on the deal, so that one rendering serves all deals of a table.
    A traveller names no players, so that its rendering serves the tables of a hall.
    """

    form: PhoneForm
    sending: PhoneSendingForm
    seen_version: int
    """Version of the result. It is more than 0 for a correction, which needs a reason."""
    html: str = ""

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return other_fields(self.form)

    @property
    def has_details(self) -> bool:
        return has_details(self.form)


def fresh_fields(
    format_code: str, sheet: SheetTerms | None, slip: ResultSlip | None, names: tuple[str, ...] = ()
) -> FreshFields:
    """Return the form for a deal's result, or for a correction of `slip`, in the user's language.

    Args:
        sheet: terms of the deal where every seat has a score.
        names: names of the players by seat, for a score sheet.
    """
    is_correction = slip is not None
    return _render_fields(
        get_language(), format_code, sheet, _displayed_line(sheet, slip), names, is_correction=is_correction
    )


def other_fields(form: PhoneForm) -> list[forms.BoundField]:
    """Return the fields of the folded part of the form."""
    return [form[name] for name in form.folded]


def has_details(form: PhoneForm) -> bool:
    """Return whether the folded part has an error, a fact, or a kind of result other than a played deal."""
    has_facts = isinstance(form, PhoneScoresForm) and any(form[name].value() for name in form.folded_facts)
    has_errors = any(field.errors for field in other_fields(form))
    return has_errors or has_facts or form["kind"].value() != LineKind.PLAYED


@lru_cache(maxsize=MOST_KEPT)
def _render_fields(
    _language: str,
    format_code: str,
    sheet: SheetTerms | None,
    line: Line,
    names: tuple[str, ...],
    *,
    is_correction: bool,
) -> FreshFields:
    # without ids: the same HTML stands in each deal of the page
    form = phone_form(format_code, sheet, names, initial=_initial(line), auto_id=False)
    fresh = FreshFields(form, PhoneSendingForm(auto_id=False), int(is_correction))
    return replace(fresh, html=render_to_string("tournaments/results/table/_fields.html", {"row": fresh}))


def _displayed_line(sheet: SheetTerms | None, slip: ResultSlip | None) -> Line:
    """Return the stored line, or an empty one. A score that follows from the points is left out."""
    if sheet is not None:
        sheet_line = sheet_line_of(slip) if slip else SheetLine()
        return replace(sheet_line, written=_without_computed(sheet_line.written))
    return _without_computed(line_of(slip) if slip else LineInput())


def _without_computed(line: LineInput) -> LineInput:
    """Leave out a score that follows from the points, so that corrected points compute it again."""
    return replace(line, gain=None, loss=None) if line.points else line


def _initial(line: Line) -> dict[str, object]:
    return initial_of_sheet(line) if isinstance(line, SheetLine) else initial_of(line)


@dataclass(slots=True)
class DealInput:
    """The form of a deal, its input, and the outcome of saving it."""

    deal: TableDeal
    form: PhoneForm
    sending: PhoneSendingForm
    seen_version: int
    token: uuid.UUID = field(default_factory=uuid.uuid4)
    reading: TableReading | None = None
    """Score of the typed line, after a preview."""
    message: str = ""
    questions: tuple[str, ...] = ()
    nearest: tuple[NearestButton, ...] = ()
    """Single changes that would make an impossible line possible."""
    conflict: Conflict | None = None
    is_pen_taken: bool = False
    status: int = 200
    drawn: str = ""
    """HTML of the form's fields, if they have no input."""

    @property
    def is_kept(self) -> bool:
        """True if the page's script must not replace the form by a later one: a correction, or input."""
        return self.deal.slip is not None or not self.drawn

    @property
    def typed_text(self) -> str:
        """Typed line in words, for the choice between it and the stored one."""
        line = written_line(self.form)
        return describe_sheet_line(line) if isinstance(line, SheetLine) else describe_line(line)

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """Fields of the folded part of the form."""
        return other_fields(self.form)

    @property
    def has_details(self) -> bool:
        """True if the folded part has an error, or a kind of result other than a played deal."""
        return has_details(self.form)

    @property
    def answered(self) -> list[str]:
        """Names of the fields that the user has confirmed before. After another error they stay confirmed."""
        open_questions = {"takes_pen": self.is_pen_taken, "confirmed": bool(self.questions)}
        return [
            name for name, is_open in open_questions.items() if self.sending.data.get(name) and not is_open
        ]

    def fail(self, error: AppError) -> None:
        """Show an error of the service at its fields."""
        self.status = 409 if isinstance(error, Conflict) else 422
        for name, message in error.fields.items():
            field_name = SHOWN_AT.get(name, name)
            form = self.sending if field_name in self.sending.fields else self.form
            form.add_error(field_name if field_name in form.fields else None, message)
        self.nearest = nearest_buttons(error)
        if error.code == "pen_taken":
            self.is_pen_taken, self.message = True, str(error.message)
        elif isinstance(error, Conflict):
            self.conflict = error
            # the next attempt is a new request, made with knowledge of the other version
            self.seen_version, self.token = error.extra["version"], uuid.uuid4()
        elif "questions" in error.extra:
            self.questions = tuple(error.extra["questions"])
        elif not error.fields:
            self.message = str(error.message)


@dataclass(slots=True)
class DealRow:
    """One deal of the page."""

    deal: TableDeal
    input: DealInput | None = None
    """The form; None without the right to write, and for a stored result that the user does not correct."""
    is_unfolded: bool = False
    """True if the deal is in plain view."""

    @property
    def written_facts(self) -> list[str]:
        """Stored facts behind the score in words, for the players who confirm it."""
        return facts_at_table(self.deal)


def facts_at_table(deal: TableDeal) -> list[str]:
    """Return the facts behind a stored score in words, then by how many points the contract was made.

    They are empty without a result, and where only a score was written.
    """
    if deal.slip is None:
        return []
    variant = find_format(deal.play.round.section.session.tournament.format).variant
    return describe_whole(deal.slip, deal.sheet.facts_form if deal.sheet else None, variant)


def make_deal_input(deal: TableDeal, entries: Sequence[Entry | None]) -> DealInput:
    """Return the form of a deal with its stored result, ready for input.

    Args:
        entries: entries at the table by seat, None for an empty one.
    """
    format_code = deal.play.round.section.session.tournament.format
    fresh = fresh_fields(format_code, deal.sheet, deal.slip, _player_names(deal, entries))
    version = deal.slip.version if deal.slip else 0
    return DealInput(deal, fresh.form, fresh.sending, version, drawn=fresh.html)


def read_deal_input(
    deal: TableDeal, entries: Sequence[Entry | None], form_data: Mapping[str, str], seen_line: Line
) -> DealInput:
    """Return the form of a deal with the submitted input.

    Args:
        entries: entries at the table by seat, None for an empty one.
        seen_line: the line that the page showed. A score counts as typed only if it differs from this line.
    """
    sending = PhoneSendingForm(form_data, auto_id=_auto_id(deal))
    sending.full_clean()
    format_code = deal.play.round.section.session.tournament.format
    form = phone_form(
        format_code,
        deal.sheet,
        _player_names(deal, entries),
        data=form_data,
        initial=_initial(seen_line),
        auto_id=_auto_id(deal),
    )
    version = sending.cleaned_data.get("seen_version", 0)
    token = sending.cleaned_data.get("token") or uuid.uuid4()
    return DealInput(deal, form, sending, version, token)


def make_deal_rows(
    table_round: TableRound, *, may_write: bool, corrected: int | None = None, posted: DealInput | None = None
) -> list[DealRow]:
    """Return a row for each deal, with a form where the phone writes.

    Forms of stored results are rendered on demand: they would be the slowest part of the page.

    Args:
        corrected: id of the play with a stored result to correct.
        posted: the form that was submitted.
    """
    rows = []
    for deal in table_round.deals:
        if posted is not None and posted.deal is deal:
            rows.append(DealRow(deal, posted, is_unfolded=True))
        elif may_write and (deal.slip is None or deal.play.pk == corrected):
            form = make_deal_input(deal, table_round.entries)
            rows.append(DealRow(deal, form, is_unfolded=deal.slip is not None))
        else:
            rows.append(DealRow(deal))
    return rows


def unfold(rows: list[DealRow], table_round: TableRound, *, needs_confirmation: bool) -> None:
    """Unfold the next task of this phone: an error, a correction, a confirmation, or the next result."""
    for row in rows:
        # the writing phone passes around: it shows the confirmation to the other side
        to_pass = needs_confirmation and row.deal.play.pk in table_round.confirmed_here
        row.is_unfolded |= row.deal.awaits_confirmation and (table_round.faces(row.deal) or to_pass)
    if table_round.holds_pen and not any(row.is_unfolded for row in rows):
        for row in [row for row in rows if row.deal.slip is None][:1]:
            row.is_unfolded = True


def preview_input(typed: DealInput) -> None:
    """Compute the score of the typed line, without storing it. Errors are kept on it."""
    if not typed.form.is_valid():
        typed.status = 422
        return
    try:
        typed.reading = read_at_table(play=typed.deal.play, line=written_line(typed.form))
    except AppError as error:
        typed.fail(error)


def save_input(typed: DealInput, access: TableAccess, device: Device) -> bool:
    """Store the typed line. Return whether it was stored. Errors are kept on it."""
    if not typed.form.is_valid() or not typed.sending.is_valid():
        typed.status = 422
        return False
    answers = {name: typed.sending.cleaned_data[name] for name in ("reason", "confirmed", "takes_pen")}
    try:
        record_at_table(
            access=access,
            play=typed.deal.play,
            device=device,
            line=written_line(typed.form),
            seen_version=typed.seen_version,
            token=typed.token,
            **answers,
        )
    except AppError as error:
        typed.fail(error)
        return False
    return True


def _player_names(deal: TableDeal, entries: Sequence[Entry | None]) -> tuple[str, ...]:
    """Return the public names by seat, "" for an empty one; () on a traveller, which names no players."""
    if deal.sheet is None:
        return ()
    return tuple(entry.public_name if entry else "" for entry in entries)


def _auto_id(deal: TableDeal) -> str:
    return f"d{deal.play.pk}_%s"
