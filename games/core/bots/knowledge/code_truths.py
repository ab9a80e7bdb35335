"""Hands that make a coded announcement true, and the likelihood of a hand whose player made one.

Announcements of partners may be untrue, so a false one makes a hand less likely and never impossible.

Source:
    The meaning of "many", "few" and "long" is ours: document 000 leaves the codes to the partners.
"""

from collections.abc import Iterable

from games.core.calls import copies
from games.core.cards import EXCUSE, PETIT, TRUMP_COUNT, Card, trump_card
from games.core.tricks import SUIT_CARDS, TRUMPS

CODED_BOUTS: dict[str, Card] = {
    "code_petit": PETIT,
    "code_21": trump_card(TRUMP_COUNT),
    "code_excuse": EXCUSE,
}
"""Bout that each code of a bout names, the most important for partners first."""
MANY_TRUMPS, FEW_TRUMPS, LONG_SUIT = 2, 6, 3
"""Divisors of the hand size: trumps from which a hand has many, trumps up to which it has few, and cards of a
suit beyond which the suit is long.
"""
FALSE_CODE = 0.1
"""Likelihood of a code from a hand that makes it false, where a hand that makes it true counts 1."""


def is_code_true(name: str, hand: int, hand_size: int) -> bool:
    """Return whether a hand makes a coded announcement true.

    Args:
        name: one of `CODES`.
        hand: the cards before the first one is played, as a set.
    """
    if name in CODED_BOUTS:
        return bool(hand & copies(CODED_BOUTS[name]))
    trump_count = (hand & TRUMPS).bit_count()
    suit_counts = [(hand & cards).bit_count() for cards in SUIT_CARDS]
    truths = {
        "code_trumps": trump_count * MANY_TRUMPS >= hand_size,
        "code_few_trumps": trump_count * FEW_TRUMPS <= hand_size,
        "code_void": 0 in suit_counts,
        "code_long": max(suit_counts) * LONG_SUIT > hand_size,
    }
    return truths[name]


def code_likelihood(names: Iterable[str], hand: int, hand_size: int) -> float:
    """Return the likelihood of the codes of a player, 1 if the hand makes all of them true."""
    return FALSE_CODE ** sum(not is_code_true(name, hand, hand_size) for name in names)
