"""Duplicate matches between two robots: the same deals, and each side of a deal once for each robot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Protocol

from games.core.actions import Action, CallCard
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.habits.bidding import find_bid_by_scale
from games.core.calls import copies
from games.core.dealing.hand_value import evaluate_hand
from games.core.deals import has_bare_petit
from games.core.layouts import Layout
from games.core.play import State, View
from games.core.tricks import card_set
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.setting import Imposed

WIN, TIE, LOSS = 100, 50, 0
_SURE = 1.96
"""Standard errors on each side of a mean for a confidence of 19 in 20."""


class MatchPlayer(Protocol):
    """A player of a match."""

    def act(self, view: View, seed: int) -> Action:
        """Return the action of the player at their turn."""


@dataclass(frozen=True, slots=True)
class Robot:
    """A player: a level and, if it is not the level's own, a budget."""

    level: RobotLevel
    budget: int | None = None

    def act(self, view: View, seed: int) -> Action:
        """Return the action of the robot at its turn."""
        return choose_action(view, self.level, seed=seed, budget=self.budget)


@dataclass(frozen=True, slots=True)
class Percentage:
    """A mean of topage percentages at two tables."""

    mean: float
    margin: float
    """Distance from the mean within which the true mean lies 19 times in 20."""
    count: int


@dataclass(frozen=True, slots=True)
class RobotMatch:
    """The result of a match of a first robot against a second one."""

    attack: Percentage
    """Percentage of the first robot in attack, compared with the second one's attack against itself."""
    defence: Percentage
    """Percentage of the first robot in defence, compared with the second one's defence against itself."""
    made: int
    """Contracts that the first robot made, of `attack.count`."""


def play_match(game: str, first: MatchPlayer, second: MatchPlayer, *, deals: int, seed: int) -> RobotMatch:
    """Play deals with an imposed garde for the best hand, each at three tables.

    Args:
        game: a game of Tarot.
        deals: number of deals, 1 or more.

    Raises:
        InvalidRules: `unknown_game`.
        ValueError: the game is no Tarot.
    """
    variant = find_variant(game)
    if not isinstance(variant, Tarot):
        raise ValueError(f"{game} is no game of Tarot")
    attack: list[float] = []
    defence: list[float] = []
    made_contracts = 0
    for number, (layout, taker) in enumerate(garde_deals(variant, deals, seed)):
        start = variant.start(layout, dealer=number % variant.player_count, imposed=Imposed(taker))
        first_attack = play_table(start, first, second, number)
        base_score = play_table(start, second, second, number)
        # the third table: only the defence differs from the second one
        second_attack = play_table(start, second, first, number)
        attack.append(topage(first_attack, base_score))
        defence.append(topage(-second_attack, -base_score))
        made_contracts += first_attack > 0
    return RobotMatch(percentage(attack), percentage(defence), made_contracts)


def garde_deals(variant: Tarot, count: int, seed: int) -> Iterator[tuple[Layout, int]]:
    """Yield random deals in which the best hand is worth a bid, with its seat."""
    deal_count, number = 0, 0
    while deal_count < count:
        layout = variant.random_layout(Random(f"{seed} {number}"))  # noqa: S311 - not for secrets
        number += 1
        values = [evaluate_hand(hand).with_dog for hand in layout.hands]
        taker = values.index(max(values))
        is_worth = find_bid_by_scale(layout.hands[taker], variant.row) is not None
        if is_worth and not any(map(has_bare_petit, layout.hands)):
            deal_count += 1
            yield layout, taker


def play_table(start: State, attack: MatchPlayer, defence: MatchPlayer, seed: int) -> float:
    """Return the taker's score when one robot plays the attack and the other one the defence. The called
    partner belongs to the attack.
    """
    assert isinstance(start.variant, Tarot)
    state, row = start, start.variant.row
    contract = start.view(0).contract
    assert contract is not None
    attackers = set(row.team_members(contract[0]))
    while (seat := state.to_act) is not None:
        action = (attack if seat in attackers else defence).act(state.view(seat), seed)
        state = state.apply(action)
        if isinstance(action, CallCard):
            hands = enumerate(start.layout.hands)
            attackers |= {holder for holder, hand in hands if copies(action.card) & card_set(hand)}
    return float(state.scores()[contract[0]])


def topage(score: float, other_score: float) -> float:
    """Return the percentage of a score at two tables."""
    return TIE if score == other_score else WIN if score > other_score else LOSS


def percentage(results: Sequence[float]) -> Percentage:
    """The mean of some percentages, with its margin."""
    count = len(results)
    mean = sum(results) / count
    spread = sum((result - mean) ** 2 for result in results) / max(count - 1, 1)
    return Percentage(mean, _SURE * sqrt(spread / count), count)
