"""Form part for the rules of a new table or room, with or without JavaScript.

The page shows the options of one game, named in `rules_of`. If another game is chosen, the button "Les règles
de ce jeu" shows its options and keeps all other values. A script presses this button in the background
(`static/js/play/rules.js`).
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
"""Name of the button that shows the options of the chosen game."""


class RulesChoice(GameRulesForm):
    """Form for the rules of a game. A second form on the same page has the choice of the game."""

    rules_of = forms.CharField(required=False)
    """Game whose options the page showed."""

    def __init__(self, data: Any = None, *, house_rules: QuerySet[HouseRules], **more: Any) -> None:
        super().__init__(data, house_rules=house_rules, **more)
        self.house_rules = house_rules

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [field for field in super().option_fields if field.name != "rules_of"]

    def clean(self) -> dict[str, Any]:
        """Reject values for the options of another game."""
        values = super().clean() or {}
        has_values = any(values.get(field.name) for field in self.option_fields)
        if values.get("rules_of", "") not in ("", self.game) and has_values:
            self.add_error("rules", _("Le jeu a changé : choisissez ses règles."))
        return values

    @property
    def text(self) -> str:
        """Stored text of the chosen rule-set, once the form is valid."""
        return format_rules(self.chosen)

    @property
    def house_name(self) -> str:
        """Name that a club of the reader gives to the chosen rules; "" without a name."""
        house_rules = self.house_rules.filter(rules=self.text).first() if self.text != FFT else None
        return house_rules.name if house_rules else ""


class RoomRulesChoice(RulesChoice):
    """Form for the rules of a room, whose deals are compared one by one."""

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        # the pot of the mouche goes from one deal to the next
        if not self.errors and dict(self.chosen.overrides).get("mouche"):
            message = _("Dans une salle, on compare chaque donne séparément : on y joue sans mouche.")
            self.add_error("rule_mouche", message)
        return values


def rules_choice(
    request: HttpRequest,
    *,
    house_rules: QuerySet[HouseRules],
    game: str,
    rules: str = FFT,
    form_class: type[RulesChoice] = RulesChoice,
) -> RulesChoice:
    """Return the form for the rules of the game that the request names in the field `game` of another form.

    Args:
        house_rules: all house rules that the reader may choose, of any game.
        game, rules: initial values.
    """
    requested_game = request.POST.get("game", request.GET.get("jeu", game))
    shown_game = requested_game if requested_game in GAMES else game
    is_sent = request.method == "POST" and request.POST.get("rules_of", shown_game) in ("", shown_game)
    # sent, but for another game: the form reports it
    is_sent = is_sent or (request.method == "POST" and SHOW_RULES not in request.POST)
    game_rules = house_rules.filter(game=shown_game)
    if is_sent and "rules" in request.POST:
        return form_class(request.POST, game=shown_game, house_rules=game_rules)
    initial_rules = parse_rules(find_variant(shown_game).options, rules) if shown_game == game else RuleSet()
    return form_class(game=shown_game, house_rules=game_rules, chosen=initial_rules)


def asks_for_rules(request: HttpRequest) -> bool:
    """Return whether the form was sent only to show the options of the chosen game."""
    return request.method == "POST" and SHOW_RULES in request.POST


def typed_values(request: HttpRequest, form_class: type[forms.Form]) -> dict[str, Any]:
    """Return the values of an unfinished form, to show it again without validation."""
    boxes = {name for name, field in form_class.base_fields.items() if isinstance(field, forms.BooleanField)}
    return {
        name: name in request.POST if name in boxes else request.POST.get(name, "")
        for name in form_class.base_fields
    }


def house_rules_of(user: User | None) -> QuerySet[HouseRules]:
    """Return the house rules of the clubs in whose register an account is, or which it keeps. No query."""
    if user is None:
        return HouseRules.objects.none()
    clubs = Person.objects.filter(user=user).values("club")
    managed_clubs = Membership.objects.filter(user=user).values("club")
    return HouseRules.objects.filter(club__in=clubs) | HouseRules.objects.filter(club__in=managed_clubs)
