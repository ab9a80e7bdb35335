"""The shuffle: known answers, a second implementation, and uniformity."""

import hashlib
import json
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import format_card, sort_hand, trump_number
from games.core.dealing import lay_out
from games.core.dealing.deal import deal_from_layout
from games.core.dealing.dealt_game import dealt_game
from games.core.dealing.shuffle import _stream_bytes, shuffled_deck
from games.core.deals import format_deal
from games.core.decks import ONE_PACK, TWO_PACKS
from games.core.errors import DealingFailed
from games.core.variants.registry import GAMES

KNOWN = json.loads((Path(__file__).parents[3] / "data" / "games" / "dealing_etui_1.json").read_text())
SEED = bytes(range(32))


def shuffle_as_documented(deck, seed, number, attempt):
    """Steps 1 and 2 of the description, with the whole stream read at once."""
    stream = hashlib.shake_256(b"etui-1/deal/%d/%d/" % (number, attempt) + seed).digest(5000)
    cards, place = list(deck), 0
    for last in range(len(cards) - 1, 0, -1):
        while stream[place] >= 256 - 256 % (last + 1):
            place += 1
        swapped = stream[place] % (last + 1)
        place += 1
        cards[last], cards[swapped] = cards[swapped], cards[last]
    return cards


@pytest.mark.parametrize("answer", KNOWN["packs"])
def test_known_pack(answer):
    cards = shuffled_deck(ONE_PACK, bytes.fromhex(answer["seed"]), answer["number"], answer["attempt"])

    assert " ".join(format_card(card) for card in cards) == answer["cards"]


@given(
    deck=st.sampled_from([ONE_PACK, TWO_PACKS, ONE_PACK[:60]]),
    seed=st.binary(min_size=32, max_size=80),
    number=st.integers(1, 10_000),
    attempt=st.integers(0, 30_000),
)
def test_second_implementation_agrees(deck, seed, number, attempt):
    shuffled = shuffled_deck(deck, seed, number, attempt)

    assert shuffled == shuffle_as_documented(deck, seed, number, attempt)


def test_stream_goes_on_past_its_first_block():
    assert bytes(islice(_stream_bytes(SEED), 1000)) == hashlib.shake_256(SEED).digest(1000)


@pytest.mark.parametrize("name", [name for name in GAMES if not dealt_game(name).fixed_hands])
def test_hands_are_consecutive_and_the_piles_are_last(name):
    game = dealt_game(name)
    cards = shuffled_deck(game.deck, SEED, 7, 3)

    layout = lay_out(SEED, 7, 3, game)

    parts = [*map(set, layout.hands), *map(set, layout.piles)]
    assert [len(part) for part in parts] == [*game.hand_sizes, *game.pile_sizes]
    starts = [sum(map(len, parts[:place])) for place in range(len(parts))]
    assert parts == [set(cards[start:][: len(part)]) for start, part in zip(starts, parts, strict=True)]
    game.check(layout)


def test_stock_keeps_the_order_of_the_shuffle():
    game = dealt_game("tarot-2-tirette")

    dog, stock = lay_out(SEED, 1, 0, game).piles

    cards = shuffled_deck(game.deck, SEED, 1, 0)
    assert stock == tuple(cards[-24:])
    assert dog == sort_hand(cards[48:54])


def test_stock_alone_is_chance_where_each_seat_has_its_suit():
    game = dealt_game("cold-poker-3")

    layout = lay_out(SEED, 1, 0, game)

    trumps = [card for card in shuffled_deck(game.deck, SEED, 1, 0) if trump_number(card) is not None]
    assert layout.hands == tuple(frozenset(range(14 * suit, 14 * suit + 14)) for suit in range(3))
    assert layout.piles == (tuple(trumps),)
    assert trumps != sorted(trumps)


def test_deal_depends_on_seed_number_and_attempt():
    packs = [
        shuffled_deck(ONE_PACK, seed, number, attempt)
        for seed in (SEED, SEED + b"\0", bytes(32))
        for number in (1, 2, 11)
        for attempt in (0, 1)
    ]

    assert len({tuple(pack) for pack in packs}) == len(packs)
    assert all(sorted(pack) == list(ONE_PACK) for pack in packs)


def test_every_card_reaches_every_pile_as_often():
    """Chi-square over 78 cards and 5 piles: 308 degrees of freedom, mean 308, standard deviation 25."""
    deals, sizes = 2000, (18, 18, 18, 18, 6)
    counts = [[0] * 5 for _ in ONE_PACK]
    for number in range(1, deals + 1):
        deal = deal_from_layout(lay_out(SEED, number, 0))
        for pile, cards in enumerate((*deal.hands, deal.dog)):
            for card in cards:
                counts[card][pile] += 1

    expected = [deals * size / 78 for size in sizes]
    chi_square = sum(
        (count - mean) ** 2 / mean for row in counts for count, mean in zip(row, expected, strict=True)
    )

    assert 308 - 4 * 25 < chi_square < 308 + 4 * 25


def test_every_card_is_first_as_often():
    """Chi-square of the first card: 77 degrees of freedom, standard deviation 12."""
    deals = 78 * 60
    firsts = [shuffled_deck(ONE_PACK, SEED, number, 0)[0] for number in range(1, deals + 1)]

    chi_square = sum((firsts.count(card) - 60) ** 2 / 60 for card in ONE_PACK)

    assert 77 - 4 * 12 < chi_square < 77 + 4 * 12


@pytest.mark.parametrize("size", [0, 31])
def test_short_seed_is_refused(size):
    with pytest.raises(DealingFailed, match=f"seed of {size} bytes, less than 32") as refused:
        shuffled_deck(ONE_PACK, bytes(size), 1, 0)

    assert (refused.value.code, refused.value.field) == ("seed_too_short", "seed")


def test_known_deals():
    for answer in KNOWN["deals"]:
        deal = deal_from_layout(lay_out(bytes.fromhex(answer["seed"]), answer["number"], answer["attempt"]))

        assert format_deal(deal) == answer["deal"]
