"""One line of a score sheet as a form: who took what, or the score of every seat."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.core.outcome import Bid
from tournaments.core.slips.score_sheet import LineOf, SheetLine, SheetTerms
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.results.forms.results import NOTHING, WRITTEN_KINDS, FigureField, LineForm, initial_of
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.words.seat_names import seat_letter, seat_name

PASSED = "passed"
LARGEST_TOTAL = 99_999
"""Above any total of a round."""
WITH_PASSED = [WRITTEN_KINDS[0], (PASSED, gettext_lazy("passée")), *WRITTEN_KINDS[1:]]


class BidLineForm(LineForm):
    """A deal of Tarot: the taker, the bid, what it came to."""

    figures = ("taker", "bid", "gain", "loss", "bouts", "points")
    taker = forms.TypedChoiceField(
        label=gettext_lazy("Preneur"), required=False, coerce=int, empty_value=None
    )
    bid = forms.TypedChoiceField(
        label=gettext_lazy("Contrat"),
        required=False,
        coerce=Bid,
        empty_value=None,
        choices=[NOTHING, *BID_NAMES.items()],
    )
    partner = forms.TypedChoiceField(
        label=gettext_lazy("Appelé"), required=False, coerce=int, empty_value=None
    )

    def __init__(self, *args: Any, sheet: SheetTerms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [(str(seat), seat_name(seat)) for seat in sheet.seats_in_order]
        self.fields["taker"].choices = [NOTHING, *seats]  # type: ignore[attr-defined]
        self.fields["partner"].choices = [("", gettext_lazy("seul")), *seats]  # type: ignore[attr-defined]
        self.fields["kind"].choices = WITH_PASSED  # type: ignore[attr-defined]
        if not sheet.has_partner:
            del self.fields["partner"]

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the folded part."""
        folded = ("partner", "handful_1", "handful_2", "petit", "slam", "kind")
        return tuple(name for name in folded if name in self.fields)

    def sheet_line(self) -> SheetLine:
        """What is written, once the form is valid."""
        values = self.cleaned_data
        is_passed = values["kind"] == PASSED
        if is_passed:
            self.cleaned_data = values | {"kind": LineKind.PLAYED}
        line = SheetLine(
            taker=values["taker"],
            bid=values["bid"],
            partner=values.get("partner"),
            is_passed=is_passed,
            written=self.line(),
        )
        self.cleaned_data = values
        return line


class ScoresForm(forms.Form):
    """The score of every seat, for one deal or for the whole round."""

    kind = forms.ChoiceField(label=gettext_lazy("Donne"), choices=WRITTEN_KINDS, initial=LineKind.PLAYED)
    others = ("kind",)

    def __init__(self, *args: Any, sheet: SheetTerms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seat_count = len(sheet.seated)
        scores: dict[str, forms.Field] = {
            f"score_{seat}": FigureField(label=seat_letter(seat), largest=LARGEST_TOTAL)
            for seat in sheet.seats_in_order
        }
        self.figures = tuple(scores)
        self.fields = scores | self.fields

    def sheet_line(self) -> SheetLine:
        """What is written, once the form is valid."""
        values = self.cleaned_data
        scores = tuple(values.get(f"score_{seat}") for seat in range(self.seat_count))
        return SheetLine(written=LineInput(kind=LineKind(values["kind"])), scores=scores)


def line_form(sheet: SheetTerms, **arguments: Any) -> BidLineForm | ScoresForm:
    """The form of a line of this sheet."""
    return (BidLineForm if sheet.holds is LineOf.BIDS else ScoresForm)(sheet=sheet, **arguments)


def initial_of_sheet(line: SheetLine) -> dict[str, Any]:
    """The values of a form that shows `line`; `sheet_line` gives it back."""
    values = initial_of(line.written)
    values |= {"taker": line.taker, "bid": line.bid, "partner": line.partner}
    values |= {f"score_{seat}": score for seat, score in enumerate(line.scores)}
    return values | ({"kind": PASSED} if line.is_passed else {})
