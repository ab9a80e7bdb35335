"""Form of a letter to registered players."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.entries.services.letters import LetterDraft
from tournaments.enums import LetterGroup


class LetterForm(forms.Form):
    """Group, subject and text of a letter."""

    group = forms.ChoiceField(label=gettext_lazy("À qui"), choices=LetterGroup.choices)
    subject = forms.CharField(label=gettext_lazy("Objet"), max_length=120)
    text = forms.CharField(
        label=gettext_lazy("Texte"), max_length=4000, widget=forms.Textarea(attrs={"rows": 10})
    )

    def draft(self) -> LetterDraft:
        """Return the letter. The form must be valid."""
        values = self.cleaned_data
        return LetterDraft(LetterGroup(values["group"]), values["subject"], values["text"])
