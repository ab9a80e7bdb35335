"""Randomness of deals: chi-square tests over a million deals. Takes minutes."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import comb, sqrt

import numpy as np

from games.core.cards import BOUTS, CARD_COUNT, KING, PETIT, SUITS, TWENTY_ONE, Card, rank_of, suit_of
from games.core.dealing.deal import deal_from_layout, lay_out
from games.core.dealing.deal_index import hand_and_dog_sizes
from games.core.deals import Deal
from games.core.decks import ONE_PACK
from games.core.variant import TAROT_4

SEED = bytes(range(32))
DEALS = 1_000_000
PART = 20_000
"""Deals of one unit of work."""
LIMIT = 4.0
"""Deviation in either direction that fails a test. Chance alone exceeds it once in 16,000 tests."""
LEAST_EXPECTED = 20
"""Values expected less often than this are counted together."""
PILES = ("N", "W", "S", "E", "dog")
SIZES = hand_and_dog_sizes(TAROT_4)


def _members(belongs: Callable[[Card], bool]) -> np.ndarray:
    return np.array([belongs(card) for card in ONE_PACK])


KINDS = {
    **{letter: _members(lambda card, suit=suit: suit_of(card) == suit) for suit, letter in enumerate(SUITS)},
    "trumps": _members(lambda card: suit_of(card) is None),
    "kings": _members(lambda card: rank_of(card) == KING),
    "bouts": _members(lambda card: card in BOUTS),
}
"""Kinds of cards counted in each pile, as a row of 78 Booleans."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts over some deals."""

    deals: int
    cards: np.ndarray
    """[pile, card]: number of deals in which the pile held the card."""
    kinds: np.ndarray
    """[pile, kind, count]: number of deals in which the pile held so many cards of the kind."""
    petit_and_21: np.ndarray
    """[pile, pile]: number of deals with the Petit in the first pile and the 21 in the second."""

    def __add__(self, counts: "Counts") -> "Counts":
        return Counts(
            self.deals + counts.deals,
            self.cards + counts.cards,
            self.kinds + counts.kinds,
            self.petit_and_21 + counts.petit_and_21,
        )


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """One chi-square test. The mean of its statistic is its degrees of freedom."""

    name: str
    statistic: float
    freedom: int

    @property
    def deviation(self) -> float:
        """Distance from the mean in standard deviations of a normal law (Wilson and Hilferty, 1931)."""
        spread = 2 / (9 * self.freedom)
        return ((self.statistic / self.freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def random_deal(number: int) -> Deal:
    """Return the deal of a number, without constraints."""
    return deal_from_layout(lay_out(SEED, number, 0))


def count_random_deals(first: int, count: int, deal_of: Callable[[int], Deal] = random_deal) -> Counts:
    """Return the counts over `count` deals from number `first` on."""
    lies = np.empty((count, CARD_COUNT), np.int8)
    for row in range(count):
        deal = deal_of(first + row)
        for pile, cards in enumerate((*deal.hands, deal.dog)):
            lies[row, list(cards)] = pile
    is_in_pile = [lies == pile for pile in range(len(PILES))]
    kinds = [[_histogram(rows[:, members].sum(axis=1)) for members in KINDS.values()] for rows in is_in_pile]
    pairs = np.bincount(lies[:, PETIT] * len(PILES) + lies[:, TWENTY_ONE], minlength=len(PILES) ** 2)
    return Counts(
        count, np.array([rows.sum(axis=0) for rows in is_in_pile]), np.array(kinds), pairs.reshape(5, 5)
    )


def _histogram(values: np.ndarray) -> np.ndarray:
    return np.bincount(values, minlength=max(SIZES) + 1)


def list_tests(counts: Counts) -> Iterator[ChiSquare]:
    """Yield the tests: every card in every pile; each kind of cards in each pile; the Petit and the 21
    together.
    """
    sizes = np.array(SIZES)
    expected_counts = counts.deals * sizes[:, None] / CARD_COUNT
    # drawn without replacement: 77/78 of the sum has the law of 77 × 4 degrees of freedom
    statistic = (
        ((counts.cards - expected_counts) ** 2 / expected_counts).sum() * (CARD_COUNT - 1) / CARD_COUNT
    )
    yield ChiSquare("every card in every place", float(statistic), (CARD_COUNT - 1) * (len(SIZES) - 1))
    for pile, size in enumerate(SIZES):
        for kind, (name, members) in enumerate(KINDS.items()):
            law = [hypergeometric(count, int(members.sum()), size) for count in range(max(SIZES) + 1)]
            yield law_test(f"{name} in {PILES[pile]}", counts.kinds[pile, kind], law)
    pairs_of_places = np.outer(sizes, sizes) - np.diag(sizes)
    law = (pairs_of_places / (CARD_COUNT * (CARD_COUNT - 1))).ravel().tolist()
    yield law_test("Petit and 21", counts.petit_and_21.ravel(), law)


def hypergeometric(count: int, members: int, size: int) -> float:
    """Return the probability that a pile of `size` cards holds exactly `count` of `members` cards."""
    return (
        comb(members, count) * comb(CARD_COUNT - members, size - count) / comb(CARD_COUNT, size)
        if count <= size
        else 0.0
    )


def law_test(name: str, counts: np.ndarray, law: Sequence[float]) -> ChiSquare:
    """Return the test of counts of independent draws against the probability of each value.

    Rare values are taken together.
    """
    expected_counts = counts.sum() * np.array(law)
    is_rare = expected_counts < LEAST_EXPECTED
    groups = [(counts[place], expected_counts[place]) for place in np.flatnonzero(~is_rare)]
    if expected_counts[is_rare].sum() >= 1:
        # a group with an expected count below 1 would distort the statistic
        groups.append((counts[is_rare].sum(), expected_counts[is_rare].sum()))
    chi_square = sum((count - mean) ** 2 / mean for count, mean in groups)
    return ChiSquare(name, float(chi_square), len(groups) - 1)


def main() -> None:
    with ProcessPoolExecutor() as pool:
        parts = pool.map(partial(count_random_deals, count=PART), range(1, DEALS + 1, PART))
        counts = sum(parts, start=next(parts))
    tests = list(list_tests(counts))
    for test in tests:
        figures = f"χ² {test.statistic:7.1f}   freedom {test.freedom:3}   deviation {test.deviation:+5.2f}"
        print(f"{test.name:<28} {figures}")
    worst = max(abs(test.deviation) for test in tests)
    print(f"{counts.deals} deals, {len(tests)} tests, largest deviation {worst:.2f}, limit {LIMIT}")
    sys.exit(worst > LIMIT)


if __name__ == "__main__":
    main()
