"""Where the cards of a deal can lie as far as one seat can tell, and one way of laying them, drawn at random.

A place is a hand as it was dealt, a dog, a discard, a card of the stock: so many cards, some of which are
ruled out by what was seen. Sets of cards are integers, bit n for card n.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.core.cards import Card
from games.core.tricks import cards_in

SWAPS_EACH = 1
"""Swaps tried for each card, after which the first way found has left little trace."""


class NoWorldFound(ValueError):
    """The cards cannot be laid: the knowledge contradicts itself, or chance met too many dead ends."""


@dataclass(frozen=True, slots=True)
class Place:
    """Some cards that lie together."""

    size: int
    allowed: int
    """The cards that can be among them, as a set."""


def lay_cards(places: Sequence[Place], cards: int, rng: Random) -> list[int]:
    """A random way of laying cards in their places, as a set for each place.

    Ways are about equally likely: one is found by chance, then cards are swapped in pairs.

    Args:
        places: their sizes sum to the number of cards.
        cards: the cards to lay, as a set.

    Raises:
        NoWorldFound: there is no such way.
    """
    options = {
        card: [n for n, place in enumerate(places) if place.allowed >> card & 1] for card in cards_in(cards)
    }
    free = [place.size for place in places]
    if sum(free) != len(options):
        raise NoWorldFound(f"{len(options)} cards for {sum(free)} places")
    where: dict[Card, int] = {}
    order = list(options)
    rng.shuffle(order)
    order.sort(key=lambda card: len(options[card]))
    for card in order:
        open_places = [n for n in options[card] if free[n]]
        if open_places:
            chosen = open_places[0]
            if len(open_places) > 1:
                chosen = rng.choices(open_places, [free[n] for n in open_places])[0]
        else:
            chosen = _make_room(card, options, where, free)
        where[card] = chosen
        free[chosen] -= 1
    _swap(where, options, rng)
    laid = [0] * len(places)
    for card, number in where.items():
        laid[number] |= 1 << card
    return laid


def _make_room(card: Card, options: dict[Card, list[int]], where: dict[Card, int], free: list[int]) -> int:
    """A place for a card whose places are full: others move on, along the shortest chain to a free one."""
    came_from: dict[int, tuple[int, Card] | None] = dict.fromkeys(options[card])
    queue = list(options[card])
    for number in queue:
        if free[number]:
            return _move_along(number, came_from, where, free)
        for other, place in where.items():
            if place != number:
                continue
            for next_place in options[other]:
                if next_place not in came_from:
                    came_from[next_place] = (number, other)
                    queue.append(next_place)
    raise NoWorldFound("some cards have nowhere to lie")


def _move_along(
    last: int, came_from: dict[int, tuple[int, Card] | None], where: dict[Card, int], free: list[int]
) -> int:
    """Move each card of a chain to the next place; the first place of the chain, which has room then."""
    link = came_from[last]
    while link is not None:
        number, moved = link
        where[moved] = last
        free[last] -= 1
        free[number] += 1
        last, link = number, came_from[number]
    return last


def _swap(where: dict[Card, int], options: dict[Card, list[int]], rng: Random) -> None:
    """Swap random pairs that may lie in each other's place."""
    loose = [card for card, places in options.items() if len(places) > 1]
    for _ in range(SWAPS_EACH * len(loose)):
        one, other = (loose[int(rng.random() * len(loose))] for _ in range(2))
        here, there = where[one], where[other]
        if here != there and there in options[one] and here in options[other]:
            where[one], where[other] = there, here
