"""Small forms about whole evenings: started again, kept as a template, practised."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms.beside import FormBeside
from tournaments.evening.forms.wizard import dated_name
from tournaments.evening.services.evening_proposals import KINDS


class StartForm(forms.Form):
    """When an evening is played again, and under what name."""

    date = forms.DateField(label=_("Date"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    name = forms.CharField(
        label=_("Nom du tournoi"),
        max_length=120,
        required=False,
        help_text=_("Laissez vide : il s’appellera « Soirée du » et la date."),
    )

    @property
    def event_name(self) -> str:
        """The name given, or one made of the date."""
        return self.cleaned_data["name"].strip() or dated_name(self.cleaned_data["date"])


class RepeatForm(StartForm):
    """The same for a past evening, whose people may come again."""

    with_entries = forms.BooleanField(label=_("Inscrire aussi les mêmes joueurs"), required=False)


class TemplateNameForm(FormBeside):
    """The name of a template."""

    name = forms.CharField(label=_("Nom du modèle"), max_length=80)


class PracticeForm(forms.Form):
    """What is practised."""

    kind = forms.ChoiceField(
        label=_("Sorte de soirée"), choices=[(code, kind.name) for code, kind in KINDS.items()]
    )
