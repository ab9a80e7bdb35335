"""One line of a traveller as a form. Its data become the arguments of a service."""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.core.facts.sums import whole
from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.written_points import parse_score
from tournaments.core.slips.traveller import CHOSEN_BIDS, LineInput, LineKind
from tournaments.enums import SlipKind
from tournaments.results.words.sheet_sentences import BID_NAMES

REASON_LENGTH = 200
LARGEST_FIGURE = 9999
"""Largest number that a field accepts, above any score. A larger one is a typing error."""
COUNT_FIELDS = frozenset({"bid", "bouts", "points", "handful_1", "handful_2", "petit", "slam"})
"""Fields from which a score is computed."""
SCORE_FIELDS = frozenset({"gain", "loss"})
MINUS_SIGNS = str.maketrans(dict.fromkeys("−–‐‑－", "-") | {"＋": "+"})
"""Minus and plus signs of typography, of phones and of spreadsheets, mapped to ASCII."""
# some people write "52-": the sign after the digits
SIGN_BEHIND = re.compile(r"([^+-]+)([+-])")
BID_LETTERS = {Bid.PRISE: "p", Bid.GARDE: "g", Bid.GARDE_SANS: "s", Bid.GARDE_CONTRE: "c"}
"""Keys that choose a contract, in every language: the letters that players write on paper."""

WRITTEN_KINDS = [(kind.value, SlipKind(kind).label) for kind in LineKind]
"""Kinds that a line may have. A withdrawal is not written on a line."""
NOTHING = ("", "–")
HANDFULS = [
    NOTHING,
    (Handful.SIMPLE, gettext_lazy("simple")),
    (Handful.DOUBLE, gettext_lazy("double")),
    (Handful.TRIPLE, gettext_lazy("triple")),
]
PETITS = [
    NOTHING,
    (PetitAtEnd.ATTACK, gettext_lazy("attaque")),
    (PetitAtEnd.DEFENCE, gettext_lazy("défense")),
]
SLAMS = [
    NOTHING,
    (Slam.MADE, gettext_lazy("réussi, non annoncé")),
    (Slam.ANNOUNCED_MADE, gettext_lazy("annoncé, réussi")),
    (Slam.ANNOUNCED_FAILED, gettext_lazy("annoncé, chuté")),
    (Slam.DEFENCE, gettext_lazy("de la défense")),
]


def letters_of(values: Mapping[str, object]) -> dict[str, str]:
    """Return an HTML attribute with a letter for each value of a menu. Its key selects the value."""
    return {"data-letters": " ".join(f"{letter}:{value}" for letter, value in values.items())}


def plain_sign(text: str) -> str:
    """Return a number as programs read it: "− 52", "–52" and "52-" are "-52"."""
    text = text.translate(MINUS_SIGNS).strip()
    match = SIGN_BEHIND.fullmatch(text)
    text = match[2] + match[1].strip() if match else text
    return text[0] + text[1:].lstrip() if text[:1] in ("+", "-") else text


class FigureField(forms.IntegerField):
    """A whole number in a plain text box: the arrow keys stay free to move between lines."""

    def __init__(self, *, label: Any, largest: int = LARGEST_FIGURE) -> None:
        super().__init__(
            label=label,
            required=False,
            min_value=-LARGEST_FIGURE,
            max_value=largest,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 8}),
        )

    def to_python(self, value: Any) -> int | None:
        """Accept the minus of typographers, and a sign behind the digits."""
        return super().to_python(plain_sign(value) if isinstance(value, str) else value)


class ScoreField(FigureField):
    """A score that may have a fraction: "7/3", "2 1/3", "2,5". Whole numbers stay integers."""

    def __init__(self, *, label: Any, largest: int) -> None:
        super().__init__(label=label, largest=largest)
        self.widget.attrs |= {"inputmode": "text", "maxlength": 14}

    def to_python(self, value: Any) -> Any:
        """Return the score. A text that is no score is refused with the error of a whole number."""
        score = parse_score(plain_sign(value)) if isinstance(value, str) else value
        return whole(score) if isinstance(score, Fraction) else super().to_python(value)


