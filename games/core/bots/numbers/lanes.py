"""Lanes: many worlds of Tarot at one moment of the play, as arrays.

A lane is one world with one first card. The game has one pack, three to eight seats, and no stock, dummy
or table.

A hand has five colours: the suits and the trumps. A card is a bit: rank 1 to 14 of a suit at 0 to 13, trump 1
to 21 at 14 to 34. So a higher bit is a stronger card. The Excuse is stored separately, by its holder.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from games.core.cards import EXCUSE, PETIT, TWENTY_ONE, Card
from games.core.tricks import NOTHING_LED, SUIT_OF, TRUMP_LED

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.signedinteger[Any]]
"""Places of cards in worlds: integers of any size in memory."""

COLOURS = TRUMP_LED + 1
EXCUSE_COLOUR = COLOURS
_SUIT_BITS = 14
NOBODY = -1


def _bit(card: int) -> int:
    if card == EXCUSE:
        return 0
    return 1 << (card % _SUIT_BITS if SUIT_OF[card] != TRUMP_LED else card - PETIT + _SUIT_BITS)


_BITS = [_bit(card) for card in range(len(SUIT_OF))]


def bit_of(card: Card) -> int:
    """The bit of a card in its colour; 0 for the Excuse."""
    return _BITS[card]


def card_colour_number(card: Card) -> int:
    """The colour of a card: 0 to 3 for the suits, 4 for trumps, 5 for the Excuse."""
    return EXCUSE_COLOUR if card == EXCUSE else SUIT_OF[card]


PETIT_BIT, TWENTY_ONE_BIT = bit_of(PETIT), bit_of(TWENTY_ONE)
BOUT_BITS = PETIT_BIT | TWENTY_ONE_BIT


@dataclass(slots=True)
class Lanes:
    """Many worlds at one moment of the play."""

    hands: Numbers
    """Cards of each seat in each colour, as bits; shape (lanes, seats, 5)."""
    holder: Numbers
    """Seat that holds the Excuse, or `NOBODY`; shape (lanes,)."""
    attack: Flags
    """True for seats that attack; shape (lanes, seats)."""
    half_points: Numbers
    """Half points of the attack so far, with its discard or dog; shape (lanes,)."""
    bouts: Numbers
    """Bouts of the attack so far; shape (lanes,)."""
    attack_tricks: Numbers
    """Tricks of the attack so far; shape (lanes,)."""
    trick_count: int
    """Tricks of a whole deal."""
    leader: int
    """Seat that leads, or led, the trick on the table; the same in all lanes."""
    trick: tuple[Card, ...] = ()
    """Cards on the table, the same in all lanes."""
    barred: int = NOTHING_LED
    """Suit that may not be led first, at five players."""


@dataclass(frozen=True, slots=True)
class LaneEnds:
    """Ends of lanes."""

    half_points: Numbers
    bouts: Numbers
    petit: Numbers
    """1 where the attack won the Petit at the end, -1 where the defence did, else 0."""
    attack_tricks: Numbers


def same_lanes(lanes: Lanes, times: int) -> Lanes:
    """Return all the lanes several times, one after the other."""
    return repeat_lanes(lanes, np.tile(np.arange(len(lanes.holder)), times))


def cards_left(lanes: Lanes) -> int:
    """The number of cards of the seat to play, the same in all lanes."""
    seat = (lanes.leader + len(lanes.trick)) % lanes.hands.shape[1]
    return int(np.bitwise_count(lanes.hands[0, seat]).sum()) + int(lanes.holder[0] == seat)


def repeat_lanes(lanes: Lanes, numbers: Numbers) -> Lanes:
    """Return copies of the lanes of these numbers, in this order."""
    return replace(
        lanes,
        hands=lanes.hands[numbers],
        holder=lanes.holder[numbers],
        attack=lanes.attack[numbers],
        half_points=lanes.half_points[numbers],
        bouts=lanes.bouts[numbers],
        attack_tricks=lanes.attack_tricks[numbers],
    )
