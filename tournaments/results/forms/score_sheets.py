"""One line of a score sheet as a form: taker and result, or the score of every seat."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.facts import FactField, Kind
from games.core.outcome import Bid
from tournaments.core.slips.score_sheet import FACT, LineOf, SheetLine, SheetTerms
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.results.forms.results import (
    BID_LETTERS,
    NOTHING,
    WRITTEN_KINDS,
    FigureField,
    LineForm,
    ScoreField,
    initial_of,
    letters_of,
)
from tournaments.results.words.facts import choice_name, fact_field_label
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.words.seat_names import printed_seat_letter, seat_name

PASSED = "passed"
LARGEST_TOTAL = 99_999
"""Larger than any total of a round."""
WITH_PASSED = [WRITTEN_KINDS[0], (PASSED, gettext_lazy("passée")), *WRITTEN_KINDS[1:]]


class BidLineForm(LineForm):
    """A deal of Tarot: the taker, the bid and the result."""

    figures = ("taker", "bid", "gain", "loss", "bouts", "points")
    has_facts = False
    taker = forms.TypedChoiceField(
        label=gettext_lazy("Preneur"), required=False, coerce=int, empty_value=None
    )
    bid = forms.TypedChoiceField(
        label=gettext_lazy("Contrat"),
        required=False,
        coerce=Bid,
        empty_value=None,
        choices=[NOTHING, *BID_NAMES.items()],
        widget=forms.Select(attrs=letters_of({letter: bid.value for bid, letter in BID_LETTERS.items()})),
    )
    partner = forms.TypedChoiceField(
        label=gettext_lazy("Appelé"), required=False, coerce=int, empty_value=None
    )

    def __init__(self, *args: Any, sheet: SheetTerms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [(str(seat), seat_name(seat)) for seat in sheet.seats_in_order]
        self.fields["taker"].choices = [NOTHING, *seats]  # type: ignore[attr-defined]
        letters = {printed_seat_letter(seat).lower(): seat for seat in sheet.seats_in_order}
        self.fields["taker"].widget.attrs |= letters_of(letters)
        self.fields["partner"].choices = [("", gettext_lazy("seul")), *seats]  # type: ignore[attr-defined]
        self.fields["kind"].choices = WITH_PASSED  # type: ignore[attr-defined]
        if not sheet.has_partner:
            del self.fields["partner"]

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the fields in the folded part."""
        names = ("partner", "handful_1", "handful_2", "petit", "slam", "kind")
        return tuple(name for name in names if name in self.fields)

    def sheet_line(self) -> SheetLine:
        """Return the line. The form must be valid."""
        values = self.cleaned_data
        is_passed = values["kind"] == PASSED
        if is_passed:
            # `line()` has no kind for a passed deal
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
    """The facts of a deal or the score of every seat; only the scores for a whole round."""

    kind = forms.ChoiceField(label=gettext_lazy("Donne"), choices=WRITTEN_KINDS, initial=LineKind.PLAYED)
    others = ("kind",)

    def __init__(self, *args: Any, sheet: SheetTerms, names: Sequence[str] = (), **kwargs: Any) -> None:
        """Make the fields of a line.

        Args:
            names: names of the players by seat, in place of the names of the seats.
        """
        super().__init__(*args, **kwargs)
        self.seat_count = len(sheet.seated)
        seats = range(self.seat_count)
        self.players = [
            f"{printed_seat_letter(seat)} {names[seat]}" if names else seat_name(seat) for seat in seats
        ]
        field_of = FigureField if sheet.game.point_parts(sheet.rules) == 1 else ScoreField
        scores: dict[str, forms.Field] = {
            f"score_{seat}": field_of(label=printed_seat_letter(seat), largest=LARGEST_TOTAL)
            for seat in sheet.seats_in_order
        }
        if sheet.game.least_score is None or sheet.game.least_score < 0:
            for field in scores.values():
                field.widget.attrs["inputmode"] = "text"  # keypads of figures have no minus on a phone
        self.figures = tuple(scores)
        self._game, self._seats = sheet.game.name, sheet.seats_in_order
        self._facts = sheet.facts_form.fields if sheet.facts_form else ()
        facts = {f"{FACT}{fact.name}": fact_field(fact, self._game, self.players) for fact in self._facts}
        self.fields = scores | facts | self.fields

    @property
    def deal_facts(self) -> list[forms.BoundField]:
        """Fields of facts about the deal as a whole: contract, taker, count."""
        return [self[f"{FACT}{fact.name}"] for fact in self._facts if not fact.of_seat]

    @property
    def seat_facts(self) -> list[tuple[int, list[tuple[str, forms.BoundField]]]]:
        """Fields of facts about each seat (cards left, tokens, tricks) with their names, in sheet order."""
        of_seats = [fact for fact in self._facts if fact.of_seat and fact.place is not None]
        fields = [
            (fact.place, (fact_field_label(fact, self._game), self[f"{FACT}{fact.name}"]))
            for fact in of_seats
        ]
        seats = {fact.place for fact in of_seats}
        return [
            (seat, [field for place, field in fields if place == seat])
            for seat in self._seats
            if seat in seats
        ]

    @property
    def has_facts(self) -> bool:
        """True if a deal may be written by its facts."""
        return bool(self._facts)

    def sheet_line(self) -> SheetLine:
        """Return the line. The form must be valid."""
        values = self.cleaned_data
        scores = tuple(values.get(f"score_{seat}") for seat in range(self.seat_count))
        texts = ((fact.name, values.get(f"{FACT}{fact.name}", "")) for fact in self._facts)
        facts = tuple(sorted((name, text) for name, text in texts if text))
        has_new_scores = bool(set(self.changed_data) & set(self.figures))
        return SheetLine(
            written=LineInput(kind=LineKind(values["kind"])),
            # displayed scores that were left beside facts are computed again
            scores=() if facts and not has_new_scores else scores,
            facts=facts,
        )


