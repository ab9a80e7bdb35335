"""Forms for a tournament to create, and for the shape of its evening."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.variants.registry import GAMES
from tournaments.base.forms.days import DayField
from tournaments.base.forms.names import VisibleNameField
from tournaments.base.words.format_words import SHEET_CHOICES
from tournaments.core.formats.adviser import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    advise,
)
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.formats.proposals import Advice, Needs
from tournaments.core.formats.registry import FORMATS
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.models import Club
from tournaments.movements.services.movement_choices import read_choice, usual_shapes
from tournaments.movements.services.sections import SectionPlan

DEFAULT_SHAPE = "fft-straight-7-7-28-4"
"""Shape of a new evening: seven tables."""
DEFAULT_MINUTES = 210
"""Default duration of an evening, in minutes."""
STEP = 15
"""Minutes between two durations to choose from."""
MOST_COPIES = 4
"""Largest number of copies of each board."""


def default_shape(tournament_format: TournamentFormat) -> str:
    """Return the initial shape: seven tables, or the smallest evening of another format."""
    shapes = usual_shapes(tournament_format)
    codes = [option.code for option in shapes]
    return DEFAULT_SHAPE if DEFAULT_SHAPE in codes else codes[0]


class AdviceForm(forms.Form):
    """Query of the adviser: players or teams, time and boards.

    The field names are query parameters of the page.
    """

    joueurs = forms.IntegerField(label=_("Joueurs"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    minutes = forms.TypedChoiceField(
        label=_("Temps disponible"),
        choices=[(time, f"{time // 60} h {time % 60:02d}") for time in range(60, 540 + 1, STEP)],
        coerce=int,
        initial=DEFAULT_MINUTES,
    )
    etuis = forms.IntegerField(
        label=_("Étuis à disposition"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=_("Laissez vide s’il y en a assez."),
    )
    copies = forms.IntegerField(
        label=_("Exemplaires de chaque étui, au plus"), min_value=1, max_value=MOST_COPIES, initial=1
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        tournament_format: TournamentFormat,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self._format = tournament_format
        self._players_each = tournament_format.plan.unit_sizes[0] if tournament_format.has_teams else 1
        if tournament_format.has_teams:
            self.fields["joueurs"] = forms.IntegerField(
                label=_("Équipes"), min_value=1, max_value=MOST_PLAYERS // self._players_each
            )

    @property
    def advice(self) -> Advice | None:
        """Advice for a valid form; None otherwise."""
        # an unbound form has no `cleaned_data`: the page then shows the form without advice
        if not self.is_bound or not self.is_valid():
            return None
        needs = Needs(
            formats=(self._format,),
            most_boards=self.cleaned_data["etuis"],
            copies=self.cleaned_data["copies"],
        )
        players = self.cleaned_data["joueurs"] * self._players_each
        return advise(players, self.cleaned_data["minutes"], needs=needs)


class ShapeForm(forms.Form):
    """Shape of an evening, by its name, and the number of rounds to play."""

    shape = forms.CharField(
        label=_("Tables et étuis"),
        max_length=320,
        initial=DEFAULT_SHAPE,
        error_messages={"required": _("Choisissez un nombre de tables.")},
    )
    round_count = forms.IntegerField(
        label=_("Positions à jouer"),
        min_value=1,
        max_value=99,
        required=False,
        help_text=_("Laissez vide pour les jouer toutes ; moins raccourcit la soirée."),
    )

    def plans(self, club: Club) -> list[SectionPlan]:
        """Return the plans of the sections. Needs a valid form. Raises as `read_choice`."""
        plans = [movement.plan for movement in read_choice(club, self.cleaned_data["shape"])]
        rounds = self.cleaned_data["round_count"]
        return [replace(plan, round_count=rounds) for plan in plans] if rounds else plans


class TournamentForm(ShapeForm):
    """Name, date, format and shape of an evening."""

    name = VisibleNameField(label=_("Nom du tournoi"), max_length=120)
    starts_on = DayField(label=_("Date"))
    format = forms.CharField(max_length=40, widget=forms.HiddenInput)
    game = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    sheet = forms.ChoiceField(
        label=_("Feuilles de marque"),
        required=False,
        choices=SHEET_CHOICES,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        tournament_format: TournamentFormat,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        if not tournament_format.may_enter_totals:
            del self.fields["sheet"]

    def clean_game(self) -> str:
        game: str = self.cleaned_data["game"]
        if game and game not in GAMES:
            raise forms.ValidationError(_("Ce jeu n’existe pas."))
        return game

    def clean_format(self) -> str:
        code: str = self.cleaned_data["format"]
        if code not in FORMATS:
            raise forms.ValidationError(_("Cette formule de tournoi n’existe pas."))
        return code

    def arguments(self, club: Club) -> Mapping[str, Any]:
        """Return the values as arguments of `create_tournament`. Raises as `read_choice`."""
        sheet = self.cleaned_data.get("sheet", "")
        return {
            "name": self.cleaned_data["name"],
            "starts_on": self.cleaned_data["starts_on"],
            "format_code": self.cleaned_data["format"],
            "sections": self.plans(club),
            "game": self.cleaned_data["game"],
            "options": {"sheet": SheetOf.TOTALS.value} if sheet == SheetOf.TOTALS else None,
        }
