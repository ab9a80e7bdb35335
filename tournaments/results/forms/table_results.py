"""Forms of results on a phone: the traveller's line with large keys, confirmations and disputes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.facts import FactField, Kind
from games.core.outcome import Bid, Handful
from games.core.variant import BOUTS_IN_PACK
from tournaments.base.forms.limits import most_bytes, most_signs
from tournaments.base.forms.merged import MergedForm
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.score_sheet import FACT, LineOf, SheetLine, SheetTerms
from tournaments.core.slips.traveller import CHOSEN_BIDS, LineInput, LineKind
from tournaments.results.forms.results import WRITTEN_KINDS, ChosenLineForm, LineForm, SendingForm
from tournaments.results.forms.score_sheets import PASSED, BidLineForm, ScoresForm
from tournaments.results.services.flags import LARGEST_PHOTO, LONGEST_TEXT
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.words.seat_names import printed_seat_letter, seat_name

KEY_STYLES = {"bid": "bids", "taker": "takers", "partner": "takers", "bouts": ""}
"""Facts of a deal that have a key for each choice, with their classes of styles."""
FOLDED_FACTS = frozenset({"margin", "petit", "petits", "slam", *(f"handful_{level}" for level in Handful)})
"""Facts of Tarot in the folded part, as on a traveller."""
MOST_PLAYER_KEYS = 6
"""Largest number of players with a key each. More of them are chosen from a list."""
LONG_WORDS = {10: "long", 13: "longest"}
"""Styles of a name on a key of half a phone's width, by the length that its longest word exceeds."""
ALONE = "alone"
"""Value of the key for a taker who plays without a partner."""
OTHER_FIELDS = ("handful_1", "handful_2", "petit", "slam", "gain", "loss", "kind")
"""Folded fields of a line of Tarot."""


