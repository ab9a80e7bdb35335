"""Deals of numbered étuis, each from the seed and its number alone."""

from collections import Counter

from games.core.dealing.boards import board_taker
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.shuffle import shuffled_pack
from games.core.deals import Deal
from games.core.errors import DealingFailed
from games.core.variant import TAROT_4, Variant

MOST_ATTEMPTS = 20_000
"""Attempts at one deal before giving up. A taker's hand worth exactly a garde needs 50 or so on average, one
worth a garde sans 500."""


def deal_out(seed: bytes, number: int, attempt: int, variant: Variant) -> Deal:
    """The deal of one attempt, whatever the constraints.

    Args:
        seed: at least 32 secret bytes.
        number: number of the deal, from 1.
        attempt: from 0.
    """
    cards = shuffled_pack(seed, number, attempt)
    starts = [seat * variant.hand_size for seat in range(variant.player_count)]
    hands = tuple(frozenset(cards[start : start + variant.hand_size]) for start in starts)
    return Deal(hands, frozenset(cards[len(cards) - variant.dog_size :]))


def deal_board(
    seed: bytes, number: int, constraints: DealConstraints | None = None, *, attempts: int = MOST_ATTEMPTS
) -> Deal:
    """The four-player deal of an étui: its first attempt that meets the constraints; see `find_attempt`."""
    wanted = constraints or DealConstraints()
    return deal_out(seed, number, find_attempt(seed, number, wanted, attempts), TAROT_4)


def find_attempt(seed: bytes, number: int, wanted: DealConstraints, attempts: int = MOST_ATTEMPTS) -> int:
    """The first attempt at a four-player deal that meets the constraints, from 0.

    Args:
        seed: at least 32 secret bytes.
        number: number of the étui, from 1; it says who the imposed taker is.
        attempts: how many to make before giving up, at least 1.

    Raises:
        DealingFailed: `constraints_not_met`, naming the constraint that refused most of the attempts;
            `seed_too_short`; `no_such_board`.
    """
    taker = board_taker(number)
    refusals: Counter[str] = Counter()
    for attempt in range(attempts):
        broken = wanted.broken_by(deal_out(seed, number, attempt, TAROT_4), taker)
        if broken is None:
            return attempt
        refusals[broken] += 1
    worst = refusals.most_common(1)[0][0]
    message = f"no deal for board {number} in {attempts} attempts, mostly because of {worst}"
    raise DealingFailed("constraints_not_met", message, field=worst, number=number, attempts=attempts)


def deal_set(seed: bytes, count: int, constraints: DealConstraints | None = None) -> tuple[Deal, ...]:
    """The deals of the étuis 1 to `count`, in order; errors as for `deal_board`."""
    return tuple(deal_board(seed, number, constraints) for number in range(1, count + 1))
