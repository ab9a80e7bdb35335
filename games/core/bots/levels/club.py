"""The level *club* of Tarot: each choice is played out by rules of thumb in sampled worlds.

The learnt policy decides between cards that come out as good.

It covers the forms of `games.core.variants.tarot_table.ONE_PACK`. Bids and calls of the federation's rows are
played out, those of other forms follow rules of thumb. This module loads NumPy.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf, prod, sqrt
from random import Random

import numpy as np

from games.core.actions import Action, CallCard, DiscardCard, MakeBid, Pass, PlayCard
from games.core.auction import PAROLE
from games.core.bots.ends.policy import weigh_cards
from games.core.bots.ends.thumb_lanes import play_lanes, score_cards_in_lanes
from games.core.bots.habits.alike import cards_to_try
from games.core.bots.habits.bidding import hand_points, legal_bids, wait_or_pass
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.habits.rules_of_thumb import choose_call, discard_order, play_by_thumb
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.knowledge.tarot_table import HALF_POINTS
from games.core.bots.numbers.lane_scores import score_lanes, score_table
from games.core.bots.numbers.lanes import LaneEnds, Lanes, Numbers, bit_of, card_colour_number, same_lanes
from games.core.bots.worlds.bid_weights import Reals
from games.core.bots.worlds.lane_worlds import WorldArrays, lanes_of
from games.core.cards import EXCUSE, Card, face
from games.core.discards import KINGS, discardable
from games.core.outcome import Bid, Handful
from games.core.tricks import NOTHING_LED, SUIT_OF, TRUMP_LED, card_set, cards_in
from games.core.variant import VARIANTS

WIDEST_END = 400
"""Largest number of ways to play an end of one world for which the end is searched."""
LEAVES_FOR_ONE = 16
"""Ends of a search that cost as much as one play-out."""
HALF_GAIN = 10.0
"""Difference in points that counts half as much as a very large one; a bout more, at a garde, is 20."""
TIE_ERRORS = 3.0
"""Standard errors within which two cards are as good: the learnt policy chooses among them."""
LEAST_CHANCES = {
    "tarot-3": {
        Bid.PRISE: 0.48,
        Bid.POUSSE: 0.51,
        Bid.GARDE: 0.55,
        Bid.GARDE_SANS: 0.6,
        Bid.GARDE_CONTRE: 0.6,
    },
    "tarot-4": {
        Bid.PRISE: 0.28,
        Bid.POUSSE: 0.4,
        Bid.GARDE: 0.5,
        Bid.GARDE_SANS: 0.5,
        Bid.GARDE_CONTRE: 0.6,
    },
    "tarot-5": {
        Bid.PRISE: 0.5,
        Bid.POUSSE: 0.52,
        Bid.GARDE: 0.55,
        Bid.GARDE_SANS: 0.5,
        Bid.GARDE_CONTRE: 0.6,
    },
}
"""Least share of worlds in which a contract must be made to be bid, by the row of the game.

They and `LEAST_POINTS` were fitted to contracts of club players (`tools/sample_contracts.py`) in 273, 577 and
192 deals: docs/robots.md. At four a prise stays as low as the first hand that document 000 calls one.
"""
LEAST_POINTS = {
    "tarot-3": {Bid.GARDE_SANS: 55, Bid.GARDE_CONTRE: 60},
    "tarot-4": {Bid.PRISE: 36, Bid.GARDE_SANS: 60, Bid.GARDE_CONTRE: 70},
    "tarot-5": {Bid.GARDE_SANS: 60, Bid.GARDE_CONTRE: 70},
}
"""Least points of the scale, besides, for some bids.

