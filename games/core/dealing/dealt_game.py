"""The dealing of a game: its deck, hands and piles, and the rules that concern the deal."""

from dataclasses import dataclass, field
from functools import lru_cache
from operator import mul

from games.core.cards import Card, sort_hand
from games.core.layouts import Layout
from games.core.play import GameVariant
from games.core.rules import FFT, RuleSet, parse_rules
from games.core.variants.registry import find_variant

FEDERATION_GAME = "tarot-4"
"""The only game with takers imposed by the federation's table."""
_ORDERED = ("stock", "up", "down")
"""First words in the names of piles whose order counts in play."""


@dataclass(frozen=True, slots=True)
class DealtGame:
    """The shape of the deals of one game under one rule-set."""

    name: str
    """Stored name of the variant."""
    deck: tuple[Card, ...]
    """Cards in the order from which the shuffle starts."""
    hand_sizes: tuple[int, ...]
    """Cards of each seat, from seat 0."""
    pile_sizes: tuple[int, ...]
    pile_names: tuple[str, ...]
    cancels_bare_petit: bool
    """True if a bare Petit ends a deal before its auction."""
    variant: GameVariant = field(repr=False)
    agreed: RuleSet

    @property
    def player_count(self) -> int:
        """Number of seats that receive cards."""
        return len(self.hand_sizes)

    @property
    def pile_is_ordered(self) -> tuple[bool, ...]:
        """Flags of the piles: True if the order of the cards counts in play."""
        return tuple(map(is_ordered_pile, self.pile_names))

    @property
    def has_order(self) -> bool:
        """True if the deal has cards whose order counts in play: a stock, cards on the table."""
        return any(map(mul, self.pile_is_ordered, self.pile_sizes))

    @property
    def fixed_hands(self) -> tuple[frozenset[Card], ...]:
        """The hands, in a game in which every seat always gets the same cards; else an empty tuple."""
        hands = self.variant.cut(self.deck, self.agreed).hands
        # hands that are the same for the deck and the reversed deck do not depend on chance
        return hands if hands == self.variant.cut(self.deck[::-1], self.agreed).hands else ()

    @property
    def has_imposed_takers(self) -> bool:
        """True if the federation's table can impose the takers."""
        return self.name == FEDERATION_GAME

    def cut(self, cards: list[Card]) -> Layout:
        """The layout of the shuffled deck, tidied."""
        return self.tidied(self.variant.cut(cards, self.agreed))

    def tidied(self, layout: Layout) -> Layout:
        """Return the layout with the piles whose order does not count in display order."""
        ordered_flags = zip(self.pile_is_ordered, layout.piles, strict=True)
        piles = (pile if is_ordered else sort_hand(pile) for is_ordered, pile in ordered_flags)
        return Layout(layout.hands, tuple(piles))

    def check(self, layout: Layout) -> None:
        """Refuse a layout that is not the whole deck, dealt by the rules of this game.

        Raises:
            InvalidDeal: as `GameVariant.check_start`.
        """
        self.variant.check_start(layout, 0, self.agreed)


def is_ordered_pile(name: str) -> bool:
    """Return whether the order of the cards counts in the pile of this name."""
    return name.startswith(_ORDERED)


@lru_cache(maxsize=64)
def dealt_game(name: str, rules: str = FFT) -> DealtGame:
    """The shape of a game of the registry.

    Args:
        name: stored name of the variant.
        rules: text of the rule-set.

    Raises:
        InvalidRules: `unknown_game`, `unknown_rules`, `unknown_option` or `option_value`.
    """
    variant = find_variant(name)
    rule_set = parse_rules(variant.options, rules)
    return DealtGame(
        name,
        variant.deck,
        variant.hand_sizes(rule_set),
        variant.pile_sizes(rule_set),
        variant.pile_names,
        variant.option_values(rule_set).get("petit_sec") == "redeal",
        variant,
        rule_set,
    )
