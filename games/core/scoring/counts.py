"""Possible counts of bouts and card points of the attack: bounds proved from the number of cards.

Every card is worth 1 half point or more and a bout is worth 9, so a pile of c cards with m bouts counts at
least c + 8m half points. The Excuse does not change the number of cards of a pile:

- Its owner's camp gives a card worth 1 half point for it.
- A camp without such a card counts the Excuse as 8 instead of 9, and the winner of its trick counts 1 more.

A camp ends with its tricks and, for one of the two, the dog or the discard. Where there are two dogs, either
camp may hold the second one, or the discard made for it. There are three cases: both camps won a trick, the
attack won them all, the defence won them all. A bound is stated only where it is proved; a count that some
deal could produce is never left out.
"""

from dataclasses import dataclass
from itertools import product

from games.core.outcome import Bid, Slam
from games.core.variant import BOUTS_IN_PACK, Variant

KEPT_EXCUSE = 8
"""Half points of an Excuse whose camp has no card to give for it (rules R, page 5)."""

_KINGS, _QUEENS, _KNIGHTS = (9,) * 4, (7,) * 4, (5,) * 4
_UNDISCARDABLE = 7
"""Number of kings and bouts of one pack."""


@dataclass(frozen=True, slots=True)
class _Pile:
    """Cards of a camp apart from tricks: the dog, the discard, or nothing."""

    size: int
    most_bouts: int
    richest: tuple[int, ...] = ()
    """Half points of the best cards other than bouts that it can hold, best first, no fewer than its size."""

    def counts(self, bouts: int) -> range:
        """Return the range of half points of the pile with a number of bouts in it."""
        if not 0 <= bouts <= min(self.most_bouts, self.size):
            return range(0)
        plain = self.size - bouts
        return range(plain + 9 * bouts, 9 * bouts + sum(self.richest[:plain]) + 1)


_NOTHING = _Pile(0, 0)


def possible_half_points(
    bid: Bid, bouts: int, slam: Slam, variant: Variant, *, kings_in_discard: bool = False
) -> tuple[range, ...]:
    """Return the half points that the attack can end with, as ranges that leave no possible count out.

    Args:
        bouts: bouts of the attack, 0 to 3 (6 with two packs).
        slam: slam as recorded. A slam announced and failed leaves open whether the attack won a trick at all,
            so
            that the counts of a slam of the defence are possible, too. A petit slam made leaves open whether
            the
            attack won them all.
        kings_in_discard: True if the rules let the taker discard a king.

    Returns:
        Ranges in increasing order within each; empty when no deal ends so.
    """
    shared = (shared_counts(bid, bouts, variant),)
    attack_slam = attack_slam_counts(bid, bouts, variant, kings_in_discard=kings_in_discard)
    defence_slam = defence_slam_counts(bid, bouts, variant, kings_in_discard=kings_in_discard)
    ranges = {
        Slam.NONE: shared,
        Slam.MADE: attack_slam,
        Slam.ANNOUNCED_MADE: attack_slam,
        Slam.DEFENCE: defence_slam,
        Slam.ANNOUNCED_FAILED: (*defence_slam, *shared),
        Slam.PETIT_MADE: (*shared, *attack_slam),
        Slam.PETIT_FAILED: (*defence_slam, *shared),
    }[slam]
    # Bounds that exclude each other give an empty range: no deal ends so.
    return tuple(counts for counts in ranges if counts)


def count_step(variant: Variant) -> int:
    """Return 2 where the attack's half points are always even, 1 elsewhere.

    Proof: each card is worth an odd number of half points, so a camp's half points have the parity of its
    number of cards. Tricks of 4 cards, a dog of 6 and exchanges of one card for one make that number even.
    """
    return 2 if variant.hand_count % 2 == 0 and variant.dog_size % 2 == 0 else 1


