"""The lines of a sheet typed a second time: nothing of the first entry is on them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Sheet as Paper
from tournaments.core.slips.score_sheet import Sheet, SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.models import Entry, Play, SecondEntry, Session, Tournament
from tournaments.results.forms.results import LineForm, initial_of
from tournaments.results.forms.score_sheets import BidLineForm, ScoresForm, initial_of_sheet, line_form
from tournaments.results.organiser.score_sheet_rows import name_sheet_fields
from tournaments.results.organiser.sent_lines import SHOWN_AT
from tournaments.results.organiser.traveller_rows import FIGURES, OTHER_FIELDS, form_of, name_fields
from tournaments.results.queries.boards import board_lines
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.score_sheets import load_sheet, sheet_of
from tournaments.results.services.second_entries import enter_second, second_line
from tournaments.results.web.nearest import NearestButton, nearest_buttons


@dataclass(slots=True, kw_only=True)
class SecondRow:
    """One line of the page."""

    play: Play
    """With its round and table."""
    taker: Entry | None
    form: LineForm | ScoresForm
    is_typed: bool
    """It has a second entry."""
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
        """The folded part holds something to see."""
        return any(self.form[field.name].errors for field in self.other_fields)

    @property
    def has_failed(self) -> bool:
        return bool(self.message or self.form.errors)

    def typed_line(self) -> LineInput | SheetLine:
        """What is typed, once the form is valid."""
        if isinstance(self.form, (BidLineForm, ScoresForm)):
            return self.form.sheet_line()
        return self.form.line()

    def store(self, entered_by: User) -> bool:
        """Keep what was typed; whether it was. What goes wrong stays here."""
        if not self.form.is_bound or not self.form.is_valid() or not self.form.has_changed():
            return False
        try:
            enter_second(play=self.play, line=self.typed_line(), entered_by=entered_by)
        except AppError as error:
            self.fail(error)
            return False
        return True

    def fail(self, error: AppError) -> None:
        """Show an error of the service at the fields concerned."""
        for name, told in error.fields.items():
            shown_at = SHOWN_AT.get(name, name)
            self.form.add_error(shown_at if shown_at in self.form.fields else None, told)
        self.nearest = nearest_buttons(error, self.prefix)
        if not error.fields:
            self.message = str(error.message)


def second_rows(session: Session, name: SheetName, typed: Mapping[str, str], user: User) -> list[SecondRow]:
    """All lines of a sheet as typed, else as this person stored them; empty for no sheet. Six queries.

    What somebody else typed a second time is not shown either.
    """
    if name.board is not None:
        sheet = None
        places = [(line.play, line.taker) for line in board_lines(session, name.board)]
    else:
        table_sheet = load_sheet(session, name.round_number or 0, name.table_number or 0)
        sheet = table_sheet.sheet if table_sheet else None
        places = [(row.play, None) for row in table_sheet.rows] if table_sheet else []
    found = SecondEntry.objects.filter(play__in=[play for play, _taker in places])
    entries = {entry.play_id: entry for entry in found}
    return [
        SecondRow(
            play=play,
            taker=taker,
            form=_form(session.tournament, sheet, play, typed, _own(entries.get(play.pk), user)),
            is_typed=play.pk in entries,
        )
        for play, taker in places
    ]


def third_row(tournament: Tournament, play: Play, typed: Mapping[str, str]) -> SecondRow:
    """An empty line of a play, to type what neither entry says."""
    is_sheet = find_format(tournament.format).sheet is Paper.SCORES
    form = _form(tournament, sheet_of(play) if is_sheet else None, play, typed, None)
    return SecondRow(play=play, taker=None, form=form, is_typed=False)


def _own(entry: SecondEntry | None, user: User) -> SecondEntry | None:
    return entry if entry is not None and entry.entered_by_id == user.pk else None


def _form(
    tournament: Tournament,
    sheet: Sheet | None,
    play: Play,
    typed: Mapping[str, str],
    entry: SecondEntry | None,
) -> LineForm | ScoresForm:
    prefix = f"p{play.pk}"
    data = typed if f"{prefix}-kind" in typed else None
    written = second_line(tournament, entry) if entry else None
    if sheet is not None:
        line = written if isinstance(written, SheetLine) else SheetLine()
        sheet_form = line_form(sheet, data=data, prefix=prefix, initial=initial_of_sheet(line))
        name_sheet_fields(sheet_form, play)
        return sheet_form
    line_typed = written if isinstance(written, LineInput) else LineInput()
    form = form_of(tournament)(data, prefix=prefix, initial=initial_of(line_typed))
    name_fields(form, play)
    return form
