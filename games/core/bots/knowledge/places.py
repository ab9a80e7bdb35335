"""Places where the cards of a deal can lie, as far as one seat knows, and a random way to lay them.

A place is a hand as it was dealt, a dog, a discard or a card of the stock. It has a size, and some cards are
ruled out by observations. Sets of cards are integers, bit n for card n.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.core.cards import Card
from games.core.tricks import cards_in

SWAPS_EACH = 1
"""Swaps tried for each card, after which little trace of the first laying remains."""


class NoWorldFound(ValueError):
    """Error for cards that cannot be laid: contradictory knowledge, or too many random dead ends."""


@dataclass(frozen=True, slots=True)
class Place:
    """Cards that lie together."""

    size: int
    allowed: int
    """Cards that are possible in the place, as a set."""


def lay_cards(places: Sequence[Place], cards: int, rng: Random) -> list[int]:
    """Return a random way to lay cards in their places, as a set for each place.

    All ways are about equally likely: one is found at random, then cards are swapped in pairs.

    Args:
        places: the places; their sizes sum to the number of cards.
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
    place_of: dict[Card, int] = {}
    order = list(options)
    rng.shuffle(order)
    # cards with few possible places first: fewer dead ends
    order.sort(key=lambda card: len(options[card]))
    for card in order:
        open_places = [n for n in options[card] if free[n]]
        if open_places:
            place_number = open_places[0]
            if len(open_places) > 1:
                place_number = rng.choices(open_places, [free[n] for n in open_places])[0]
        else:
            place_number = _make_room(card, options, place_of, free)
        place_of[card] = place_number
        free[place_number] -= 1
    _swap(place_of, options, rng)
    place_cards = [0] * len(places)
    for card, number in place_of.items():
        place_cards[number] |= 1 << card
    return place_cards


def _make_room(card: Card, options: dict[Card, list[int]], place_of: dict[Card, int], free: list[int]) -> int:
    """Return a place for a card whose places are full, after other cards have moved.

    They move along the shortest chain to a free place.
    """
    came_from: dict[int, tuple[int, Card] | None] = dict.fromkeys(options[card])
    queue = list(options[card])
    # breadth-first search; the queue grows during the loop
    for number in queue:
        if free[number]:
            return _move_along(number, came_from, place_of, free)
        for other_card, place in place_of.items():
            if place != number:
                continue
            for next_place in options[other_card]:
                if next_place not in came_from:
                    came_from[next_place] = (number, other_card)
                    queue.append(next_place)
    raise NoWorldFound("some cards have nowhere to lie")


def _move_along(
    last: int, came_from: dict[int, tuple[int, Card] | None], place_of: dict[Card, int], free: list[int]
) -> int:
    """Move each card of a chain to the next place. Return the first place of the chain, which then
    has room.
    """
    link = came_from[last]
    while link is not None:
        number, card = link
        place_of[card] = last
        free[last] -= 1
        free[number] += 1
        last, link = number, came_from[number]
    return last


def _swap(place_of: dict[Card, int], options: dict[Card, list[int]], rng: Random) -> None:
    """Swap random pairs of cards that may lie in each other's place."""
    movable_cards = [card for card, places in options.items() if len(places) > 1]
    for _ in range(SWAPS_EACH * len(movable_cards)):
        first_card, second_card = (movable_cards[int(rng.random() * len(movable_cards))] for _ in range(2))
        first_place, second_place = place_of[first_card], place_of[second_card]
        if (
            first_place != second_place
            and second_place in options[first_card]
            and first_place in options[second_card]
        ):
            place_of[first_card], place_of[second_card] = second_place, first_place
