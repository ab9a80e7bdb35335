"""Rules that change a score, as fields of the calculator and of the form of an evening."""

from dataclasses import dataclass

from django.http import QueryDict

from games.core.rules import FFT, TRADITIONAL, Option, OptionValue, RuleSet
from games.core.variants.contrat import LADDER, Contrat
from games.core.variants.registry import find_variant
from games.services.rule_words import OPTION_NAMES, value_words

BASE = "regles"
"""Name of the field with the rule-set, which the other fields change."""
PREFIX = "rule_"
"""Beginning of the names of the other fields."""
OF_SCORES = frozenset(
    {
        "ladder",
        "misere",
        "petit_slam",
        "mouche",
        "kings_in_discard",
        "dogless_bids",
        "handfuls",
        "handfuls_at_two",
        "shares",
    }
)
"""Options that change the possible facts or their score. The others change the play alone."""
CARDS = "cards_each"
"""Option with the cards each of Contrat. The calculator needs it; an evening climbs the ladder by itself."""


@dataclass(frozen=True, slots=True)
class RuleField:
    """One rule to choose."""

    name: str
    label: str
    choices: tuple[tuple[str, str, bool], ...]
    """Triples of the value, its words, and whether it is chosen."""


def read_rule_fields(query: QueryDict, game: str) -> RuleSet:
    """Return the rules in an address or a form. An invalid value leaves the option as the rule-set has it."""
    variant = find_variant(game)
    base = TRADITIONAL if query.get(BASE) == TRADITIONAL else FFT
    overrides: dict[str, OptionValue] = {}
    for option in variant.options:
        text = query.get(f"{PREFIX}{option.name}", "")
        matches = [choice for choice in option.choices if str(choice) == text]
        if matches:
            overrides[option.name] = matches[0]
    return variant.make_rules(base, overrides)


def rule_fields(game: str, rules: RuleSet, *, with_cards: bool) -> tuple[RuleField, ...]:
    """Return the rules to choose, with the chosen values.

    Args:
        with_cards: True to include the cards each of Contrat.
    """
    variant = find_variant(game)
    values = variant.option_values(rules)
    option_names = OF_SCORES
    if with_cards and isinstance(variant, Contrat):
        option_names, values = option_names | {CARDS}, values | {CARDS: variant.cards_each(rules)}
    return tuple(
        _field(game, option, values[option.name]) for option in variant.options if option.name in option_names
    )


def _field(game: str, option: Option, value: OptionValue) -> RuleField:
    return RuleField(
        f"{PREFIX}{option.name}",
        str(OPTION_NAMES[option.name]),
        tuple(
            (str(choice), value_words(game, option.name, choice), choice == value)
            for choice in option.choices
            # A calculated deal stands alone: it has a number of cards, not a ladder.
            if choice != LADDER
        ),
    )
