"""The rows of a score sheet on the page: stored line, typed input, and the outcome of saving it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _

from tournaments.base.words.wording import write_signed_score
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
    line: SheetRow
    form: BidLineForm | ScoresForm
    sheet: SheetTerms

    @property
    def prefix(self) -> str:
        return score_row_prefix(self.line)

    @property
    def score_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in self.form.figures]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in self.form.others]

    @property
    def scores(self) -> list[tuple[int, int | None]]:
        """Occupied seats in the order of the sheets, with their stored scores."""
        stored_scores = self.line.slip.seat_scores if self.line.slip else None
        return [(seat, stored_scores[seat] if stored_scores else None) for seat in self.sheet.seats_in_order]

    @property
    def cards_each(self) -> int | None:
        """Number of cards per player, where it changes with each deal."""
        return self.line.cards_each

    @property
    def is_raw(self) -> bool:
        """True if the seat scores are stored without facts, although the game has a form for them."""
        return self.line.is_raw

    @property
    def shows_facts(self) -> bool:
        """True if the facts are unfolded, which they are unless only scores are stored."""
        return not self.is_raw

    @property
    def bonuses(self) -> list[str]:
        """Stored bonuses of the folded part, in words."""
        return describe_bonuses(self.line.slip) if self.line.slip else []

    @property
    def written(self) -> SheetLine:
        """Typed line. The form must be valid."""
        return self.form.sheet_line()

    @property
    def typed_text(self) -> str:
        """Typed line in words, for the choice between it and the stored one."""
        return describe_sheet_line(self.form.sheet_line())

    @property
    def is_open(self) -> bool:
        """True if the folded part has an error to show."""
        return any(field.errors for field in self.other_fields)


def score_row_prefix(line: SheetRow) -> str:
    return f"p{line.play.pk}"


def make_score_sheet_row(table_sheet: TableSheet, line: SheetRow) -> ScoreSheetRow:
    """Return a row with its stored line, ready for input."""
    prefix = score_row_prefix(line)
    form = line_form(line.sheet, prefix=prefix, initial=_initial(line.slip))
    name_sheet_fields(form, line.play)
    _show_computed_scores(form, line)
    version = line.slip.version if line.slip else 0
    return ScoreSheetRow(
        line=line,
        form=form,
        sheet=line.sheet,
        sending=SendingForm(prefix=prefix),
        seen_version=version,
    )


def read_score_sheet_rows(table_sheet: TableSheet, form_data: Mapping[str, str]) -> list[ScoreSheetRow]:
    """Return all rows with their input. One query.

    A row is as stored if it was not sent, or if the user keeps the stored line.
    """
    versions: dict[tuple[int, int], ResultSlip] = {
        (slip.play_id, slip.version): slip
        for slip in ResultSlip.objects.filter(play__in=[line.play for line in table_sheet.rows])
    }
    return [
        _typed_row(table_sheet, line, form_data, versions)
        if f"{score_row_prefix(line)}-token" in form_data
        and form_data.get(f"{score_row_prefix(line)}-choice") != SendingForm.KEEP
        else make_score_sheet_row(table_sheet, line)
        for line in table_sheet.rows
    ]


def save_score_sheet_rows(rows: list[ScoreSheetRow], author: Author) -> int:
    """Store each line on its own, from top to bottom. The errors of a line are stored on its row.

    Returns:
        The number of lines stored.
    """
    saved_count = 0
    above = None
    for row in rows:
        if row.is_to_store:
            saved_count += row.store(row.line.play, row.form.sheet_line(), author, above)
        above = row.line.play
    return saved_count


def _typed_row(
    table_sheet: TableSheet,
    line: SheetRow,
    form_data: Mapping[str, str],
    versions: Mapping[tuple[int, int], ResultSlip],
) -> ScoreSheetRow:
    """Return a row with its input."""
    prefix = score_row_prefix(line)
    sending = SendingForm(form_data, prefix=prefix)
    sending.full_clean()
    seen_version = sending.cleaned_data.get("seen_version", 0)
    # compared with the version that the user saw, which may be older than the current one
    seen_slip = versions.get((line.play.pk, seen_version))
    form = line_form(line.sheet, data=form_data, prefix=prefix, initial=_initial(seen_slip))
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


def _show_computed_scores(form: BidLineForm | ScoresForm, line: SheetRow) -> None:
    """Show the scores that follow from stored facts as placeholders, because they need no input."""
    if not line.facts or line.slip is None:
        return
    for seat, score in enumerate(line.slip.seat_scores or ()):
        if score is not None:
            form.fields[f"score_{seat}"].widget.attrs["placeholder"] = write_signed_score(score)


def name_sheet_fields(form: BidLineForm | ScoresForm, play: Play) -> None:
    """Label the fields for screen readers, with the field and its line."""
    place = _("donne %(number)d") % {"number": play.board}
    for field in form.fields.values():
        field.widget.attrs["aria-label"] = f"{field.label}, {place}"
