"""Chance in the deals of other games: one pack or two, part packs, stocks, takers' hands alone."""

from collections import Counter
from math import sqrt

import pytest

from games.core.cards import CARD_COUNT
from games.core.dealing import DealConstraints, lay_out, seal_set
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.dealt_set import Scope

SEED = bytes(range(32))
DEALS = 2000
LIMIT = 4
"""Standard deviations either way; chance goes beyond once in 16,000 tests."""
ANY_HAND = DealConstraints(no_bare_petit=False, taker_bids=())


def deviation(statistic, freedom):
    """Return the deviation of a chi-square statistic from its mean, in standard deviations."""
    return abs(statistic - freedom) / sqrt(2 * freedom)


def distance(observed, expected):
    return sum((count - mean) ** 2 / mean for count, mean in zip(observed, expected, strict=True))


def pockets_of(name, deals=DEALS):
    """Return the cards of each non-empty pocket of the game, for each deal."""
    game = dealt_game(name)
    for number in range(1, deals + 1):
        layout = lay_out(SEED, number, 0, game)
        yield [pocket for pocket in (*layout.hands, *layout.piles) if pocket]


@pytest.mark.parametrize(
    "name", ["tarot-3", "tarot-5", "tarot-7", "tarot-10", "tarot-12", "papayou-5", "contrat-4", "grelin-4"]
)
def test_every_card_reaches_every_pocket_as_often(name):
    """A card is in one pocket of a deal and a pocket holds a fixed number: hence the factor at the end."""
    deck = dealt_game(name).deck
    sizes = [len(pocket) for pocket in next(pockets_of(name, 1))]

    counts = Counter(
        (card, place)
        for pockets in pockets_of(name)
        for place, pocket in enumerate(pockets)
        for card in pocket
    )

    cells = [(card, place) for card in deck for place in range(len(sizes))]
    statistic = distance(
        [counts[cell] for cell in cells], [DEALS * sizes[place] / len(deck) for _, place in cells]
    )
    freedom = (len(deck) - 1) * (len(sizes) - 1)
    assert sum(counts.values()) == DEALS * len(deck)
    assert deviation(statistic * (len(deck) - 1) / len(deck), freedom) < LIMIT


@pytest.mark.parametrize("name", ["tarot-9", "tarot-16"])
def test_two_copies_of_a_card_meet_as_often_as_any_two_cards(name):
    sizes = [len(pocket) for pocket in next(pockets_of(name, 1))]
    total = sum(sizes)
    chance = sum(size * (size - 1) for size in sizes) / (total * (total - 1))

    together = sum(
        card + CARD_COUNT in pocket for pockets in pockets_of(name) for pocket in pockets for card in pocket
    )

    pairs = DEALS * CARD_COUNT
    assert abs(together - pairs * chance) < LIMIT * sqrt(pairs * chance * (1 - chance))


def test_every_card_lies_on_top_of_the_stock_as_often():
    tops = Counter(pockets[-1][0] for pockets in pockets_of("tarot-2-tirette", CARD_COUNT * 20))

    statistic = distance([tops[card] for card in range(CARD_COUNT)], [20] * CARD_COUNT)
    assert deviation(statistic, CARD_COUNT - 1) < LIMIT


def test_takers_hand_alone_holds_every_card_as_often():
    sets = [seal_set(bytes([part]) * 32, 200, ANY_HAND, scope=Scope.TAKERS) for part in range(5)]

    counts = Counter(
        card for sealed_set in sets for board in sealed_set.boards for card in board.layout.hands[board.taker]
    )

    share = 18 / CARD_COUNT
    statistic = distance([counts[card] for card in range(CARD_COUNT)], [1000 * share] * CARD_COUNT) / (
        1 - share
    )
    assert deviation(statistic * (CARD_COUNT - 1) / CARD_COUNT, CARD_COUNT - 1) < LIMIT
