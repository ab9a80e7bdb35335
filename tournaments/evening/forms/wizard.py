"""The four questions of a new evening; everything answered travels in the address."""

import datetime
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.variants.registry import GAMES
from tournaments.base.forms.money import CentsField
from tournaments.base.words.dates import date_format
from tournaments.base.words.format_words import SHEET_CHOICES
from tournaments.core.formats.adviser import FEWEST_PLAYERS, LONGEST, MOST_PLAYERS, SHORTEST
from tournaments.core.formats.event_options import MOST_SESSIONS, SheetOf
from tournaments.core.formats.game_rules import USUAL_TABLE_RULES
from tournaments.core.formats.registry import find_format, format_of
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.showing import USUAL_PRESET
from tournaments.enums import Visibility
from tournaments.evening.services.evening_proposals import KINDS, EveningAdvice, propose_evening
from tournaments.events.forms.showing import PRESET_WORDS
from tournaments.events.forms.table_rules import TableRulesForm
from tournaments.events.words.game_names import game_name

DAY = 24 * 60
"""Minutes."""
CLOCK = {"type": "time"}


class KindForm(forms.Form):
    """What kind of evening."""

    kind = forms.ChoiceField(choices=[(code, kind.name) for code, kind in KINDS.items()])
    game = forms.ChoiceField(
        label=gettext_lazy("Jeu, pour une soirée amicale"),
        choices=lambda: [(code, game_name(code)) for code in GAMES],
        required=False,
    )

    @property
    def played(self) -> TournamentFormat:
        """The format at its game, once the form is valid."""
        code = self.cleaned_data["kind"]
        return format_of(code, self.played_game or find_format(code).variant.name)

    @property
    def played_game(self) -> str:
        """Stored name of the game chosen; blank for the format's own."""
        return self.cleaned_data["game"] if KINDS[self.cleaned_data["kind"]].is_for_any_game else ""