def fact_field(fact: FactField, game: str, names: Sequence[str]) -> forms.Field:
    """Return the form field of one fact. If the fact has a blank value, an empty field stands for it.

    Args:
        names: names of the seats, in seat order.
    """
    label = fact_field_label(fact, game)
    if fact.of_seat and fact.place is not None:
        label = _("%(fact)s, %(seat)s") % {"fact": label, "seat": names[fact.place]}
    if fact.kind in (Kind.CHOICE, Kind.SEAT):
        empty_label = "–" if fact.blank is None else choice_name(fact, fact.blank, names)
        labelled_choices = [(choice, choice_name(fact, choice, names)) for choice in fact.choices]
        # the empty choice stands for the blank value already
        choices = [pair for pair in labelled_choices if pair[0] != fact.blank]
        return forms.ChoiceField(label=label, required=False, choices=[("", empty_label), *choices])
    mode = "decimal" if fact.kind is Kind.POINTS else "numeric"
    is_signed = fact.least < 0
    attributes = {"inputmode": "text" if is_signed else mode, "autocomplete": "off"}
    return forms.CharField(
        label=label,
        required=False,
        max_length=8,
        widget=forms.TextInput(attrs=attributes | ({"placeholder": fact.blank} if fact.blank else {})),
    )


def first_field(form: LineForm | ScoresForm) -> str:
    """Return the field in which a line begins: a gain where marks have two columns."""
    return form.figures[0] if isinstance(form, ScoresForm) else "gain"


def line_form(sheet: SheetTerms, **arguments: Any) -> BidLineForm | ScoresForm:
    return (BidLineForm if sheet.holds is LineOf.BIDS else ScoresForm)(sheet=sheet, **arguments)


def initial_of_sheet(line: SheetLine) -> dict[str, Any]:
    """Return the values of a form that shows `line`. `sheet_line` is the inverse."""
    values = initial_of(line.written)
    values |= {"taker": line.taker, "bid": line.bid, "partner": line.partner}
    values |= {f"score_{seat}": score for seat, score in enumerate(line.scores)}
    values |= {f"{FACT}{name}": text for name, text in line.facts}
    return values | ({"kind": PASSED} if line.is_passed else {})
