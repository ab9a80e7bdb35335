"""Papayou, 3 to 12 players: avoid queens and trumps, on terms that change from deal to deal.

Source:
    Document 004 (Daynes and Sarian), "Le Papayou"; points that it leaves open: docs/rules/en/papayou.md.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.core.cards import Card
from games.core.decks import ONE_PACK, TWO_PACKS
from games.core.layouts import Layout
from games.core.play import TrickMoment
from games.core.rules import Option, RuleSet
from games.core.variants.papayou_play import (
    PapayouOutcome,
    PapayouState,
    card_points,
    check_papayou,
    playable_cards,
    start_papayou,
)
from games.core.variants.papayou_terms import Terms, check_terms, fixed_terms, term_options
from games.core.variants.recorded import SlipVariant, Start
from games.core.variants.slip_values import check_keys, read_counts

MOST_PLAYERS_OF_ONE_PACK = 6
"""Largest table that plays with one pack; larger ones take two."""


class Papayou(SlipVariant):
    """Papayou for one number of players, with two packs above six.

    Where the options let the dealer choose the number of cards per player, the layout is one stock. It is
    dealt after that choice.
    """

    pile_names = ("stock",)
    lowest_wins: ClassVar[bool] = True

    def __init__(self, player_count: int) -> None:
        self.name = f"papayou-{player_count}"
        self.player_count = player_count
        self.deck = ONE_PACK if player_count <= MOST_PLAYERS_OF_ONE_PACK else TWO_PACKS
        self.most_cards = len(self.deck) // player_count
        self.options = (*term_options(self.most_cards), Option("must_trump", (True, False)))

    @property
    def score_sums(self) -> Sequence[int]:
        """Possible sums of the scores: the points of all cards, or the sum if one seat took all of them."""
        total = sum(map(card_points, self.deck))
        # The seat that took all scores minus the total, each other seat plus the total.
        return tuple(sorted({total, (self.player_count - 2) * total}))

    def fixed_terms(self, rules: RuleSet) -> Terms:
        """Return the terms that the rule-set fixes."""
        return fixed_terms(self.option_values(rules))

    def must_trump(self, rules: RuleSet) -> bool:
        """Return whether a player without the suit led has to trump."""
        return bool(self.option_values(rules)["must_trump"])

    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (self.fixed_terms(rules).cards_each or 0,) * self.player_count

    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (len(self.deck) - sum(self.hand_sizes(rules)),)

    def check_rules(self, rules: RuleSet) -> None:
        """Refuse invalid rules as in every game, and an exchange of too many cards.

        Raises:
            InvalidRules: as `GameVariant.check_rules`, or `exchange_too_large`.
        """
        super().check_rules(rules)
        check_terms(self.fixed_terms(rules), self.most_cards)

    def start(self, layout: Layout, *, dealer: int = 0, rules: RuleSet | None = None) -> PapayouState:
        agreed_rules = rules or RuleSet()
        self.check_start(layout, dealer, agreed_rules)
        start = Start(self, layout, dealer, agreed_rules)
        return start_papayou(start, self.fixed_terms(agreed_rules), must_trump=self.must_trump(agreed_rules))

    def playable_cards(self, moment: TrickMoment) -> tuple[Card, ...]:
        return playable_cards(moment.hand, moment.trick, must_trump=self.must_trump(moment.rules))

    def read_outcome(self, values: Mapping[str, object], rules: RuleSet | None = None) -> PapayouOutcome:
        check_keys(values, ("points",))
        outcome = PapayouOutcome(read_counts(values, "points", self.player_count))
        check_papayou(outcome, self.player_count, self.deck)
        return outcome


PAPAYOU = tuple(map(Papayou, range(3, 13)))
"""Papayou for each number of players, from 3 to 12."""
