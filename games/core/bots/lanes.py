"""Lanes: many worlds of Tarot at one moment of the play, as arrays.

A lane is one world with one beginning. One pack, three to five seats, no stock, dummy or table.

A hand has five colours, the suits and the trumps. A card is a bit: rank 1 to 14 of a suit at 0 to 13, trump
1 to 21 at 14 to 34, so that a higher bit is a stronger card; the Excuse is kept apart, by its holder.
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
"""Where cards lie in worlds: small whole numbers of any size of memory."""

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


def colour_of(card: Card) -> int:
    """0 to 3 for the suits, 4 for trumps, 5 for the Excuse."""
    return EXCUSE_COLOUR if card == EXCUSE else SUIT_OF[card]


PETIT_BIT, TWENTY_ONE_BIT = bit_of(PETIT), bit_of(TWENTY_ONE)
BOUT_BITS = PETIT_BIT | TWENTY_ONE_BIT


@dataclass(slots=True)
class Lanes:
    """Many worlds at one moment of the play."""

    hands: Numbers
    """Shape (lanes, seats, 5): the cards that each seat holds of each colour, as bits."""
    holder: Numbers
    """Shape (lanes,): the seat that holds the Excuse, or `NOBODY`."""
    attack: Flags
    """Shape (lanes, seats): who attacks."""
    half_points: Numbers
    """Shape (lanes,): what the attack has so far, its discard or dog included."""
    bouts: Numbers
    """Shape (lanes,): bouts of the attack so far."""
    attack_tricks: Numbers
    """Shape (lanes,): tricks that the attack won so far."""
    trick_count: int
    """Tricks of a whole deal."""
    leader: int
    """Seat that leads, or led, the trick on the table; the same in all lanes."""
    trick: tuple[Card, ...] = ()
    """The trick on the table, the same in all lanes."""
    barred: int = NOTHING_LED
    """The suit that the first lead must not be of, at five."""


@dataclass(frozen=True, slots=True)
class LaneEnds:
    """How the lanes ended."""

    half_points: Numbers
    bouts: Numbers
    petit: Numbers
    """1 where the attack won the Petit at the end, -1 where the defence did, else 0."""
    attack_tricks: Numbers


def same_lanes(lanes: Lanes, times: int) -> Lanes:
    """All the lanes several times, one after the other."""
    return repeat_lanes(lanes, np.tile(np.arange(len(lanes.holder)), times))


def cards_left(lanes: Lanes) -> int:
    """Cards of the seat to play, the same in all lanes."""
    seat = (lanes.leader + len(lanes.trick)) % lanes.hands.shape[1]
    return int(np.bitwise_count(lanes.hands[0, seat]).sum()) + int(lanes.holder[0] == seat)


def repeat_lanes(lanes: Lanes, numbers: Numbers) -> Lanes:
    """Copies of the lanes of these numbers, in this order."""
    return replace(
        lanes,
        hands=lanes.hands[numbers],
        holder=lanes.holder[numbers],
        attack=lanes.attack[numbers],
        half_points=lanes.half_points[numbers],
        bouts=lanes.bouts[numbers],
        attack_tricks=lanes.attack_tricks[numbers],
    )
