"""Choosing the rules of a new table or a room beside its game, with or without JavaScript.

A form shows the options of one game, which it names in `rules_of`. With another game chosen, its button
"Les règles de ce jeu" shows the options of that one and keeps everything else that was typed; a script
presses it behind the page (`static/js/play/rules.js`).
"""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.rules import FFT, RuleSet, format_rules, parse_rules
from games.core.variants.registry import GAMES, find_variant
from tournaments.events.forms.game_rules import GameRulesForm
from tournaments.models import HouseRules, Membership, Person

SHOW_RULES = "regles"
"""Name of the button that shows the options of the game chosen."""


class RulesChoice(GameRulesForm):
    """The rules of the game that is chosen in the form beside it."""

    rules_of = forms.CharField(required=False)
    """The game whose options the page showed."""

    def __init__(self, data: Any = None, *, house_rules: QuerySet[HouseRules], **more: Any) -> None:
        super().__init__(data, house_rules=house_rules, **more)
        self.house_rules = house_rules

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [field for field in super().option_fields if field.name != "rules_of"]

    def clean(self) -> dict[str, Any]:
        """Answers to the options of another game are no answers here."""
        values = super().clean() or {}
        answered = any(values.get(field.name) for field in self.option_fields)
        if values.get("rules_of", "") not in ("", self.game) and answered:
            self.add_error("rules", _("Le jeu a changé : choisissez ses règles."))
        return values

    @property
    def text(self) -> str:
        """The rule-set chosen, as it is stored, once the form is valid."""
        return format_rules(self.chosen)

    @property
    def house_name(self) -> str:
        """What a club of the reader calls the very rules chosen; "" for others."""
        named = self.house_rules.filter(rules=self.text).first() if self.text != FFT else None
        return named.name if named else ""


class RoomRulesChoice(RulesChoice):
    """The rules of a room, whose deals are compared one by one."""

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if not self.errors and dict(self.chosen.overrides).get("mouche"):
            told = _("Dans une salle, on compare chaque donne séparément : on y joue sans mouche.")
            self.add_error("rule_mouche", told)
        return values


def rules_choice(
    request: HttpRequest,
    *,
    house_rules: QuerySet[HouseRules],
    game: str,
    rules: str = FFT,
    form_class: type[RulesChoice] = RulesChoice,
) -> RulesChoice:
    """The rules beside a form with a field `game`.

    Args:
        house_rules: all that the reader may choose, of any game.
        game, rules: what is shown before anybody chooses.
    """
    asked = request.POST.get("game", request.GET.get("jeu", game))
    shown = asked if asked in GAMES else game
    is_sent = request.method == "POST" and request.POST.get("rules_of", shown) in ("", shown)
    is_sent = is_sent or (request.method == "POST" and SHOW_RULES not in request.POST)
    own = house_rules.filter(game=shown)
    if is_sent and "rules" in request.POST:
        return form_class(request.POST, game=shown, house_rules=own)
    chosen = parse_rules(find_variant(shown).options, rules) if shown == game else RuleSet()
    return form_class(game=shown, house_rules=own, chosen=chosen)


def asks_for_rules(request: HttpRequest) -> bool:
    """Whether somebody only wants to see the options of the game chosen."""
    return request.method == "POST" and SHOW_RULES in request.POST


def typed_values(request: HttpRequest, form_class: type[forms.Form]) -> dict[str, Any]:
    """What was typed into a form that was not sent, to show it again without a judgement."""
    boxes = {name for name, field in form_class.base_fields.items() if isinstance(field, forms.BooleanField)}
    return {
        name: name in request.POST if name in boxes else request.POST.get(name, "")
        for name in form_class.base_fields
    }


def house_rules_of(user: User | None) -> QuerySet[HouseRules]:
    """The rules kept by the clubs that know an account, by its person or as their keeper. No query."""
    if user is None:
        return HouseRules.objects.none()
    clubs = Person.objects.filter(user=user).values("club")
    kept = Membership.objects.filter(user=user).values("club")
    return HouseRules.objects.filter(club__in=clubs) | HouseRules.objects.filter(club__in=kept)
