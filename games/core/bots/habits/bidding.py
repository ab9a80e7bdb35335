"""Bids by the scale of hands, for every form of Tarot.

Source:
    The scale of `games.core.dealing.hand_value`, for hands of 18 cards. The points of a shorter or longer
    hand are scaled to 18 cards. `ROW_POINTS` are ours.
"""

from collections.abc import Collection, Iterable

from games.core.actions import Action, MakeBid, Pass
from games.core.auction import PAROLE, SLAM_BID
from games.core.cards import Card, face
from games.core.dealing.hand_value import LEAST_VALUES, evaluate_hand
from games.core.outcome import Bid
from games.core.variant import VARIANTS, Variant

SCALE_HAND = 18
"""Hand size for which the scale of values is made."""
POUSSE_VALUE = 48
"""Least value for a pousse: halfway between prise and garde."""
WAIT_BELOW = 6
"""Points below a prise from which a hand waits by "parole" instead of passing."""
ROW_POINTS = {
    "tarot-2-tirette": -12,
    "tarot-2-mort": -4,
    "tarot-2-decouverte": -4,
    "tarot-5-flambeuse": -2,
    "tarot-6": 12,
    "tarot-6-dog": -6,
    "tarot-7": -4,
    "tarot-8": 2,
    "tarot-9": -8,
    "tarot-10": -8,
    "tarot-11": 8,
    "tarot-12": 20,
    "tarot-13": 8,
    "tarot-14": -12,
    "tarot-15": -12,
    "tarot-16": 2,
}
"""Points that a form of Tarot adds to the least values of prise and garde.

They follow from 60 to 300 deals of each form in which one of the two best hands attacked, played by rules of
thumb: the attack of fifteen players nearly always wins, that of twelve, three against nine, hardly ever. The
least values of the bids without the dog stay those of the scale.
"""


def hand_points(hand: Iterable[Card], row: Variant) -> dict[Bid, float]:
    """Return the points of a hand towards each bid, scaled to 18 cards.

    Voids and singletons count for bids without the dog, but not in forms where short hands have them anyway.
    """
    value = evaluate_hand(face(card) for card in hand)
    scale = SCALE_HAND / row.hand_size
    dogless = value.without_dog if row.name in VARIANTS else value.with_dog
    return {bid: (value.with_dog if bid.takes_dog else dogless) * scale for bid in Bid}


def least_points(bid: Bid, row: Variant) -> float:
    """Return the least points of a hand for a bid, in the form of Tarot of a row."""
    least = POUSSE_VALUE if bid is Bid.POUSSE else LEAST_VALUES[bid]
    return least + (ROW_POINTS.get(row.name, 0) if bid.takes_dog else 0)


def find_bid_by_scale(
    hand: Iterable[Card], row: Variant, ladder: Collection[Bid] = tuple(LEAST_VALUES)
) -> Bid | None:
    """Return the highest bid of a ladder that a hand is worth; None for a pass."""
    points = hand_points(hand, row)
    bids = [bid for bid in ladder if points[bid] >= least_points(bid, row)]
    return bids[-1] if bids else None


def bid_by_scale(hand: Iterable[Card], row: Variant, legal: Collection[Action]) -> Action:
    """Return the highest legal bid that a hand is worth; else "parole" where it helps, or a pass."""
    cards = frozenset(hand)
    bid = find_bid_by_scale(cards, row, legal_bids(legal))
    if bid is not None:
        return MakeBid(bid.value)
    lacking = least_points(Bid.PRISE, row) - hand_points(cards, row)[Bid.PRISE]
    return wait_or_pass(legal, may_wait=lacking <= WAIT_BELOW)


def wait_or_pass(legal: Collection[Action], *, may_wait: bool) -> Action:
    """Return "parole" where the rules and the caller allow it, else a pass."""
    return MakeBid(PAROLE) if may_wait and MakeBid(PAROLE) in legal else Pass()


def legal_bids(legal: Collection[Action]) -> list[Bid]:
    """Return the contracts among the legal actions, from the lowest; "parole" and an asked slam are none."""
    names = [action.name for action in legal if isinstance(action, MakeBid)]
    return [Bid(name) for name in names if name not in (PAROLE, SLAM_BID)]