def shared_counts(bid: Bid, bouts: int, variant: Variant) -> range:
    """Return the counts of the attack when each camp won at least one trick.

    Proof: a camp owns at least the cards of one trick, and of the dog or the discard if it has it, among them
    its bouts. Four players, garde: at least 10 + 8b half points for the attack, 4 + 8(3 − b) for the defence.
    """
    trick, dog = variant.hand_count, variant.dog_size
    least = trick + 8 * bouts + (0 if bid.gives_dog_away else dog)
    least_of_defence = trick + 8 * (variant.bout_count - bouts) + (dog if bid.gives_dog_away else 0)
    return range(least, variant.total_half_points - least_of_defence + 1, count_step(variant))


def attack_slam_counts(
    bid: Bid, bouts: int, variant: Variant, *, kings_in_discard: bool
) -> tuple[range, ...]:
    """Return the counts of the attack when it won every trick.

    Proof: the defence has nothing, or the dog of a garde contre, and the Excuse if it did not lose it. So the
    attack has 182 with three bouts or 174 with two; under a garde contre, all but the content of a dog.
    """
    piles = [_dog(variant) if bid.gives_dog_away else _NOTHING]
    total = variant.total_half_points
    return tuple(
        range(total - counts[-1], total - counts[0] + 1, count_step(variant))
        for counts in _counts_without_trick(
            piles, variant.bout_count - bouts, bid, variant, kings=kings_in_discard
        )
    )


def defence_slam_counts(
    bid: Bid, bouts: int, variant: Variant, *, kings_in_discard: bool
) -> tuple[range, ...]:
    """Return the counts of the attack when it won no trick.

    Proof: it has its discard (neither king nor bout), the dog (garde sans) or nothing (garde contre), and the
    Excuse if it did not lose it.
    """
    own_pile = _discard(variant, kings=kings_in_discard) if bid.takes_dog else _dog(variant)
    piles = [_NOTHING if bid.gives_dog_away else own_pile]
    return tuple(
        range(counts[0], counts[-1] + 1, count_step(variant))
        for counts in _counts_without_trick(piles, bouts, bid, variant, kings=kings_in_discard)
    )


def _counts_without_trick(
    piles: list[_Pile], bouts: int, bid: Bid, variant: Variant, *, kings: bool
) -> tuple[range, ...]:
    """Return the counts of a camp without a trick.

    Its bouts are in its piles, or are Excuses that stayed with it. Where there are two dogs, it may hold the
    second one, or the discard made for it.
    """
    second = _discard(variant, kings=kings) if bid.takes_dog else _dog(variant)
    choices = [piles] if variant.dog_count == 1 else [piles, [*piles, second]]
    ranges: list[range] = []
    for choice, excuse_count in product(choices, range(variant.pack_count + 1)):
        counts = _join(choice, bouts - excuse_count)
        if counts:
            ranges.append(
                range(counts.start + excuse_count * KEPT_EXCUSE, counts.stop + excuse_count * KEPT_EXCUSE)
            )
    return tuple(ranges)


def _join(piles: list[_Pile], bouts: int) -> range:
    """Return the range of half points of one or two piles with a number of bouts among them."""
    if len(piles) == 1:
        return piles[0].counts(bouts)
    first, second = piles
    pairs = [
        (first.counts(first_bouts), second.counts(bouts - first_bouts)) for first_bouts in range(bouts + 1)
    ]
    sums = [
        (first_range.start + second_range.start, first_range[-1] + second_range[-1])
        for first_range, second_range in pairs
        if first_range and second_range
    ]
    return range(min(low for low, _ in sums), max(high for _, high in sums) + 1) if sums else range(0)


def _dog(variant: Variant) -> _Pile:
    packs = variant.pack_count
    return _Pile(variant.dog_size, BOUTS_IN_PACK * packs, (_KINGS * packs) + (_QUEENS * packs))


def _discard(variant: Variant, *, kings: bool) -> _Pile:
    """Return the largest content of a discard: no bout, and no king unless the rules or a hand allow it."""
    packs = variant.pack_count
    # A hand this short may consist of kings and bouts alone, which may then be discarded.
    if variant.hand_size < _UNDISCARDABLE * packs:
        return _dog(variant)
    best = _KINGS * packs if kings else ()
    return _Pile(variant.dog_size, 0, best + _QUEENS * packs + _KNIGHTS * packs)
