"""Saying what a check found, and why a locked round is opened again."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.enums import CheckVerdict
from tournaments.results.forms.results import REASON_LENGTH


class CheckForm(forms.Form):
    """What a checker found on a sheet; the verdict is the button that he presses."""

    verdict = forms.ChoiceField(choices=CheckVerdict, widget=forms.HiddenInput)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    note = forms.CharField(label=gettext_lazy("Ce qui est à revoir"), required=False, max_length=300)
    is_alone = forms.BooleanField(
        label=gettext_lazy("Personne d’autre ne peut contrôler : je relis ma propre saisie"), required=False
    )

    def __init__(self, *args: Any, may_be_alone: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_be_alone:
            del self.fields["is_alone"]


class UnlockForm(forms.Form):
    """Why a round changes again."""

    reason = forms.CharField(label=gettext_lazy("Motif"), required=False, max_length=REASON_LENGTH)
