"""What was played at a table, as text."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.base.forms.limits import most_signs
from tournaments.results.services.play_records import LONGEST_TEXT


class PlayRecordForm(forms.Form):
    """The actions in the documented notation."""

    text = forms.CharField(
        label=gettext_lazy("Déroulement"),
        max_length=LONGEST_TEXT,
        help_text=most_signs(LONGEST_TEXT),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocapitalize": "off"}),
    )
    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)