class PhoneLineForm(LineForm):
    """The line of a traveller, with one tap for the bouts."""

    bouts = forms.TypedChoiceField(  # type: ignore[assignment]  # one figure, chosen instead of typed
        label=gettext_lazy("Bouts de l’attaque"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[(count, str(count)) for count in range(BOUTS_IN_PACK + 1)],
        widget=forms.RadioSelect,
    )

    has_half_points = False
    """True if the points of the attack may have a half, which the keypad then offers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["points"].label = gettext_lazy("Points de l’attaque")

    @property
    def keys(self) -> list[tuple[str, forms.BoundField]]:
        """Groups of large keys above the points, each with its class of styles."""
        groups = [("takers", "taker"), ("takers", "partner"), ("bids", "bid"), ("", "bouts")]
        return [(style, self[name]) for style, name in groups if name in self.fields]

    @property
    def folded(self) -> tuple[str, ...]:
        """Names of the fields in the folded part."""
        return OTHER_FIELDS

    def clean(self) -> dict[str, Any]:
        """Leave out the keys of a deal that was not played, because a pressed key cannot be released."""
        values = super().clean()
        if values.get("kind", LineKind.PLAYED) != LineKind.PLAYED:
            values |= {field.name: None for _style, field in self.keys}
        return values


class PhoneChosenLineForm(PhoneLineForm, ChosenLineForm):
    """The line of a match of teams, with one tap for the bid, too."""

    bid = forms.TypedChoiceField(
        label=gettext_lazy("Contrat"),
        required=False,
        coerce=Bid,
        empty_value=None,
        choices=[(bid.value, BID_NAMES[bid]) for bid in CHOSEN_BIDS],
        widget=forms.RadioSelect,
    )


class PhoneBidForm(PhoneLineForm, BidLineForm):
    """A deal of Tarot with its taker and bid, one tap each."""

    taker = forms.ChoiceField(label=gettext_lazy("Preneur"), required=False, widget=forms.RadioSelect)  # type: ignore[assignment]  # also the key of a passed deal
    partner = forms.ChoiceField(label=gettext_lazy("Appelé"), required=False, widget=forms.RadioSelect)  # type: ignore[assignment]  # also the key of a lone taker
    bid = forms.TypedChoiceField(
        label=gettext_lazy("Contrat"),
        required=False,
        coerce=Bid,
        empty_value=None,
        choices=[(bid.value, name) for bid, name in BID_NAMES.items()],
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        *args: Any,
        sheet: SheetTerms,
        names: Sequence[str] = (),
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, sheet=sheet, initial=_keys_of(initial or {}), **kwargs)
        # with an odd number of cards in a trick the points may have a half
        self.has_half_points = sheet.variant.player_count % 2 == 1
        players = list(_player_keys(sheet, names))
        self.fields["taker"].choices = [*players, (PASSED, _("Tous passent"))]  # type: ignore[attr-defined]
        self.fields["kind"].choices = WRITTEN_KINDS  # type: ignore[attr-defined]
        if "partner" in self.fields:
            self.fields["partner"].choices = [*players, (ALONE, _("Seul"))]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Read the keys: a seat, a passed deal, a taker without a partner."""
        values = super().clean()
        values["is_passed"] = values.get("taker") == PASSED
        if values["is_passed"]:
            # pressed keys cannot be released
            values |= {field.name: None for _style, field in self.keys}
        if values.get("taker") and "partner" in self.fields and not values.get("partner"):
            self.add_error("partner", _("Dites qui est appelé, ou « Seul »."))
        for name in ("taker", "partner"):
            seat = values.get(name)
            values[name] = int(seat) if seat and seat != ALONE else None
        return values

    def sheet_line(self) -> SheetLine:
        values = self.cleaned_data
        return SheetLine(
            taker=values["taker"],
            bid=values["bid"],
            partner=values["partner"],
            is_passed=values["is_passed"],
            written=self.line(),
        )


class PhoneScoresForm(ScoresForm):
    """The facts of a deal, or the scores of its players; only the scores where no facts are written."""

    def __init__(self, *args: Any, sheet: SheetTerms, names: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, names=names, **kwargs)
        self.key_names: dict[str, str] = {}
        self.partner_name = ""
        labels = dict(_player_keys(sheet, names))
        for name in self.figures:
            self.fields[name].label = labels[name.removeprefix("score_")]
        if sheet.holds is LineOf.TOTALS:
            self.fields["kind"].label = gettext_lazy("Position")
        # keypads of figures have no minus on a phone, and fractions need letters in any case
        least_score = sheet.game.least_score
        may_be_negative = least_score is None or least_score < 0
        self.has_sign_keys = may_be_negative and sheet.game.point_parts(sheet.rules) == 1

        for fact in self._facts:
            if fact.fact in KEY_STYLES and len(sheet.seated) <= MOST_PLAYER_KEYS:
                name = f"{FACT}{fact.name}"
                players = list(_player_keys(sheet, names)) if fact.kind is Kind.SEAT else []
                self.fields[name] = _key_field(fact, self.fields[name], players)
                self.key_names[name] = KEY_STYLES[fact.fact]
                if fact.fact == "partner":
                    self._add_key_of_lone_taker(name)

        self.keypad_name = next((f"{FACT}{fact.name}" for fact in self._facts if fact.name == "points"), "")
        # with an odd number of cards in a trick the points may have a half
        self.has_half_points = len(sheet.seated) % 2 == 1

    def _add_key_of_lone_taker(self, name: str) -> None:
        """Add the key that says that a taker plays without a partner. One of the keys must be pressed."""
        self.partner_name = name
        players = self.fields[name].choices  # type: ignore[attr-defined]  # a ChoiceField
        self.fields[name].choices = [*players, (ALONE, _("Seul"))]  # type: ignore[attr-defined]
        if self.initial.get(f"{FACT}taker") and not self.initial.get(name):
            self.initial = {**self.initial, name: ALONE}

    @property
    def keys(self) -> list[tuple[str, forms.BoundField]]:
        """Groups of large keys above the other facts, each with its class of styles."""
        return [(style, self[name]) for name, style in self.key_names.items()]

    @property
    def typed_facts(self) -> list[forms.BoundField]:
        """Facts about the deal as a whole in plain view that have no keys."""
        left_out = {*self.key_names, *self.folded_facts}
        return [field for field in self.deal_facts if field.name not in left_out]

    @property
    def folded_facts(self) -> list[str]:
        """Names of the facts in the folded part: bonuses, and the margin that replaces a count."""
        return [f"{FACT}{fact.name}" for fact in self._facts if fact.fact in FOLDED_FACTS]

    def clean(self) -> dict[str, Any]:
        """Leave out the keys of a passed deal and of one not played, because they cannot be released."""
        values = super().clean() or {}
        has_passed = values.get(f"{FACT}bid") == PASSED
        if has_passed or values.get("kind", LineKind.PLAYED) != LineKind.PLAYED:
            values |= {name: "" for name in self.key_names if not (has_passed and name == f"{FACT}bid")}
        elif self.partner_name and values.get(f"{FACT}taker") and not values.get(self.partner_name):
            self.add_error(self.partner_name, _("Dites qui est appelé, ou « Seul »."))
        if values.get(self.partner_name) == ALONE:
            values[self.partner_name] = ""
        return values

    @property
    def player_facts(self) -> list[tuple[str, list[tuple[str, forms.BoundField]]]]:
        """Players with the fields of facts about them, in the order of the sheets."""
        return [(self.players[seat], fields) for seat, fields in self.seat_facts]

    @property
    def score_fields(self) -> list[forms.BoundField]:
        """Fields of the scores in plain view, where no facts are written."""
        return [] if self.has_facts else [self[name] for name in self.figures]

    @property
    def folded(self) -> tuple[str, ...]:
        """Names of the fields in the folded part."""
        return (*self.folded_facts, *self.figures, *self.others) if self.has_facts else self.others


PhoneForm = PhoneLineForm | PhoneScoresForm


def phone_form(
    format_code: str, sheet: SheetTerms | None, names: Sequence[str] = (), **arguments: Any
) -> PhoneForm:
    """Return the form of a result on a phone.

    It has the facts or scores of a deal on a score sheet, otherwise the result of the attack, with the bid
    where the taker chooses it.

    Args:
        names: names of the players by seat, for the keys and fields of a score sheet.
    """
    if sheet is not None:
        form_of_sheet = PhoneBidForm if sheet.holds is LineOf.BIDS else PhoneScoresForm
        return form_of_sheet(sheet=sheet, names=names, **arguments)
    form_type = PhoneLineForm if find_format(format_code).imposed_bid else PhoneChosenLineForm
    return form_type(**arguments)


def written_line(form: PhoneForm) -> LineInput | SheetLine:
    """Return the line. The form must be valid."""
    return form.sheet_line() if isinstance(form, (PhoneBidForm, PhoneScoresForm)) else form.line()


def _key_field(
    fact: FactField, field: forms.Field, players: Sequence[tuple[str, SafeString | str]]
) -> forms.ChoiceField:
    """Return the field of a fact with a key for each choice, and none for an empty one.

    Args:
        players: the choices of a seat.
    """
    choices = [*players] or [(str(count), str(count)) for count in range(fact.least, fact.most + 1)]
    if fact.kind is Kind.CHOICE and isinstance(field, forms.ChoiceField):
        choices = [(value, label) for value, label in field.choices if value]  # type: ignore[misc,union-attr]
    return forms.ChoiceField(label=field.label, required=False, choices=choices, widget=forms.RadioSelect)


def _keys_of(initial: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a form with the pressed keys of a stored line."""
    if initial.get("kind") == PASSED:
        return {**initial, "kind": LineKind.PLAYED.value, "taker": PASSED}
    if initial.get("taker") is not None and initial.get("partner") is None:
        return {**initial, "partner": ALONE}
    return dict(initial)


def _player_keys(sheet: SheetTerms, names: Sequence[str]) -> Iterator[tuple[str, SafeString | str]]:
    """Yield each occupied seat, in the order of the sheets, with its letter and the player's name."""
    for seat in sheet.seats_in_order:
        yield str(seat), _player_key(seat, names[seat]) if names else seat_name(seat)


def _player_key(seat: int, name: str) -> SafeString:
    """Return the letter of a seat with the player's name, marked if a word of it is long."""
    longest_word = max(map(len, name.replace("-", " ").split()), default=0)
    styles = [style for length, style in LONG_WORDS.items() if longest_word > length]
    if not styles:
        return format_html("<b>{}</b> {}", printed_seat_letter(seat), name)
    return format_html('<b>{}</b> <i class="{}">{}</i>', printed_seat_letter(seat), " ".join(styles), name)


class PhoneSendingForm(SendingForm):
    """Data beside a line from a phone."""

    takes_pen = forms.BooleanField(label=gettext_lazy("Noter ici quand même"), required=False)


class SeenForm(forms.Form):
    """The version of a result that an action refers to."""

    seen_version = forms.IntegerField(min_value=0, max_value=32767)


class SeenSlipsForm(forms.Form):
    """The versions of several results that an action refers to."""

    # one field, because a large hall has more results than a request may have fields
    slips = forms.RegexField(r"^[0-9]{1,18}(,[0-9]{1,18})*$")

    def clean_slips(self) -> frozenset[int]:
        return frozenset(int(number) for number in self.cleaned_data["slips"].split(","))


class ConfirmationForm(SeenForm):
    """Confirmation of a result by a player of the other side."""

    seat = forms.IntegerField(min_value=0, max_value=99)


class FlagForm(forms.Form):
    """The fault of a result, with a photo as evidence."""

    text = forms.CharField(
        label=gettext_lazy("Ce qui est faux"),
        max_length=LONGEST_TEXT,
        help_text=most_signs(LONGEST_TEXT),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    photo = forms.FileField(
        label=gettext_lazy("Photo de la fiche ou des cartes (facultative)"),
        required=False,
        help_text=most_bytes(LARGEST_PHOTO),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)


class AnswerForm(forms.Form):
    """The organiser's answer to a disputed result."""

    note = forms.CharField(
        label=gettext_lazy("Réponse"),
        max_length=LONGEST_TEXT,
        help_text=gettext_lazy("Les joueurs de la table la lisent aussitôt sur leur téléphone."),
    )


class PhoneRulesForm(MergedForm):
    """The organiser's choices for the phones of a tournament.

    Args:
        has_comparison: True if tables may compare their results at a board.
    """

    needs_confirmation = forms.BooleanField(
        label=gettext_lazy("L’autre camp confirme chaque résultat"),
        required=False,
        help_text=gettext_lazy(
            "Vous ne pourrez pas terminer le tournoi tant qu’un résultat n’est pas confirmé."
        ),
    )
    shows_comparison = forms.BooleanField(
        label=gettext_lazy("Montrer les autres tables dès le résultat noté"),
        required=False,
        help_text=gettext_lazy(
            "Seulement sur les téléphones qui ont noté ou confirmé ce résultat ;"
            " sinon, quand toutes les tables ont joué l’étui."
        ),
    )

    def __init__(self, *args: Any, has_comparison: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_comparison:
            del self.fields["shows_comparison"]
