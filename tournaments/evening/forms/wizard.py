"""Forms of the steps to a new evening. The URL holds the values of all steps."""

import datetime
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.variants.registry import GAMES
from tournaments.base.forms.days import DayField
from tournaments.base.forms.hours import missing_hour_message
from tournaments.base.forms.money import CentsField
from tournaments.base.forms.names import VisibleNameField
from tournaments.base.words.dates import date_format
from tournaments.base.words.format_words import DRAWN, PLACING_CHOICES, SHEET_CHOICES
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
from tournaments.seating.services.movements import deals_at_tables

DAY = 24 * 60
"""Minutes of a day."""
CLOCK = {"type": "time"}
"""Attributes of a field for a time of day."""
ORDINARY_DAY = datetime.date(2000, 1, 1)
"""A day without a change of the clocks, for an evening whose day is not chosen yet."""


class KindForm(forms.Form):
    """Kind of evening, and game of a friendly one."""

    kind = forms.ChoiceField(choices=[(code, kind.name) for code, kind in KINDS.items()])
    game = forms.ChoiceField(
        label=gettext_lazy("Jeu, pour une soirée amicale"),
        choices=lambda: [(code, game_name(code)) for code in GAMES],
        required=False,
    )

    @property
    def played(self) -> TournamentFormat:
        """Format with its game. Needs a valid form."""
        code = self.cleaned_data["kind"]
        return format_of(code, self.played_game or find_format(code).variant.name)

    @property
    def played_game(self) -> str:
        """Stored name of the chosen game; blank for the format's own game."""
        return self.cleaned_data["game"] if KINDS[self.cleaned_data["kind"]].is_for_any_game else ""


class PeopleForm(forms.Form):
    """Expected number of people, beginning and end of the evening."""

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
        """Minutes from the beginning to the end, which may be after midnight."""
        return self._minutes(self.cleaned_data)

    @staticmethod
    def _minutes(values: Mapping[str, Any]) -> int:
        begin, end = values["begin"], values["end"]
        # modulo a day: an evening that ends at 0:30 does not last a negative time
        minutes: int = (60 * (end.hour - begin.hour) + end.minute - begin.minute) % DAY
        return minutes

    def advice(self, tournament_format: TournamentFormat) -> EveningAdvice:
        """Return the adviser's proposals. Needs a valid form."""
        return propose_evening(
            tournament_format,
            fewest=self.cleaned_data["fewest"],
            most=self.cleaned_data["most"],
            minutes=self.minutes,
            board_limit=self.cleaned_data.get("board_limit"),
        )

    def ends_at(self, minutes: int, day: datetime.date = ORDINARY_DAY) -> datetime.time:
        """Return the local time `minutes` after the beginning on a day. The clocks may change meanwhile."""
        begin = timezone.make_aware(datetime.datetime.combine(day, self.cleaned_data["begin"]))
        end = begin.astimezone(datetime.UTC) + datetime.timedelta(minutes=minutes)
        return timezone.localtime(end).time()


class MovementForm(forms.Form):
    """Choice of one of the adviser's proposals."""

    shape = forms.CharField(max_length=320)

    def __init__(self, data: Mapping[str, Any] | None, *, advice: EveningAdvice) -> None:
        super().__init__(data)
        self.advice = advice

    def clean_shape(self) -> str:
        choice: str = self.cleaned_data["shape"]
        # the address may hold a choice made for other numbers of people
        if all(proposal.choice != choice for proposal in self.advice.proposals):
            raise ValidationError(_("Choisissez une des propositions."))
        return choice


class DetailsForm(TableRulesForm):
    """Day, name, place, fee, visibility, rules of the tables and number of sessions."""

    field_order = (
        "date", "name", "place", "fee", "visibility", "preset", "sheet", "teams", "first_dealer",
        "rounds", "session_count",
    )  # fmt: skip

    date = DayField(label=gettext_lazy("Date"))
    name = VisibleNameField(
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
        choices=[(code, name) for code, (name, _description) in PRESET_WORDS.items()],
        required=False,
    )
    sheet = forms.ChoiceField(
        label=gettext_lazy("Feuilles de marque"),
        choices=SHEET_CHOICES,
        required=False,
        widget=forms.RadioSelect,
    )
    rounds = forms.ChoiceField(
        label=gettext_lazy("Comment les joueurs sont placés"),
        choices=PLACING_CHOICES,
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Les séances suivantes font de même ; chacune peut changer."),
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

    def __init__(self, *args: Any, played: TournamentFormat, begin: datetime.time, **kwargs: Any) -> None:
        super().__init__(*args, played=played, **kwargs)
        self._begin = begin
        if not played.may_enter_totals:
            del self.fields["sheet"]
        if not deals_at_tables(played):
            del self.fields["rounds"]

    def clean_date(self) -> datetime.date:
        """Refuse a day on which the clocks skip the beginning, which was chosen before."""
        day: datetime.date = self.cleaned_data["date"]
        if message := missing_hour_message(day, self._begin):
            raise forms.ValidationError(message)
        return day

    @property
    def table_rules(self) -> dict[str, str]:
        """Chosen rules of the tables as options of the event, without the usual ones."""
        return {name: value for name, value in self.chosen.items() if value != USUAL_TABLE_RULES[name]}

    @property
    def told_table_rules(self) -> list[tuple[str, str]]:
        """Chosen rules of the tables in words, as (label, choice)."""
        return [
            (str(self.fields[name].label), str(dict(self.fields[name].choices)[value]))  # type: ignore[attr-defined]
            for name, value in self.table_rules.items()
        ]

    def clean_session_count(self) -> int:
        return self.cleaned_data["session_count"] or 1

    def clean_sheet(self) -> str:
        return self.cleaned_data["sheet"] or SheetOf.DEALS.value

    def clean_rounds(self) -> str:
        return self.cleaned_data["rounds"] or PLACING_CHOICES[0][0]

    @property
    def is_drawn(self) -> bool:
        """True if each round is drawn when it is due. Needs a valid form."""
        return self.cleaned_data.get("rounds") == DRAWN

    @property
    def placing_words(self) -> str:
        """Choice of the way in which players are placed, in words. Needs a valid form with this choice."""
        return str(dict(PLACING_CHOICES)[self.cleaned_data["rounds"]])

    def clean_preset(self) -> str:
        return self.cleaned_data["preset"] or USUAL_PRESET

    @property
    def presets(self) -> list[tuple[str, str, str, bool]]:
        """All presets of the parts that the public sees, as (code, name, description, is chosen)."""
        selection = self["preset"].value() or USUAL_PRESET
        return [
            (code, name, description, code == selection) for code, (name, description) in PRESET_WORDS.items()
        ]

    @property
    def preset_name(self) -> str:
        """Name of the chosen preset. Needs a valid form."""
        return str(PRESET_WORDS[self.cleaned_data["preset"]][0])

    @property
    def event_name(self) -> str:
        """Name from the form, or one with the date."""
        name: str = self.cleaned_data["name"].strip()
        return name or dated_name(self.cleaned_data["date"])


class SummaryForm(forms.Form):
    """Optional name under which the choices are stored as a template, beside the summary."""

    saved_as = forms.CharField(
        label=gettext_lazy("Garder ces choix comme modèle, sous le nom"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Facultatif : la prochaine fois, le modèle répondra à toutes ces questions."),
    )


def dated_name(day: datetime.date) -> str:
    """Return the default name of an evening."""
    return _("Soirée du %(date)s") % {"date": date_format(day, "j F")}
