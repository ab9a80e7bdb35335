"""Codec between deals and integers: every deal has one number, and every number in range is one deal.

Piles are filled in order: seat 0, seat 1, … then the dog. For each pile:

- The n cards that are still free are renumbered 0, 1, 2… in the order of the deck.
- The cards c₁ < c₂ < … < cₖ of the pile get the rank C(c₁, 1) + C(c₂, 2) + … + C(cₖ, k), in 0..C(n, k) − 1
  (combinatorial number system).
- The index, 0 at first, is multiplied by C(n, k), and the rank is added.

Index 0 gives each pile the lowest free cards. A pile whose order counts, such as a stock, is treated as many
piles of one card, in its order.
"""

from collections.abc import Collection, Sequence
from itertools import accumulate
from math import comb, prod

from games.core.cards import Card
from games.core.dealing.dealt_game import DealtGame
from games.core.deals import Deal
from games.core.errors import DealingFailed
from games.core.layouts import Layout
from games.core.variant import TAROT_4, Variant


def count_piles(sizes: Sequence[int]) -> int:
    """The number of ways to deal cards into piles of these sizes: n! / (size₁! · size₂! · …)."""
    return prod(comb(total, size) for total, size in zip(accumulate(sizes), sizes, strict=True))


def piles_to_index(piles: Sequence[Collection[Card]]) -> int:
    """The index of piles that hold the cards 0, 1, … n − 1 once each, in 0..`count_piles` − 1.

    The order of the cards inside a pile does not count.

    Raises:
        DealingFailed: `piles_incomplete`: a card is missing, repeated or unknown.
    """
    free = sorted(card for pile in piles for card in pile)
    if free != list(range(len(free))):
        message = f"piles of {len(free)} cards do not hold the cards 0 to {len(free) - 1} once each"
        raise DealingFailed("piles_incomplete", message, field="piles", count=len(free))
    index = 0
    for pile in piles:
        places = [place for place, card in enumerate(free) if card in pile]
        rank = sum(comb(place, count) for count, place in enumerate(places, start=1))
        index = index * comb(len(free), len(pile)) + rank
        free = [card for card in free if card not in pile]
    return index


def piles_at(index: int, sizes: Sequence[int]) -> tuple[frozenset[Card], ...]:
    """The piles of an index, of these sizes, with the cards 0, 1, … n − 1.

    Raises:
        DealingFailed: `index_out_of_range`.
    """
    total = count_piles(sizes)
    if not 0 <= index < total:
        raise DealingFailed("index_out_of_range", f"index {index} not in 0..{total - 1}", field="index")
    ranks = []
    for place in range(len(sizes) - 1, -1, -1):
        # the last pile was added last: it is removed first
        index, rank = divmod(index, comb(sum(sizes[place:]), sizes[place]))
        ranks.append(rank)
    free = [Card(number) for number in range(sum(sizes))]
    piles = []
    for rank, size in zip(reversed(ranks), sizes, strict=True):
        pile = frozenset(free[place] for place in _places_at(rank, size, len(free)))
        piles.append(pile)
        free = [card for card in free if card not in pile]
    return tuple(piles)


def deal_to_index(deal: Deal) -> int:
    """The index of a deal among all deals with hands of these sizes; four players have 78!/(18!⁴ ·
    6!) deals.
    """
    return piles_to_index((*deal.hands, deal.dog))


def deal_at(index: int, variant: Variant = TAROT_4) -> Deal:
    """The deal of an index, in a game of one pack whose deal is hands and one dog.

    Raises:
        DealingFailed: `index_out_of_range`.
    """
    *hands, dog = piles_at(index, hand_and_dog_sizes(variant))
    return Deal(tuple(hands), dog)


def layout_to_index(layout: Layout, game: DealtGame) -> int:
    """The index of a layout among all those that its game can deal.

    Raises:
        InvalidDeal: as `DealtGame.check`.
    """
    game.check(layout)
    places = {card: Card(place) for place, card in enumerate(_chance_cards(game))}
    piles: list[Sequence[Card]] = [] if game.fixed_hands else [*map(tuple, layout.hands)]
    for pile, is_ordered in zip(layout.piles, game.pile_is_ordered, strict=True):
        piles += [(card,) for card in pile] if is_ordered else [pile]
    return piles_to_index([[places[card] for card in pile] for pile in piles])


def layout_at(index: int, game: DealtGame) -> Layout:
    """The layout of an index, in any game.

    Raises:
        DealingFailed: `index_out_of_range`.
    """
    part_iterator = iter(piles_at(index, _part_sizes(game)))
    cards = _chance_cards(game)
    hands = game.fixed_hands or tuple(
        frozenset(cards[place] for place in next(part_iterator)) for _ in game.hand_sizes
    )
    piles = []
    for size, is_ordered in zip(game.pile_sizes, game.pile_is_ordered, strict=True):
        parts = [next(part_iterator) for _ in range(size if is_ordered else 1)]
        piles.append(tuple(cards[place] for part in parts for place in sorted(part)))
    return game.tidied(Layout(hands, tuple(piles)))


def count_layouts(game: DealtGame) -> int:
    """Return the number of deals of a game."""
    return count_piles(_part_sizes(game))


def _chance_cards(game: DealtGame) -> list[Card]:
    """Return the cards that are not in fixed hands, in the order of the deck."""
    fixed = {card for hand in game.fixed_hands for card in hand}
    return [card for card in game.deck if card not in fixed]


def _part_sizes(game: DealtGame) -> list[int]:
    """Return the sizes of the hands, unless they are fixed, then of the piles.

    An ordered pile counts as piles of one card.
    """
    sizes = [] if game.fixed_hands else [*game.hand_sizes]
    for size, is_ordered in zip(game.pile_sizes, game.pile_is_ordered, strict=True):
        sizes += [1] * size if is_ordered else [size]
    return sizes


def hand_and_dog_sizes(variant: Variant) -> tuple[int, ...]:
    """Return the sizes of the hands, then of the dog."""
    return (*[variant.hand_size] * variant.player_count, variant.dog_size)


def _places_at(rank: int, size: int, free_count: int) -> list[int]:
    """Return the `size` places, of `free_count`, whose combination has this rank. The highest comes first."""
    places = []
    place = free_count
    for count in range(size, 0, -1):
        place -= 1
        # the highest place whose binomial still fits into the rank is in the pile
        while comb(place, count) > rank:
            place -= 1
        rank -= comb(place, count)
        places.append(place)
    return places
