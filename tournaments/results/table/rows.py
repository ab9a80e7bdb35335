"""The deals of a round on a phone: what is stored, what was typed, and what became of it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import get_language

from common.errors import AppError, Conflict
from tournaments.core.slips.score_sheet import SheetLine, SheetTerms
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.models import ResultSlip, TableAccess
from tournaments.results.forms.results import initial_of
from tournaments.results.forms.score_sheets import ScoresForm, initial_of_sheet
from tournaments.results.forms.table_results import PhoneForm, PhoneSendingForm, phone_form, written_line
from tournaments.results.queries.table_page import TableDeal, TableRound
from tournaments.results.services.slip_versions import (
    describe_line,
    describe_sheet_line,
    line_of,
    sheet_line_of,
)
from tournaments.results.services.table_phones import Device
from tournaments.results.services.table_results import TableReading, read_at_table, record_at_table
from tournaments.results.web.nearest import NearestButton, nearest_buttons

SHOWN_AT = {"handfuls": "handful_1"}
"""Fields of a line that the form calls otherwise."""

Line = LineInput | SheetLine
OTHER_FIELDS = ("handful_1", "handful_2", "petit", "slam", "gain", "loss", "kind")
MOST_KEPT = 1000
"""Lines whose fields are kept, of some kilobytes each: the empty one and those that a hall plays."""


@dataclass(frozen=True, slots=True)
class FreshFields:
    """A form that nobody has typed in yet.

    Its fields have no ids: nothing in it depends on the deal, so that one drawing serves a whole hall.
    """

    form: PhoneForm
    sending: PhoneSendingForm
    seen_version: int
    """More than 0 when a result is corrected, which asks for a reason."""
    html: str = ""

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return other_fields(self.form)

    @property
    def has_details(self) -> bool:
        return has_details(self.form)


def fresh_fields(format_code: str, sheet: SheetTerms | None, slip: ResultSlip | None) -> FreshFields:
    """The form to write a deal's result, or to correct `slip`, in the language of whoever asks.

    Args:
        sheet: what the deal is read against where every seat has a score.
    """
    is_correction = slip is not None
    return _drawn(get_language(), format_code, sheet, _shown_line(sheet, slip), is_correction=is_correction)


def other_fields(form: PhoneForm) -> list[forms.BoundField]:
    """The folded part of the form."""
    names = (*form.figures, *form.others) if isinstance(form, ScoresForm) else OTHER_FIELDS
    return [form[name] for name in names]


def has_details(form: PhoneForm) -> bool:
    """The folded part holds something to see."""
    return any(field.errors for field in other_fields(form)) or form["kind"].value() != LineKind.PLAYED


@lru_cache(maxsize=MOST_KEPT)
def _drawn(
    _language: str, format_code: str, sheet: SheetTerms | None, line: Line, *, is_correction: bool
) -> FreshFields:
    form = phone_form(format_code, sheet, initial=_initial(line), auto_id=False)
    fresh = FreshFields(form, PhoneSendingForm(auto_id=False), int(is_correction))
    return replace(fresh, html=render_to_string("tournaments/results/table/_fields.html", {"row": fresh}))


def _shown_line(sheet: SheetTerms | None, slip: ResultSlip | None) -> Line:
    """What is stored; a score that the points give is left out, so that new points give theirs."""
    if sheet is not None:
        return sheet_line_of(slip) if slip else SheetLine()
    written = line_of(slip) if slip else LineInput()
    return replace(written, gain=None, loss=None) if written.points else written


def _initial(line: Line) -> dict[str, object]:
    return initial_of_sheet(line) if isinstance(line, SheetLine) else initial_of(line)


@dataclass(slots=True)
class DealRow:
    """One deal of the page with its form."""

    deal: TableDeal
    form: PhoneForm
    sending: PhoneSendingForm
    seen_version: int
    token: uuid.UUID = field(default_factory=uuid.uuid4)
    is_open: bool = False
    """The form is in plain view; under a stored result it waits folded."""
    is_unfolded: bool = False
    """The deal is in plain view."""
    reading: TableReading | None = None
    """What the typed line comes to, when that was asked."""
    message: str = ""
    questions: tuple[str, ...] = ()
    nearest: tuple[NearestButton, ...] = ()
    """What would make an impossible line possible."""
    conflict: Conflict | None = None
    is_pen_taken: bool = False
    status: int = 200
    drawn: str = ""
    """The fields of the form while nobody has typed in them."""

    @property
    def typed_text(self) -> str:
        """What was typed, to choose between it and what is stored."""
        line = written_line(self.form)
        return describe_sheet_line(line) if isinstance(line, SheetLine) else describe_line(line)

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """The folded part of the form."""
        return other_fields(self.form)

    @property
    def has_details(self) -> bool:
        """The folded part holds something to see."""
        return has_details(self.form)

    @property
    def answered(self) -> list[str]:
        """Questions that the person answered before: another refusal does not ask them again."""
        is_asked = {"takes_pen": self.is_pen_taken, "confirmed": bool(self.questions)}
        return [name for name, asked in is_asked.items() if self.sending.data.get(name) and not asked]

    def fail(self, error: AppError) -> None:
        """Show a refusal at the fields concerned, and keep the form open."""
        self.is_open, self.status = True, 409 if isinstance(error, Conflict) else 422
        for name, told in error.fields.items():
            shown_at = SHOWN_AT.get(name, name)
            form = self.sending if shown_at in self.sending.fields else self.form
            form.add_error(shown_at if shown_at in form.fields else None, told)
        self.nearest = nearest_buttons(error)
        if error.code == "pen_taken":
            self.is_pen_taken, self.message = True, str(error.message)
        elif isinstance(error, Conflict):
            self.conflict = error
            self.seen_version, self.token = error.extra["version"], uuid.uuid4()
        elif "questions" in error.extra:
            self.questions = tuple(error.extra["questions"])
        elif not error.fields:
            self.message = str(error.message)


def fresh_row(deal: TableDeal) -> DealRow:
    """A deal as it is stored, ready to be written or corrected."""
    format_code = deal.play.round.section.session.tournament.format
    fresh = fresh_fields(format_code, deal.sheet, deal.slip)
    version = deal.slip.version if deal.slip else 0
    return DealRow(deal, fresh.form, fresh.sending, version, drawn=fresh.html)


def typed_row(deal: TableDeal, typed: Mapping[str, str], seen: Line) -> DealRow:
    """A deal as it came back.

    Args:
        seen: the line that the person looked at, to tell a score left alone from one typed.
    """
    sending = PhoneSendingForm(typed, auto_id=_auto_id(deal))
    sending.full_clean()
    format_code = deal.play.round.section.session.tournament.format
    form = phone_form(format_code, deal.sheet, data=typed, initial=_initial(seen), auto_id=_auto_id(deal))
    version = sending.cleaned_data.get("seen_version", 0)
    token = sending.cleaned_data.get("token") or uuid.uuid4()
    return DealRow(deal, form, sending, version, token, is_open=True)


def unfold(rows: list[DealRow], shown: TableRound, *, needs_confirmation: bool) -> None:
    """Put in plain view what this phone is to do: a deal at fault, a word to give, or the next to write."""
    for row in rows:
        awaits_us = shown.phone is not None and shown.phone.seat in row.deal.facing
        is_ours = row.deal.confirmation is not None and row.deal.confirmation.written_on == shown.phone
        to_pass = needs_confirmation and bool(row.deal.facing) and is_ours
        row.is_unfolded = row.is_open or awaits_us or to_pass
    if shown.holds_pen and not any(row.is_unfolded for row in rows):
        for row in [row for row in rows if row.deal.slip is None][:1]:
            row.is_open = row.is_unfolded = True


def preview_row(row: DealRow) -> None:
    """Work out what was typed; nothing is stored, and what is wrong stays on the row."""
    if not row.form.is_valid():
        row.status = 422
        return
    try:
        row.reading = read_at_table(play=row.deal.play, line=written_line(row.form))
    except AppError as error:
        row.fail(error)


def save_row(row: DealRow, access: TableAccess, device: Device) -> bool:
    """Store what was typed; whether it was. What goes wrong stays on the row."""
    if not row.form.is_valid() or not row.sending.is_valid():
        row.status = 422
        return False
    answers = {name: row.sending.cleaned_data[name] for name in ("reason", "confirmed", "takes_pen")}
    try:
        record_at_table(
            access=access,
            play=row.deal.play,
            device=device,
            line=written_line(row.form),
            seen_version=row.seen_version,
            token=row.token,
            **answers,
        )
    except AppError as error:
        row.fail(error)
        return False
    return True


def _auto_id(deal: TableDeal) -> str:
    return f"d{deal.play.pk}_%s"
