"""Which counts of bouts and card points the attack can end with: bounds proved from the number of cards.

Every card is worth 1 half point or more and a bout is worth 9, so a pile of c cards with m bouts counts
at least c + 8m half points. The Excuse changes nothing in a pile's number of cards: its owner's camp gives a
card worth 1 half point for it, and where it has none to give the Excuse counts 8 instead of 9 and the winner
of its trick 1 more, as if that card had gone over.

A camp ends with its tricks and, for one of the two, the dog or the discard. Three cases follow: both camps
won a trick, the attack won them all, the defence won them all. A bound is stated only where it is proved; a
count that some deal could produce is never left out.
"""

from dataclasses import dataclass

from games.core.cards import TOTAL_HALF_POINTS
from games.core.outcome import Bid, Slam
from games.core.variant import Variant

BOUT_COUNT = 3
KEPT_EXCUSE = 8
"""Half points of an Excuse kept by a camp that has no card to give for it (rules R, page 5)."""

_KINGS, _QUEENS, _KNIGHTS = (9,) * 4, (7,) * 4, (5,) * 4


@dataclass(frozen=True, slots=True)
class _Pile:
    """Cards that a camp holds without having won a trick: the dog, the discard, or nothing."""

    size: int
    most_bouts: int
    richest: tuple[int, ...] = ()
    """Half points of the best cards other than bouts that it can hold, best first."""

    def counts(self, bouts: int) -> range:
        """From the least to the most half points that the pile holds with so many bouts in it."""
        if not 0 <= bouts <= self.most_bouts:
            return range(0)
        plain = self.size - bouts
        return range(plain + 9 * bouts, 9 * bouts + sum(self.richest[:plain]) + 1)


_NOTHING = _Pile(0, 0)


def possible_half_points(bid: Bid, bouts: int, slam: Slam, variant: Variant) -> tuple[range, ...]:
    """The half points that the attack can end with, as ranges that never leave a possible count out.

    Args:
        bouts: bouts of the attack, 0 to 3.
        slam: as recorded. A slam announced and failed does not say whether the attack won a trick at all, so
            the counts of a slam of the defence are possible with it too.

    Returns:
        Ranges in increasing order within each; empty when no deal ends so.
    """
    if slam.is_made_by_attack:
        ranges = attack_slam_counts(bid, bouts, variant)
    elif slam is Slam.DEFENCE:
        ranges = defence_slam_counts(bid, bouts, variant)
    elif slam is Slam.ANNOUNCED_FAILED:
        ranges = (*defence_slam_counts(bid, bouts, variant), shared_counts(bid, bouts, variant))
    else:
        ranges = (shared_counts(bid, bouts, variant),)
    return tuple(counts for counts in ranges if counts)


def count_step(variant: Variant) -> int:
    """2 where the attack's half points are always even, 1 elsewhere.

    Proof: each card is worth an odd number of half points, so a camp's half points have the parity of its
    number of cards; tricks of 4 cards, a dog of 6 and exchanges of one card for one make that number even.
    """
    return 2 if variant.player_count % 2 == 0 and variant.dog_size % 2 == 0 else 1


def shared_counts(bid: Bid, bouts: int, variant: Variant) -> range:
    """The counts of the attack when each camp won at least one trick.

    Proof: a camp owns at least the cards of one trick, and of the dog or the discard if it has it, among them
    its bouts. Four players, garde: at least 10 + 8b half points for the attack, 4 + 8(3 − b) for the defence.
    """
    trick, dog = variant.player_count, variant.dog_size
    least = trick + 8 * bouts + (0 if bid.gives_dog_away else dog)
    left = trick + 8 * (BOUT_COUNT - bouts) + (dog if bid.gives_dog_away else 0)
    return range(least, TOTAL_HALF_POINTS - left + 1, count_step(variant))


def attack_slam_counts(bid: Bid, bouts: int, variant: Variant) -> tuple[range, ...]:
    """The counts of the attack when it won every trick.

    Proof: the defence is left with nothing, or with the dog of a garde contre, and with the Excuse if it kept
    it. So 182 with three bouts or 174 with two; under a garde contre, all but what a dog can hold.
    """
    left = _dog(variant) if bid.gives_dog_away else _NOTHING
    return tuple(
        range(TOTAL_HALF_POINTS - counts[-1], TOTAL_HALF_POINTS - counts[0] + 1, count_step(variant))
        for counts in _counts_without_trick(left, BOUT_COUNT - bouts)
    )


def defence_slam_counts(bid: Bid, bouts: int, variant: Variant) -> tuple[range, ...]:
    """The counts of the attack when it won no trick.

    Proof: it is left with its discard (neither king nor bout), with the dog (garde sans) or with nothing
    (garde contre), and with the Excuse if it kept it.
    """
    left = _NOTHING if bid.gives_dog_away else _discard(variant) if bid.takes_dog else _dog(variant)
    return tuple(
        range(counts[0], counts[-1] + 1, count_step(variant)) for counts in _counts_without_trick(left, bouts)
    )


def _counts_without_trick(pile: _Pile, bouts: int) -> tuple[range, ...]:
    """The counts of a camp without a trick: its bouts are in the pile, or one is the Excuse that it kept."""
    beside = pile.counts(bouts - 1)
    with_excuse = range(beside.start + KEPT_EXCUSE, beside.stop + KEPT_EXCUSE) if beside else beside
    return tuple(counts for counts in (pile.counts(bouts), with_excuse) if counts)


def _dog(variant: Variant) -> _Pile:
    return _Pile(variant.dog_size, BOUT_COUNT, _KINGS + _QUEENS)


def _discard(variant: Variant) -> _Pile:
    return _Pile(variant.dog_size, 0, _QUEENS + _KNIGHTS)
