"""Forms for second entries: the organiser's choice, and the settlement of differences."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.results.forms.results import REASON_LENGTH
from tournaments.results.services.second_entries import Choice


class EntryRulesForm(forms.Form):
    """The organiser's choice of second entries."""

    needs_second_entry = forms.BooleanField(
        label=gettext_lazy("Chaque feuille est saisie deux fois"),
        required=False,
        help_text=gettext_lazy(
            "La seconde personne ne voit pas la première saisie ; les différences sont listées."
        ),
    )


class SettleForm(forms.Form):
    """The correct entry and the reason."""

    choice = forms.TypedChoiceField(
        label=gettext_lazy("Quelle saisie est la bonne ?"),
        coerce=Choice,
        choices=[
            (Choice.FIRST, gettext_lazy("la première")),
            (Choice.SECOND, gettext_lazy("la seconde")),
            (Choice.OTHER, gettext_lazy("ni l’une ni l’autre : celle que je saisis ici")),
        ],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=gettext_lazy("Motif de la correction"),
        max_length=REASON_LENGTH,
        initial=gettext_lazy("double saisie"),
    )
    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)
