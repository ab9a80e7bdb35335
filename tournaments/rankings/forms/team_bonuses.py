"""Bonuses of teams before their matches."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.core.formats.event_options import LARGEST_BONUS, EventOptions
from tournaments.models import Entry


class BonusesForm(forms.Form):
    """A field for every team against every other one; `changes` gives the option as stored."""

    def __init__(
        self, data: Mapping[str, Any] | None, *, teams: Sequence[Entry], options: EventOptions
    ) -> None:
        initial = {_name(bonus.entry, bonus.against): bonus.points for bonus in options.bonuses}
        super().__init__(data, initial=initial)
        self.pairs = list(permutations(teams, 2))
        for team, against in self.pairs:
            self.fields[_name(team.pk, against.pk)] = forms.IntegerField(
                label=_("%(team)s, contre %(against)s") % {"team": team, "against": against},
                min_value=0,
                max_value=LARGEST_BONUS,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def changes(self) -> dict[str, Any]:
        """The option as `set_ranking_options` stores it; None without any bonus."""
        given = [
            {"entry": team.pk, "against": against.pk, "points": points}
            for team, against in self.pairs
            if (points := self.cleaned_data[_name(team.pk, against.pk)])
        ]
        return {"bonuses": given or None}


def _name(entry_id: int, against_id: int) -> str:
    return f"bonus_{entry_id}_{against_id}"