From there a garde sans scores about as much as a garde with the same hands, and at five more. Below 36 points
a prise at four was made 9 times of 32.
"""
WAIT_CHANCE = 0.15
"""Least share of worlds from which a hand waits by "parole" instead of passing."""


def play_as_club(sight: TarotSight, rng: Random, budget: int) -> RobotChoice:
    """Return the choice of a club player, with its reasons. The view must have legal actions.

    Args:
        budget: number of play-outs, shared by the choices.
    """
    legal = sight.view.legal
    if isinstance(legal[0], PlayCard):
        return _best_card(sight, rng, budget)
    if isinstance(legal[0], DiscardCard):
        return best_discard(sight, rng, budget, play_lanes)
    # in other forms of Tarot play-outs of a contract were not fitted to contracts played
    is_fitted = sight.row.name in VARIANTS
    if is_fitted and legal_bids(legal):
        return _best_bid(sight, rng, budget)
    if is_fitted and isinstance(legal[0], CallCard):
        return _best_call(sight, rng, budget)
    return RobotChoice(play_by_thumb(sight), ChoiceMethod.THUMB)


def _best_card(sight: TarotSight, rng: Random, budget: int) -> RobotChoice:
    """Return the best card. Of cards with equal worth, one is tried."""
    cards = cards_to_try(sight)
    if len(cards) == 1:
        return RobotChoice(PlayCard(cards[0]), ChoiceMethod.FORCED)
    width = end_width(len(sight.view.hand), sight.row.player_count, len(sight.trick))
    if width > WIDEST_END:
        worlds = WorldArrays(sight, rng, max(budget // len(cards), 1))
        # seats of the defence gain nothing from varied leads: docs/robots.md
        streams = worlds.count if sight.taker == sight.view.seat else 0
        return best_played_out(worlds, cards, partial(play_lanes, streams=streams))
    # the budget is in play-outs: one of them pays for `LEAVES_FOR_ONE` ends, and a world has `width` ends
    worlds = WorldArrays(sight, rng, max(budget * LEAVES_FOR_ONE // width, 1))
    return _best_searched(worlds, cards)


def end_width(hand_size: int, seats: int, place: int) -> int:
    """Return the number of ways to end one world, at most.

    Args:
        hand_size: number of cards of the seat to play.
        seats: number of players.
        place: number of cards on the table.
    """
    return prod([hand_size] * (seats - place) + [*range(1, hand_size)] * seats)


def best_of(means: Mapping[Action, float], worlds: int, method: ChoiceMethod) -> RobotChoice:
    """Return the choice with the best mean score, the first of equals."""
    return RobotChoice(max(means, key=means.__getitem__), method, worlds, means)


def best_played_out(
    worlds: WorldArrays,
    candidates: Sequence[Card],
    play: Callable[[Lanes, tuple[Numbers, Numbers]], LaneEnds],
    repeats: int = 1,
) -> RobotChoice:
    """Return the card chosen by play-outs in all worlds.

    Args:
        candidates: the cards to try.
        play: plays lanes to their ends from the first card of each.
        repeats: play-outs of each card in each world.
    """
    sight, lanes = worlds.sight, lanes_of(worlds)
    lane_count = repeats * worlds.count
    colour = np.repeat(np.array([card_colour_number(card) for card in candidates]), lane_count)
    bit = np.repeat(np.array([bit_of(card) for card in candidates]), lane_count)
    ends = play(same_lanes(lanes, len(candidates) * repeats), (colour, bit))
    scores = score_ends(sight, ends).reshape(len(candidates), repeats, worlds.count)
    return choose_by_scores(
        sight, lanes, candidates, scores * side_of(lanes, sight.view.seat), ChoiceMethod.PLAYED_OUT
    )


def choose_by_scores(
    sight: TarotSight,
    lanes: Lanes,
    candidates: Sequence[Card],
    scores: Numbers | Reals,
    method: ChoiceMethod,
) -> RobotChoice:
    """Return the card with the best balance; of those as good within the error, that of the learnt policy.

    Args:
        lanes: the worlds.
        scores: score of each card for its side; shape (cards, play-outs, worlds).
    """
    cards = list(map(PlayCard, candidates))
    means: dict[Action, float] = dict(zip(cards, scores.mean(axis=(1, 2)).tolist(), strict=True))
    gains = gains_of(scores)
    balances = gains.mean(axis=2).sum(axis=1)
    best = max(range(len(cards)), key=lambda number: (balances[number], means[cards[number]]))
    errors = TIE_ERRORS * gains[best].std(axis=1) / sqrt(scores.shape[2])
    tied = np.nonzero(gains[best].mean(axis=1) <= errors)[0].tolist()
    if len(tied) > 1:
        best = tied[int(weigh_cards(sight, lanes, [candidates[number] for number in tied]).argmax())]
    wins: dict[Action, float] = dict(zip(cards, balances.tolist(), strict=True))
    return RobotChoice(cards[best], method, scores.shape[2], means, wins)


def gains_of(scores: Numbers | Reals) -> Reals:
    """Return the gain of each choice over each other one in each world.

    A difference of `d` points counts `d / (|d| + HALF_GAIN)`. So a small difference counts by its sign, as on
    topage, and a bout more than a card.

    Args:
        scores: as for `choose_by_scores`.

    Returns:
        Numbers from -1 to 1; shape (choices, choices, worlds).
    """
    differences = scores[:, None] - scores[None]
    gains: Reals = (differences / (np.abs(differences) + HALF_GAIN)).mean(axis=2)
    return gains


def _best_searched(worlds: WorldArrays, candidates: Sequence[Card]) -> RobotChoice:
    """Return the card chosen by perfect play of the end in all worlds, all hands seen."""
    sight, lanes = worlds.sight, lanes_of(worlds)
    assert sight.bid is not None
    row, rules = sight.row, sight.rules
    worths = score_table(sight.bid, handful_points(sight), row, rules, row.hand_size)
    scores = score_cards_in_lanes(lanes, candidates, worths) * side_of(lanes, sight.view.seat)[:, None]
    return choose_by_scores(sight, lanes, candidates, scores.T[:, None], ChoiceMethod.SEARCHED)


def side_of(lanes: Lanes, seat: int) -> Numbers:
    """Return 1 for the worlds in which a seat attacks, else -1."""
    return np.where(lanes.attack[:, seat], 1, -1)


def score_ends(sight: TarotSight, ends: LaneEnds) -> Numbers:
    """Return the score of each lane under the contract of a view."""
    assert sight.bid is not None
    return score_lanes(ends, sight.bid, handful_points(sight), sight.row, sight.rules, sight.row.hand_size)


def handful_points(sight: TarotSight) -> int:
    """Return the bonuses of the handfuls shown so far."""
    sizes = sight.rules.handful_sizes(sight.row)
    if sizes is None:
        return 0
    levels = tuple(Handful)
    return sum(levels[sizes.index(len(cards))].points for cards in sight.handfuls.values())


def _best_bid(sight: TarotSight, rng: Random, budget: int) -> RobotChoice:
    """Return the highest bid that is worth raising to, by play-outs and the scale of hands; else a pass."""
    legal = sight.view.legal
    # two trials share the budget: with the dog and without it
    worlds = WorldArrays(sight, rng, max(budget // 2, 1))
    trials = {takes_dog: ContractTrial(sight, worlds, takes_dog=takes_dog) for takes_dog in (True, False)}
    scores = {bid: trials[bid.takes_dog].scores_of(bid) for bid in legal_bids(legal)}
    means: dict[Action, float] = {action: 0.0 for action in legal if action in (Pass(), MakeBid(PAROLE))}
    means |= {MakeBid(bid.value): float(bid_scores.mean()) for bid, bid_scores in scores.items()}
    best = None
    for bid, bid_scores in scores.items():
        if _is_bid_worth(sight, bid, bid_scores):
            best = bid
    if best is not None:
        action: Action = MakeBid(best.value)
    else:
        chance = max((_chance(bid_scores) for bid_scores in scores.values()), default=0.0)
        action = wait_or_pass(legal, may_wait=chance >= WAIT_CHANCE)
    made: dict[Action, int] = {
        MakeBid(bid.value): int((bid_scores > 0).sum()) for bid, bid_scores in scores.items()
    }
    return RobotChoice(action, ChoiceMethod.PLAYED_OUT, worlds.count, means, made=made)


def _is_bid_worth(sight: TarotSight, bid: Bid, scores: Numbers) -> bool:
    """Return whether a bid is made in enough worlds, by a hand that has enough points of the scale.

    Args:
        scores: scores of the bid in each world.
    """
    row = sight.row
    if hand_points(sight.view.hand, row)[bid] < LEAST_POINTS[row.name].get(bid, 0):
        return False
    return _chance(scores) >= LEAST_CHANCES[row.name][bid]


def _chance(scores: Numbers) -> float:
    """Return the share of worlds in which a contract is made."""
    return float((scores > 0).mean())


def _best_call(sight: TarotSight, rng: Random, budget: int) -> RobotChoice:
    """Return the call with the best mean score; one's own card only if the rules allow no other."""
    calls = [action.card for action in sight.view.legal if isinstance(action, CallCard)]
    candidates = [card for card in calls if card not in sight.view.hand]
    if sight.rules.calls_after_dog or len(candidates) < 2 or sight.bid is None:
        return RobotChoice(CallCard(choose_call(sight.view)), ChoiceMethod.THUMB)
    bid = sight.bid
    worlds = WorldArrays(sight, rng, max(budget // len(candidates), 1))
    trials = {card: ContractTrial(sight, worlds, takes_dog=bid.takes_dog, call=card) for card in candidates}
    means: dict[Action, float] = {CallCard(card): trials[card].mean_of(bid) for card in candidates}
    return best_of(means, worlds.count, ChoiceMethod.PLAYED_OUT)


class ContractTrial:
    """Play-outs of a contract that the seat takes before it has seen a dog, by rules of thumb in
    every world.
    """

    def __init__(
        self, sight: TarotSight, worlds: WorldArrays, *, takes_dog: bool, call: Card | None = None
    ) -> None:
        self.sight, self.worlds = sight, worlds
        if call is None and sight.row.call_count:
            call = likely_call(sight.view.hand)
        called = () if call is None else (call,)
        hands, holder = worlds.hands()
        attack = worlds.attack(sight.view.seat, called)
        zero_counts = np.zeros(worlds.count, np.int64)
        points, bouts = worlds.worth_of(("dog", 0)) if not takes_dog else (zero_counts, zero_counts)
        if takes_dog:
            points = exchange_dogs(worlds, hands, holder, called)
        self._dog = (points, bouts)
        lanes = Lanes(
            hands=hands,
            holder=holder,
            attack=attack,
            half_points=points.copy(),
            bouts=bouts.copy(),
            attack_tricks=zero_counts.copy(),
            trick_count=sight.row.hand_size,
            leader=sight.leader,
            barred=NOTHING_LED if call is None else SUIT_OF[call],
        )
        self._ends = play_lanes(lanes)

    def mean_of(self, bid: Bid) -> float:
        """Return the mean score of a bid."""
        return float(self.scores_of(bid).mean())

    def scores_of(self, bid: Bid) -> Numbers:
        """Return the score of a bid in each world."""
        ends = self._ends
        if bid.gives_dog_away:
            points, bouts = self._dog
            ends = replace(ends, half_points=ends.half_points - points, bouts=ends.bouts - bouts)
        row, rules = self.sight.row, self.sight.rules
        return score_lanes(ends, bid, 0, row, rules, row.hand_size)


def likely_call(hand: frozenset[Card]) -> Card | None:
    """Return the king that the seat would call; None for a hand with all kings."""
    kings = [card for card in map(Card, cards_in(KINGS)) if card == face(card) and card not in hand]
    lengths = Counter(SUIT_OF[card] for card in hand)
    return min(kings, key=lambda card: (not lengths[SUIT_OF[card]], lengths[SUIT_OF[card]]), default=None)


def exchange_dogs(worlds: WorldArrays, hands: Numbers, holder: Numbers, called: Sequence[Card]) -> Numbers:
    """Take the dog of each world into the hand and discard by rule of thumb. Return the half points of the
    discards.

    The hands and holders are changed in place.
    """
    seat, own_hand = worlds.sight.view.seat, worlds.sight.view.hand
    points = np.zeros(worlds.count, np.int64)
    dogs: list[list[Card]] = [[] for _ in range(worlds.count)]
    for card in worlds.cards:
        for world in np.nonzero(worlds.lies_in(card, ("dog", 0)))[0].tolist():
            dogs[world].append(card)
    for world, dog in enumerate(dogs):
        discard = thumb_discard(own_hand.union(dog), len(dog), called)
        for card in dog:
            if card == EXCUSE:
                holder[world] = seat
            else:
                hands[world, seat, SUIT_OF[card]] |= bit_of(card)
        for card in discard:
            hands[world, seat, SUIT_OF[card]] &= ~bit_of(card)
        points[world] = half_points_of(discard)
    return points


def half_points_of(cards: Sequence[Card]) -> int:
    """Return the sum of the half points of some cards."""
    return sum(HALF_POINTS[card] for card in cards)


def thumb_discard(hand: frozenset[Card], count: int, called: Sequence[Card]) -> list[Card]:
    """Return the complete discard of a beginner."""
    discard: list[Card] = []
    order = discard_order(hand, called)
    while len(discard) < count:
        legal_cards = cards_in(discardable(card_set(hand.difference(discard))))
        discard += sorted(legal_cards, key=order)[: count - len(discard)]
    return discard


def best_discard(
    sight: TarotSight, rng: Random, budget: int, play: Callable[[Lanes], LaneEnds]
) -> RobotChoice:
    """Return the first card of the discard with the best mean score, and the other cards of it.

    Args:
        play: plays lanes to their ends.
    """
    discards = list(discards_to_try(sight))
    if len(discards) == 1:
        return RobotChoice(DiscardCard(discards[0][0]), ChoiceMethod.THUMB, discard=tuple(discards[0]))
    worlds = WorldArrays(sight, rng, max(budget // len(discards), 1))
    lanes = same_lanes(lanes_of(worlds), len(discards))
    for number, discard in enumerate(discards):
        world_slice = slice(number * worlds.count, (number + 1) * worlds.count)
        for card in discard:
            lanes.hands[world_slice, sight.view.seat, SUIT_OF[card]] &= ~bit_of(card)
        # the discard counts for the taker
        lanes.half_points[world_slice] += half_points_of(discard)
    scores = score_ends(sight, play(lanes))
    means: dict[Action, float] = {}
    best_cards, best_mean = discards[0], -inf
    for discard, mean in zip(discards, scores.reshape(len(discards), -1).mean(axis=1).tolist(), strict=True):
        first = DiscardCard(discard[0])
        means[first] = max(mean, means.get(first, mean))
        if mean > best_mean:
            best_cards, best_mean = discard, mean
    choice = best_of(means, worlds.count, ChoiceMethod.PLAYED_OUT)
    return replace(choice, discard=tuple(best_cards))


def discards_to_try(sight: TarotSight) -> Iterator[list[Card]]:
    """Yield ways to complete the discard: a beginner's, then one for each suit that can be emptied."""
    hand = sight.view.hand
    missing_count = sight.row.dog_size - len(sight.discards.get(sight.view.seat, []))
    first = thumb_discard(hand, missing_count, sight.called)
    yield first
    previous_discards = [frozenset(first)]
    for suit in range(TRUMP_LED):
        suit_cards = sorted(card for card in hand if SUIT_OF[card] == suit and not KINGS >> card & 1)
        if not 0 < len(suit_cards) <= missing_count:
            continue
        discard = suit_cards + thumb_discard(
            hand.difference(suit_cards), missing_count - len(suit_cards), sight.called
        )
        if frozenset(discard) not in previous_discards:
            previous_discards.append(frozenset(discard))
            yield discard