class LineForm(forms.Form):
    """A line of the traveller. `line()` returns it."""

    gain = FigureField(label=gettext_lazy("Gagne"))
    loss = FigureField(label=gettext_lazy("Chute"))
    bouts = FigureField(label=gettext_lazy("Bouts"))
    points = forms.CharField(
        label=gettext_lazy("Points"),
        required=False,
        max_length=8,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    handful_1 = forms.ChoiceField(label=gettext_lazy("Poignée"), required=False, choices=HANDFULS)
    handful_2 = forms.ChoiceField(label=gettext_lazy("Autre poignée"), required=False, choices=HANDFULS)
    petit = forms.ChoiceField(label=gettext_lazy("Petit au bout"), required=False, choices=PETITS)
    slam = forms.ChoiceField(label=gettext_lazy("Chelem"), required=False, choices=SLAMS)
    kind = forms.ChoiceField(label=gettext_lazy("Donne"), choices=WRITTEN_KINDS, initial=LineKind.PLAYED)

    def clean(self) -> dict[str, Any]:
        """Choose the column by a typed sign: "−52" in *Gagne* is a loss, "+62" in *Chute* is a gain.

        "−5" in *Chute* and a value in both columns are contradictions, which the service refuses.
        """
        values = super().clean() or {}
        gain, loss = values.get("gain"), values.get("loss")
        if gain is not None and gain < 0 and loss is None:
            values["gain"], values["loss"] = None, -gain
        # `to_python` drops a plus sign, so the typed text is looked at
        elif loss is not None and gain is None and plain_sign(str(self["loss"].data)).startswith("+"):
            values["gain"], values["loss"] = loss, None
        return values

    def line(self) -> LineInput:
        """Return the line. The form must be valid."""
        values = self.cleaned_data
        changed_names = set(self.changed_data)
        # a displayed score that was left beside a corrected count belongs to the old count: compute it again
        is_recounted = (
            bool(changed_names & COUNT_FIELDS) and not changed_names & SCORE_FIELDS and bool(values["points"])
        )
        handfuls = sorted(filter(None, (values["handful_1"], values["handful_2"])))
        return LineInput(
            kind=LineKind(values["kind"]),
            gain=None if is_recounted else values["gain"],
            loss=None if is_recounted else values["loss"],
            bouts=values["bouts"],
            points=values["points"],
            handfuls=tuple(Handful(level) for level in handfuls),
            petit=PetitAtEnd(values["petit"] or PetitAtEnd.NONE),
            slam=Slam(values["slam"] or Slam.NONE),
        )


class ChosenLineForm(LineForm):
    """A line of a match of teams, in which the taker chooses the bid."""

    bid = forms.TypedChoiceField(
        label=gettext_lazy("Contrat"),
        required=False,
        coerce=Bid,
        empty_value=None,
        choices=[NOTHING, *((bid.value, BID_NAMES[bid]) for bid in CHOSEN_BIDS)],
        widget=forms.Select(attrs=letters_of({BID_LETTERS[bid]: bid.value for bid in CHOSEN_BIDS})),
    )

    def line(self) -> LineInput:
        return replace(super().line(), bid=self.cleaned_data["bid"])


class SendingForm(forms.Form):
    """Data beside a line: the version seen, the token, and the answers to questions."""

    KEEP, REPLACE = "keep", "replace"

    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)
    token = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=gettext_lazy("Motif de la correction"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"placeholder": " "}),
    )
    repeated = forms.BooleanField(required=False, widget=forms.HiddenInput)
    """True if the line above was repeated on purpose, with the Return key."""
    confirmed = forms.BooleanField(label=gettext_lazy("La marque est exacte"), required=False)
    choice = forms.ChoiceField(
        label=gettext_lazy("Que faire ?"),
        required=False,
        choices=[
            (KEEP, gettext_lazy("Garder le résultat enregistré")),
            (REPLACE, gettext_lazy("Le remplacer par ma saisie")),
        ],
        widget=forms.RadioSelect,
    )


class TakeBackForm(forms.Form):
    """Form to restore an earlier version of a result, or to withdraw the result."""

    reason = forms.CharField(label=gettext_lazy("Motif"), max_length=REASON_LENGTH)
    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)
    token = forms.UUIDField(widget=forms.HiddenInput)


def initial_of(line: LineInput) -> dict[str, Any]:
    """Return the values of a `LineForm` that shows `line`. `LineForm.line` is the inverse."""
    handfuls = (*line.handfuls, "", "")
    return {
        "kind": line.kind.value,
        "bid": line.bid,
        "gain": line.gain,
        "loss": line.loss,
        "bouts": line.bouts,
        "points": line.points,
        "handful_1": handfuls[0],
        "handful_2": handfuls[1],
        "petit": "" if line.petit is PetitAtEnd.NONE else line.petit.value,
        "slam": "" if line.slam is Slam.NONE else line.slam.value,
    }
