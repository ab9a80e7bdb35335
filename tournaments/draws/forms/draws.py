"""Forms of a draw: the way, and two places to swap by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.draws.services.draws import DrawWish
from tournaments.enums import DrawMethod

METHODS: Mapping[DrawMethod, Promise] = {
    DrawMethod.BEST: _("Meilleurs contre meilleurs : les premiers du classement à la première table"),
    DrawMethod.RANDOM: _("Au sort"),
    DrawMethod.MOVEMENT: _("Suite du mouvement de la fédération"),
}
ODD_PLAYERS: Mapping[OddPlayers, Promise] = {
    OddPlayers.THREES: _("des tables de trois, comme le veut la fédération"),
    OddPlayers.FIVES: _("des tables de cinq, non homologuées"),
    OddPlayers.RESTS: _("des joueurs qui se reposent, chacun à son tour"),
}
MOST_MISSING = 300
"""Largest number of missing sheets with which a round may be drawn: one for each table of a large hall."""


class DrawForm(forms.Form):
    """The way in which the next round is drawn."""

    method = forms.ChoiceField(
        label=_("Façon de tirer"), widget=forms.RadioSelect, initial=DrawMethod.BEST.value
    )
    odd_players = forms.ChoiceField(label=_("Joueurs en plus des tables complètes"), required=False)
    is_apart = forms.BooleanField(
        label=_("Séparer les joueurs d’un même club ou d’un même foyer"), required=False, initial=True
    )
    changes_colour = forms.BooleanField(
        label=_("Mêler les couleurs"), help_text=_("Chaque joueur peut en changer."), required=False
    )
    most_missing = forms.IntegerField(
        label=_("Feuilles qui peuvent manquer"), min_value=0, max_value=MOST_MISSING, initial=0
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        methods: Sequence[DrawMethod],
        odd_rules: Sequence[OddPlayers],
        has_odd_players: bool,
        has_colours: bool = False,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Offer only what the next round permits.

        Args:
            odd_rules: rules by which the present players make tables.
            has_odd_players: True if players remain when all tables are full.
            has_colours: True if several colours play.
        """
        super().__init__(data, initial=dict(initial or {}))
        self._odd_rules = odd_rules
        choices = {
            "method": [(method.value, METHODS[method]) for method in methods],
            "odd_players": [(rule.value, ODD_PLAYERS[rule]) for rule in odd_rules],
        }
        for name, field_choices in choices.items():
            self.fields[name].choices = field_choices  # type: ignore[attr-defined]  # a field of choices
        if not has_odd_players or len(odd_rules) < 2:
            del self.fields["odd_players"]
        if not has_colours:
            del self.fields["changes_colour"]

    @property
    def wish(self) -> DrawWish:
        """The choice of a valid form."""
        values = self.cleaned_data
        usual_rule = self._odd_rules[0] if self._odd_rules else OddPlayers.THREES
        return DrawWish(
            method=DrawMethod(values["method"]),
            odd_players=OddPlayers(values.get("odd_players") or usual_rule),
            is_apart=values["is_apart"],
            changes_colour=values.get("changes_colour", False),
            most_missing=values["most_missing"],
        )


class PlaceSwapForm(forms.Form):
    """Two places of a proposal that are swapped."""

    first = forms.ChoiceField(label=_("Cette place"))
    second = forms.ChoiceField(label=_("avec celle-ci"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, places: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        for name in ("first", "second"):
            self.fields[name].choices = [("", "–"), *places]  # type: ignore[attr-defined]  # as above
