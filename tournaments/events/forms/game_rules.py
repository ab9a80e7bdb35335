"""Forms for the rules of a game: a rule-set as the base, and a field for each option."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import AppError
from games.core.rules import FFT, TRADITIONAL, Option, OptionValue, RuleSet, format_rules, parse_rules
from games.core.variants.registry import find_variant
from games.services.rule_words import OPTION_NAMES, rules_name, value_words
from tournaments.base.forms.merged import MergedForm
from tournaments.events.services.game_rules import check_rules
from tournaments.models import HouseRules

HOUSE = "house-"
"""Prefix of the option value of a club's house rules. Their primary key follows it."""
NAME_LENGTH = 60


class GameRulesForm(forms.Form):
    """The rules of one game: the first field is the base, the others are the options.

    An option without an answer keeps the value of the base.
    """

    rules = forms.ChoiceField(label=gettext_lazy("Règles du jeu"))

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        game: str,
        house_rules: Iterable[HouseRules] = (),
        chosen: RuleSet | None = None,
    ) -> None:
        """Build the fields of a game.

        Args:
            house_rules: house rules of the club for this game.
            chosen: rules that the form shows at first; None for the usual ones.
        """
        self.game, self.options = game, find_variant(game).options
        initial_rules = chosen or RuleSet()
        values = {_field_name(name): _value_text(value) for name, value in initial_rules.overrides}
        super().__init__(data, initial={"rules": initial_rules.name, **values})
        self._house = {f"{HOUSE}{row.pk}": row for row in house_rules}
        names = {FFT: rules_name(game, FFT)}
        if any(option.traditional is not None for option in self.options):
            names[TRADITIONAL] = rules_name(game, TRADITIONAL)
        names |= {
            key: _("règle de la maison « %(name)s »") % {"name": row.name} for key, row in self._house.items()
        }
        self.fields["rules"].choices = list(names.items())  # type: ignore[attr-defined]
        for option in self.options:
            self.fields[_field_name(option.name)] = self._option_field(option)

    def _option_field(self, option: Option) -> forms.ChoiceField:
        choices = [
            (_value_text(value), value_words(self.game, option.name, value)) for value in option.choices
        ]
        return forms.ChoiceField(
            label=str(OPTION_NAMES[option.name]),
            choices=[("", _("comme dans les règles choisies")), *choices],
            required=False,
        )

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """All fields except the base."""
        return [field for field in self if field.name != "rules"]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors:
            try:
                check_rules(self.game, format_rules(self.chosen))
            except AppError as error:
                # an error without a field goes to the top of the form
                for name, message in error.fields.items():
                    self.add_error(_field_name(name) if _field_name(name) in self.fields else None, message)
        return values

    @property
    def chosen(self) -> RuleSet:
        """The chosen rule-set. The form must be valid."""
        base = self._base()
        overrides = dict(base.overrides)
        for option in self.options:
            if text := self.cleaned_data.get(_field_name(option.name)):
                overrides[option.name] = _parse_value(option, text)
        return find_variant(self.game).make_rules(base.name, overrides)

    @property
    def base_name(self) -> str:
        """The name of the base in words. The form must be valid."""
        return str(dict(self.fields["rules"].choices)[self.cleaned_data["rules"]])  # type: ignore[attr-defined]

    def _base(self) -> RuleSet:
        base_value = self.cleaned_data["rules"]
        row = self._house.get(base_value)
        return parse_rules(self.options, row.rules) if row else RuleSet(base_value)


class StoredRulesForm(MergedForm, GameRulesForm):
    """The stored rules of an event or of a club."""


class KeepRulesForm(forms.Form):
    """An optional name under which the club keeps the rules."""

    saved_as = forms.CharField(
        label=gettext_lazy("Garder comme règle de la maison, sous le nom"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=gettext_lazy("Facultatif : le club la retrouvera parmi les règles à choisir."),
    )


class HouseNameForm(MergedForm):
    saved_as = forms.CharField(label=gettext_lazy("Nom de la règle"), max_length=NAME_LENGTH)


def _field_name(option: str) -> str:
    return f"rule_{option}"


def _value_text(value: OptionValue) -> str:
    return str(value)


def _parse_value(option: Option, text: str) -> OptionValue:
    return next(value for value in option.choices if _value_text(value) == text)
