"""Plausible results for demonstrations: drawn around what the taker's hand is worth."""

import random

from games.core.cards import BOUTS, PETIT, Card, suit_of
from games.core.dealing.hand_value import evaluate_hand
from games.core.deals import Deal
from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd
from games.core.scoring import check_outcome, need_for
from games.core.variant import Variant
from tournaments.core.slips.traveller import LineInput

AVERAGE_VALUE = 62
"""Fictive points of a hand that makes its garde about as often as not."""
SPREAD = 9.0
"""Standard deviation, in card points, of the same hand over tables."""
PETIT_SHARE, PETIT_LOST_SHARE, HANDFUL_SHARE, BOUT_LOST_SHARE = 0.08, 0.3, 0.6, 0.08


def plausible_line(
    deal: Deal, taker: int, bid: Bid, variant: Variant, skill: float, rng: random.Random
) -> LineInput:
    """A traveller line that could have been written: bouts, points and bonuses, always possible.

    Args:
        skill: points by which the taker's table does better (or worse) than the hand's average.
    """
    hand = deal.hands[taker] | deal.dog
    average = (evaluate_hand(deal.hands[taker]).with_dog - AVERAGE_VALUE) / 2 + skill
    while True:
        bouts = _bouts(hand, rng)
        points = need_for(bouts, variant) + round(rng.gauss(average, SPREAD))
        handfuls = _handfuls(hand, variant, rng)
        petit = _petit(bouts, rng)
        outcome = Outcome(taker, bid, bouts, 2 * points, handfuls, petit)
        try:
            check_outcome(outcome, variant)
        except ImpossibleOutcome:
            continue
        return LineInput(bouts=bouts, points=str(points), handfuls=handfuls, petit=petit, bid=bid)


def _bouts(hand: frozenset[Card], rng: random.Random) -> int:
    """The attack's bouts at the end: its own, the Petit sometimes lost, another's sometimes caught."""
    held = len(BOUTS & hand)
    if PETIT in hand:
        return held - (rng.random() < BOUT_LOST_SHARE)
    return min(held + (rng.random() < BOUT_LOST_SHARE), len(BOUTS))


def _handfuls(hand: frozenset[Card], variant: Variant, rng: random.Random) -> tuple[Handful, ...]:
    trumps = sum(suit_of(card) is None for card in hand)
    shown = [level for level in Handful if trumps >= variant.handful_size(level)]
    return (shown[-1],) if shown and rng.random() < HANDFUL_SHARE else ()


def _petit(bouts: int, rng: random.Random) -> PetitAtEnd:
    if rng.random() >= PETIT_SHARE:
        return PetitAtEnd.NONE
    return PetitAtEnd.DEFENCE if rng.random() < PETIT_LOST_SHARE or bouts == 0 else PetitAtEnd.ATTACK
