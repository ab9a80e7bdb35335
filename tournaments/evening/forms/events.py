"""Small forms about whole evenings: repeat one, keep it as a template, practise."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms.beside import FormBeside
from tournaments.base.forms.days import DayField
from tournaments.base.forms.hours import missing_hour_message
from tournaments.base.forms.names import VisibleNameField
from tournaments.core.event_series import MOST_EVENTS, Every, series_days
from tournaments.evening.forms.wizard import dated_name
from tournaments.evening.services.evening_proposals import KINDS


class StartForm(forms.Form):
    """Day, hour and name of an evening that is played again, or the days of a series."""

    date = DayField(label=_("Date"))
    hour = forms.TimeField(
        label=_("Heure"), required=False, widget=forms.TimeInput({"type": "time"}, "%H:%M")
    )
    name = VisibleNameField(
        label=_("Nom du tournoi"),
        max_length=120,
        required=False,
        help_text=_("Laissez vide : il s’appellera « Soirée du » et la date."),
    )

    every = forms.ChoiceField(
        label=_("Série"),
        choices=[
            (Every.ONCE.value, _("une seule soirée")),
            (Every.WEEK.value, _("chaque semaine, le même jour")),
            (Every.TWO_WEEKS.value, _("toutes les deux semaines, le même jour")),
            (Every.MONTH.value, _("chaque mois, le même jour : par exemple le 3e vendredi")),
        ],
        required=False,
        help_text=_("Vous verrez la liste des jours avant qu’un tournoi soit créé."),
    )
    until = DayField(label=_("Série jusqu’au"), required=False)

    def clean(self) -> dict[str, Any]:
        """Check that the hour exists on each day. A series has an end, and 2 to `MOST_EVENTS` evenings."""
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        self._check_hour(values["hour"])
        if values["every"] in ("", Every.ONCE):
            return values
        if values["until"] is None:
            self.add_error("until", gettext("Dites jusqu’à quel jour va la série."))
        elif len(self.days) < 2:
            self.add_error("until", gettext("La série finit avant sa deuxième soirée."))
        elif len(self.days) > MOST_EVENTS:
            message = gettext("C’est trop loin : %(most)d soirées au plus en une fois.")
            self.add_error("until", message % {"most": MOST_EVENTS})
        return values

    def _check_hour(self, hour: datetime.time | None) -> None:
        # a series without an end has its own message
        for day in self.days[:MOST_EVENTS]:
            if message := missing_hour_message(day, hour):
                self.add_error("hour", message)
                return

    @property
    def days(self) -> list[datetime.date]:
        """All days of the series; one day for a single evening."""
        first_day = self.cleaned_data["date"]
        every = Every(self.cleaned_data["every"] or Every.ONCE)
        return series_days(first_day, every, self.cleaned_data["until"] or first_day)

    @property
    def is_series(self) -> bool:
        return len(self.days) > 1

    def name_on(self, day: datetime.date) -> str:
        """Return the name from the form, or one with the day."""
        return self.cleaned_data["name"].strip() or dated_name(day)

    @property
    def event_name(self) -> str:
        """Name from the form, or one with the date."""
        return self.name_on(self.cleaned_data["date"])


class RepeatForm(StartForm):
    """Start form of a past evening, whose players may be entered again."""

    with_entries = forms.BooleanField(label=_("Inscrire aussi les mêmes joueurs"), required=False)

    def clean(self) -> dict[str, Any]:
        """Check the series. Players cannot be entered in a whole series."""
        values = super().clean()
        if not self.errors and self.is_series and values["with_entries"]:
            message = gettext("Les joueurs d’une série s’inscrivent soirée par soirée : décochez cette case.")
            self.add_error("with_entries", message)
        return values


class TemplateNameForm(FormBeside):
    name = forms.CharField(label=_("Nom du modèle"), max_length=80)


class PracticeForm(forms.Form):
    """Kind of evening to practise."""

    kind = forms.ChoiceField(
        label=_("Sorte de soirée"), choices=[(code, kind.name) for code, kind in KINDS.items()]
    )
