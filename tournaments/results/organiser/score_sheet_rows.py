"""The lines of a score sheet on screen: what is stored, what was typed, and what became of it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _

from tournaments.base.words.wording import signed
from tournaments.core.slips.score_sheet import SheetLine, SheetTerms
from tournaments.models import Play, ResultSlip
from tournaments.results.forms.results import SendingForm
from tournaments.results.forms.score_sheets import (
    BidLineForm,
    ScoresForm,
    initial_of_sheet,
    line_form,
)
from tournaments.results.organiser.sent_lines import SentLine
from tournaments.results.queries.score_sheets import SheetRow, TableSheet
from tournaments.results.services.results import Author
from tournaments.results.services.slip_versions import describe_bonuses, describe_sheet_line, sheet_line_of


@dataclass(slots=True, kw_only=True)
class ScoreSheetRow(SentLine):
    """One line of the page."""

    line: SheetRow
    form: BidLineForm | ScoresForm
    sheet: SheetTerms

    @property
    def prefix(self) -> str:
        return prefix_of(self.line)

    @property
    def score_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in self.form.figures]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in self.form.others]

    @property
    def scores(self) -> list[tuple[int, int | None]]:
        """Those who sit, in the order of the sheets, with their stored scores."""
        stored = self.line.slip.seat_scores if self.line.slip else None
        return [(seat, stored[seat] if stored else None) for seat in self.sheet.seats_in_order]

    @property
    def cards_each(self) -> int | None:
        """Cards of each player, where every deal has its own number."""
        return self.line.cards_each

    @property
    def is_raw(self) -> bool:
        """The scores are stored without the facts that they come from, where these could be written."""
        return self.line.is_raw

    @property
    def shows_facts(self) -> bool:
        """The facts are in plain view, unless scores alone are stored."""
        return not self.is_raw

    @property
    def bonuses(self) -> list[str]:
        """What is stored in the folded part, in words."""
        return describe_bonuses(self.line.slip) if self.line.slip else []

    @property
    def written(self) -> SheetLine:
        """What was typed, once its form is valid."""
        return self.form.sheet_line()

    @property
    def typed_text(self) -> str:
        """What was typed, to choose between it and what is stored."""
        return describe_sheet_line(self.form.sheet_line())

    @property
    def is_open(self) -> bool:
        """The folded part holds something to see."""
        return any(field.errors for field in self.other_fields)


def prefix_of(line: SheetRow) -> str:
    return f"p{line.play.pk}"


def fresh_row(table_sheet: TableSheet, line: SheetRow) -> ScoreSheetRow:
    """A line as it is stored, ready to be typed on."""
    prefix = prefix_of(line)
    form = line_form(line.sheet, prefix=prefix, initial=_initial(line.slip))
    name_sheet_fields(form, line.play)
    _show_worked_out(form, line)
    version = line.slip.version if line.slip else 0
    return ScoreSheetRow(
        line=line,
        form=form,
        sheet=line.sheet,
        sending=SendingForm(prefix=prefix),
        seen_version=version,
    )


def typed_rows(table_sheet: TableSheet, typed: Mapping[str, str]) -> list[ScoreSheetRow]:
    """All lines as typed; as stored where nothing came back or the stored one is kept. One query."""
    versions: dict[tuple[int, int], ResultSlip] = {
        (slip.play_id, slip.version): slip
        for slip in ResultSlip.objects.filter(play__in=[line.play for line in table_sheet.rows])
    }
    return [
        _typed_row(table_sheet, line, typed, versions)
        if f"{prefix_of(line)}-token" in typed and typed.get(f"{prefix_of(line)}-choice") != SendingForm.KEEP
        else fresh_row(table_sheet, line)
        for line in table_sheet.rows
    ]


def save_rows(rows: list[ScoreSheetRow], author: Author) -> int:
    """Store each line for itself, from top to bottom; how many were. What goes wrong stays on its row."""
    saved = 0
    above = None
    for row in rows:
        if row.is_to_store:
            saved += row.store(row.line.play, row.form.sheet_line(), author, above)
        above = row.line.play
    return saved


def _typed_row(
    table_sheet: TableSheet,
    line: SheetRow,
    typed: Mapping[str, str],
    versions: Mapping[tuple[int, int], ResultSlip],
) -> ScoreSheetRow:
    """A line as it came back; what the person saw may be an older version."""
    prefix = prefix_of(line)
    sending = SendingForm(typed, prefix=prefix)
    sending.full_clean()
    seen_version = sending.cleaned_data.get("seen_version", 0)
    seen = versions.get((line.play.pk, seen_version))
    form = line_form(line.sheet, data=typed, prefix=prefix, initial=_initial(seen))
    name_sheet_fields(form, line.play)
    return ScoreSheetRow(
        line=line,
        form=form,
        sheet=line.sheet,
        sending=sending,
        seen_version=seen_version,
        token=sending.cleaned_data.get("token") or uuid.uuid4(),
    )


def _initial(slip: ResultSlip | None) -> dict[str, object]:
    return initial_of_sheet(sheet_line_of(slip) if slip else SheetLine())


def _show_worked_out(form: BidLineForm | ScoresForm, line: SheetRow) -> None:
    """The scores that stored facts give, where nobody has to write them."""
    if not line.facts or line.slip is None:
        return
    for seat, score in enumerate(line.slip.seat_scores or ()):
        if score is not None:
            form.fields[f"score_{seat}"].widget.attrs["placeholder"] = signed(score)


def name_sheet_fields(form: BidLineForm | ScoresForm, play: Play) -> None:
    """Labels for those who hear the page: which field of which line."""
    place = _("donne %(number)d") % {"number": play.board}
    for field in form.fields.values():
        field.widget.attrs["aria-label"] = f"{field.label}, {place}"