class PeopleForm(forms.Form):
    """How many people, from when to when."""

    fewest = forms.IntegerField(
        label=gettext_lazy("Au moins"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS
    )
    most = forms.IntegerField(label=gettext_lazy("Au plus"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    begin = forms.TimeField(label=gettext_lazy("Début"), widget=forms.TimeInput(CLOCK, "%H:%M"))
    end = forms.TimeField(label=gettext_lazy("Fin, au plus tard"), widget=forms.TimeInput(CLOCK, "%H:%M"))
    board_limit = forms.IntegerField(
        label=gettext_lazy("Étuis que vous avez"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=gettext_lazy("Laissez vide s’il y en a assez."),
    )

    def __init__(self, *args: Any, played: TournamentFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not played.needs_dealt_boards:
            del self.fields["board_limit"]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if "fewest" in values and "most" in values and values["fewest"] > values["most"]:
            self.add_error("most", _("Le plus grand nombre est plus petit que l’autre."))
        if "begin" in values and "end" in values and not SHORTEST <= self._minutes(values) <= LONGEST:
            self.add_error("end", _("Il faut de 30 minutes à 12 heures entre le début et la fin."))
        return values

    @property
    def minutes(self) -> int:
        """From the beginning to the end, which may be after midnight."""
        return self._minutes(self.cleaned_data)

    @staticmethod
    def _minutes(values: Mapping[str, Any]) -> int:
        begin, end = values["begin"], values["end"]
        minutes: int = (60 * (end.hour - begin.hour) + end.minute - begin.minute) % DAY
        return minutes

    def advice(self, played: TournamentFormat) -> EveningAdvice:
        """What the adviser says, once the form is valid."""
        return propose_evening(
            played,
            fewest=self.cleaned_data["fewest"],
            most=self.cleaned_data["most"],
            minutes=self.minutes,
            board_limit=self.cleaned_data.get("board_limit"),
        )

    def ends_at(self, minutes: int) -> datetime.time:
        """The hour so many minutes after the beginning."""
        begin = datetime.datetime.combine(datetime.date.min, self.cleaned_data["begin"])
        return (begin + datetime.timedelta(minutes=minutes)).time()


class MovementForm(forms.Form):
    """Which of the adviser's proposals."""

    shape = forms.CharField(max_length=320)

    def __init__(self, data: Mapping[str, Any] | None, *, advice: EveningAdvice) -> None:
        super().__init__(data)
        self.advice = advice

    def clean_shape(self) -> str:
        choice: str = self.cleaned_data["shape"]
        if all(shown.choice != choice for shown in self.advice.proposals):
            raise ValidationError(_("Choisissez une des propositions."))
        return choice


class DetailsForm(TableRulesForm):
    """When, under what name, for how much, who reads which results when, and in how many sessions."""

    field_order = (
        "date", "name", "place", "fee", "visibility", "preset", "sheet", "teams", "first_dealer",
        "session_count",
    )  # fmt: skip

    date = forms.DateField(label=gettext_lazy("Date"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    name = forms.CharField(
        label=gettext_lazy("Nom du tournoi"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Laissez vide : il s’appellera « Soirée du » et la date."),
    )
    place = forms.CharField(
        label=gettext_lazy("Lieu du tournoi"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("La salle et son adresse, telles que les joueurs les liront."),
    )
    fee = CentsField(
        label=gettext_lazy("Droit d’inscription par personne, en €"),
        required=False,
        help_text=gettext_lazy("Laissez vide si c’est gratuit."),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Qui peut lire les résultats ?"),
        choices=[
            (Visibility.PUBLIC, gettext_lazy("tous ceux qui ont l’adresse, sur leur téléphone")),
            (Visibility.PRIVATE, gettext_lazy("les organisateurs seulement")),
        ],
        widget=forms.RadioSelect,
    )

    preset = forms.ChoiceField(
        label=gettext_lazy("Que voient les joueurs, et quand ?"),
        choices=[(code, name) for code, (name, _told) in PRESET_WORDS.items()],
        required=False,
    )
    sheet = forms.ChoiceField(
        label=gettext_lazy("Feuilles de marque"),
        choices=SHEET_CHOICES,
        required=False,
        widget=forms.RadioSelect,
    )
    session_count = forms.IntegerField(
        label=gettext_lazy("Nombre de séances"),
        min_value=1,
        max_value=MOST_SESSIONS,
        required=False,
        help_text=gettext_lazy(
            "Si vous en prévoyez plusieurs, vous direz ensuite quand a lieu chacune et"
            " pour combien elle compte."
        ),
    )

    def __init__(self, *args: Any, played: TournamentFormat, **kwargs: Any) -> None:
        super().__init__(*args, played=played, **kwargs)
        if not played.may_enter_totals:
            del self.fields["sheet"]

    @property
    def table_rules(self) -> dict[str, str]:
        """What was chosen of the tables, as options of the event; nothing where it is the usual."""
        return {name: value for name, value in self.chosen.items() if value != USUAL_TABLE_RULES[name]}

    @property
    def told_table_rules(self) -> list[tuple[str, str]]:
        """What was chosen of the tables, in words."""
        return [
            (str(self.fields[name].label), str(dict(self.fields[name].choices)[value]))  # type: ignore[attr-defined]
            for name, value in self.table_rules.items()
        ]

    def clean_session_count(self) -> int:
        return self.cleaned_data["session_count"] or 1

    def clean_sheet(self) -> str:
        return self.cleaned_data["sheet"] or SheetOf.DEALS.value

    def clean_preset(self) -> str:
        return self.cleaned_data["preset"] or USUAL_PRESET

    @property
    def presets(self) -> list[tuple[str, str, str, bool]]:
        """Code, name and consequence of every choice of what shows, and whether it is chosen."""
        chosen = self["preset"].value() or USUAL_PRESET
        return [(code, name, told, code == chosen) for code, (name, told) in PRESET_WORDS.items()]

    @property
    def preset_name(self) -> str:
        """What was chosen, in words, once the form is valid."""
        return str(PRESET_WORDS[self.cleaned_data["preset"]][0])

    @property
    def event_name(self) -> str:
        """The name given, or one made of the date."""
        given: str = self.cleaned_data["name"].strip()
        return given or dated_name(self.cleaned_data["date"])


class SummaryForm(forms.Form):
    """What is asked last, beside the summary."""

    saved_as = forms.CharField(
        label=gettext_lazy("Garder ces choix comme modèle, sous le nom"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Facultatif : la prochaine fois, le modèle répondra à toutes ces questions."),
    )


def dated_name(day: datetime.date) -> str:
    """What an evening is called when nobody says."""
    return _("Soirée du %(date)s") % {"date": date_format(day, "j F")}
