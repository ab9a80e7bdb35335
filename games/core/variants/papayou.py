"""Papayou, 3 to 12 players: avoid queens and trumps, on terms that change from deal to deal.

Source:
    Document 004 (Daynes and Sarian), "Le Papayou"; what it leaves open: docs/rules/en/papayou.md.
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


class Papayou(SlipVariant):
    """Papayou for one number of players, with two packs above six.

    Where the options leave the cards each to the dealer, the layout is one stock, dealt once he has spoken.
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
        """All the points, or those of a deal in which one seat took them all."""
        total = sum(map(card_points, self.deck))
        return tuple(sorted({total, (self.player_count - 2) * total}))

    def fixed_terms(self, rules: RuleSet) -> Terms:
        """The terms that the rule-set fixes."""
        return fixed_terms(self.option_values(rules))

    def must_trump(self, rules: RuleSet) -> bool:
        """Whether a player without the suit led has to trump."""
        return bool(self.option_values(rules)["must_trump"])

    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (self.fixed_terms(rules).cards_each or 0,) * self.player_count

    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (len(self.deck) - sum(self.hand_sizes(rules)),)

    def check_rules(self, rules: RuleSet) -> None:
        """As for any game; also InvalidRules with `exchange_too_large`."""
        super().check_rules(rules)
        check_terms(self.fixed_terms(rules), self.most_cards)

    def start(self, layout: Layout, *, dealer: int = 0, rules: RuleSet | None = None) -> PapayouState:
        agreed = rules or RuleSet()
        self.check_start(layout, dealer, agreed)
        start = Start(self, layout, dealer, agreed)
        return start_papayou(start, self.fixed_terms(agreed), must_trump=self.must_trump(agreed))

    def playable_cards(self, moment: TrickMoment) -> tuple[Card, ...]:
        return playable_cards(moment.hand, moment.trick, must_trump=self.must_trump(moment.rules))

    def read_outcome(self, values: Mapping[str, object], rules: RuleSet | None = None) -> PapayouOutcome:
        check_keys(values, ("points",))
        outcome = PapayouOutcome(read_counts(values, "points", self.player_count))
        check_papayou(outcome, self.player_count, self.deck)
        return outcome


PAPAYOU = tuple(map(Papayou, range(3, 13)))
"""One row for each number of players."""
