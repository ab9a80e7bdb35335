"""Forms of results on a phone: the traveller's line with large keys, confirmations and disputes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.core.outcome import Bid
from games.core.variant import BOUTS_IN_PACK
from tournaments.base.forms.limits import most_bytes, most_signs
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.score_sheet import SheetLine, SheetTerms
from tournaments.core.slips.traveller import CHOSEN_BIDS, LineInput
from tournaments.results.forms.results import ChosenLineForm, LineForm, SendingForm
from tournaments.results.forms.score_sheets import ScoresForm
from tournaments.results.services.flags import LARGEST_PHOTO, LONGEST_TEXT
from tournaments.results.words.sheet_sentences import BID_NAMES


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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["points"].label = gettext_lazy("Points de l’attaque")


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


PhoneForm = PhoneLineForm | ScoresForm


def phone_form(format_code: str, sheet: SheetTerms | None, **arguments: Any) -> PhoneForm:
    """Return the form of a result on a phone.

    It has the facts or scores of a deal on a score sheet, otherwise the result of the attack, with the bid
    where the taker chooses it.
    """
    if sheet is not None:
        return ScoresForm(sheet=sheet, **arguments)
    form_type = PhoneLineForm if find_format(format_code).imposed_bid else PhoneChosenLineForm
    return form_type(**arguments)


def written_line(form: PhoneForm) -> LineInput | SheetLine:
    """Return the line. The form must be valid."""
    return form.sheet_line() if isinstance(form, ScoresForm) else form.line()


class PhoneSendingForm(SendingForm):
    """Data beside a line from a phone."""

    takes_pen = forms.BooleanField(label=gettext_lazy("Noter ici quand même"), required=False)


class SeenForm(forms.Form):
    """The version of a result that an action refers to."""

    seen_version = forms.IntegerField(min_value=0, max_value=32767)


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

    note = forms.CharField(label=gettext_lazy("Réponse"), max_length=LONGEST_TEXT)


class PhoneRulesForm(forms.Form):
    """The organiser's choices for the phones of a tournament."""

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
