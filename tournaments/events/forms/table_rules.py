"""Form for the partners and the first dealer of each table, in events that can choose them."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.merged import MergedForm
from tournaments.base.words.format_words import DEALER_CHOICES, TEAMS_CHOICES
from tournaments.core.formats.event_options import TeamsOf
from tournaments.core.formats.game_rules import USUAL_TABLE_RULES, table_rules
from tournaments.core.formats.tournament_format import TournamentFormat


class TableRulesForm(forms.Form):
    """The rules of the tables. It has a field only for a rule that the event can choose."""

    teams = forms.ChoiceField(
        label=gettext_lazy("Équipes"), choices=TEAMS_CHOICES, required=False, widget=forms.RadioSelect
    )
    first_dealer = forms.ChoiceField(
        label=gettext_lazy("Qui donne en premier à une table ?"),
        choices=DEALER_CHOICES,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(
        self, *args: Any, played: TournamentFormat, game: str, has_rest: bool = False, **kwargs: Any
    ) -> None:
        """Build the fields of a format and game.

        Args:
            played: the format.
            has_rest: True if players of the chosen movement sit out rounds, which leaves their partners
                alone.
        """
        super().__init__(*args, **kwargs)
        self._has_rest = has_rest
        self.initial = {**USUAL_TABLE_RULES, **self.initial}
        for name in USUAL_TABLE_RULES.keys() - table_rules(played, game, {}):
            del self.fields[name]

    def clean_teams(self) -> str:
        teams = self._answer("teams")
        if teams == TeamsOf.EVENING and self._has_rest:
            raise ValidationError(
                _(
                    "Avec des joueurs en relais, les équipes sont tirées à chaque table : pour des équipes"
                    " fixes, choisissez des tables complètes."
                )
            )
        return teams

    def clean_first_dealer(self) -> str:
        return self._answer("first_dealer")

    def _answer(self, name: str) -> str:
        answer: str = self.cleaned_data[name] or self.initial[name]
        return answer

    @property
    def chosen(self) -> dict[str, str]:
        """The answers by option of the event. The form must be valid."""
        return {name: self.cleaned_data[name] for name in USUAL_TABLE_RULES if name in self.fields}


class StoredTableRulesForm(MergedForm, TableRulesForm):
    """The stored rules of the tables of an event."""
