"""The rules that change a score, as fields of the calculator and of an evening that begins."""

from dataclasses import dataclass

from django.http import QueryDict

from games.core.rules import FFT, TRADITIONAL, Option, OptionValue, RuleSet
from games.core.variants.contrat import LADDER, Contrat
from games.core.variants.registry import find_variant
from games.services.rule_words import OPTION_NAMES, value_words

BASE = "regles"
"""Name of the field of the rule-set that the others change."""
PREFIX = "rule_"
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
"""Options that change what may be written or what it comes to; the others change the play alone."""
CARDS = "cards_each"
"""At Contrat: an evening climbs the ladder by itself, a deal that stands alone says its cards."""


@dataclass(frozen=True, slots=True)
class RuleField:
    """One rule to choose."""

    name: str
    label: str
    choices: tuple[tuple[str, str, bool], ...]
    """Value, words, and whether it is chosen."""


def read_rules(query: QueryDict, game: str) -> RuleSet:
    """The rules that an address or a form says; what it says wrongly is left as it is in the rule-set."""
    variant = find_variant(game)
    base = TRADITIONAL if query.get(BASE) == TRADITIONAL else FFT
    overrides: dict[str, OptionValue] = {}
    for option in variant.options:
        written = query.get(f"{PREFIX}{option.name}", "")
        found = [choice for choice in option.choices if str(choice) == written]
        if found:
            overrides[option.name] = found[0]
    return variant.make_rules(base, overrides)


def rule_fields(game: str, rules: RuleSet, *, with_cards: bool) -> tuple[RuleField, ...]:
    """The rules to choose, with those chosen.

    Args:
        with_cards: whether the cards each of Contrat are among them.
    """
    variant = find_variant(game)
    values = variant.option_values(rules)
    wanted = OF_SCORES
    if with_cards and isinstance(variant, Contrat):
        wanted, values = wanted | {CARDS}, values | {CARDS: variant.cards_each(rules)}
    return tuple(
        _field(game, option, values[option.name]) for option in variant.options if option.name in wanted
    )


def _field(game: str, option: Option, value: OptionValue) -> RuleField:
    return RuleField(
        f"{PREFIX}{option.name}",
        str(OPTION_NAMES[option.name]),
        tuple(
            (str(choice), value_words(game, option.name, choice), choice == value)
            for choice in option.choices
            if choice != LADDER
        ),
    )
