"""The last tricks of Tarot searched to the end, with all hands seen, in many worlds at once.

Every lane becomes as many lanes as the seat to play has cards, until no card is left; then, from the last
card back, the attack takes the best score of its choices and the defence the lowest.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

import numpy as np

from games.core.bots.lanes import (
    COLOURS,
    EXCUSE_COLOUR,
    Flags,
    LaneEnds,
    Lanes,
    Numbers,
    TrickTable,
    cards_left,
    repeat_lanes,
)
from games.core.tricks import NOTHING_LED, TRUMP_LED

NO_SCORE = 1 << 40
"""Beyond any score: what an illegal card is worth to nobody."""


@dataclass(frozen=True, slots=True)
class EndValues:
    """The exact value of each choice of the seat to play."""

    colour: Numbers
    """Shape (lanes, choices): the colour of each card that the seat holds."""
    bit: Numbers
    """Shape (lanes, choices)."""
    score: Numbers
    """Shape (lanes, choices): the score of each choice; `NO_SCORE`, or less it, where it is illegal."""


class _Layer(NamedTuple):
    """One card to play: whether its seat attacks, which of its cards it may play, and these cards."""

    attacks: Flags
    legal: Flags
    colour: Numbers
    bit: Numbers


def end_width(left: int, seats: int, place: int) -> int:
    """How many lanes one lane becomes.

    Args:
        left: cards that the seat to play holds.
        place: cards on the table.
    """
    return prod([left] * (seats - place) + [*range(1, left)] * seats)


def search_ends(lanes: Lanes, score: Callable[[LaneEnds], Numbers]) -> EndValues:
    """The exact value of each card of the seat to play, its hand and all others seen.

    Args:
        lanes: left as they are.
        score: what the ends of lanes are worth.
    """
    table = _widened(TrickTable(lanes), 1)
    left = cards_left(lanes)
    layers: list[_Layer] = []
    for number in range(lanes.trick_count - left, lanes.trick_count):
        is_first = number == lanes.trick_count - left
        for _ in range(len(lanes.trick) if is_first else 0, table.seats):
            count = lanes.trick_count - number
            colour, bit = _held_cards(table, count)
            layers.append(_Layer(table.attacks(table.turn), _may_play(table, colour, bit), colour, bit))
            table = _widened(table, count)
            table.put(colour.reshape(-1), bit.reshape(-1))
        table.finish(number)
    ended = table.lanes
    values = score(LaneEnds(ended.half_points, ended.bouts, table.petit, ended.attack_tricks))
    for layer in reversed(layers):
        values = values.reshape(layer.legal.shape)
        none = np.where(layer.attacks, -NO_SCORE, NO_SCORE)[:, None]
        choices = np.where(layer.legal, values, none)
        values = np.where(layer.attacks, choices.max(axis=1), choices.min(axis=1))
    return EndValues(layers[0].colour, layers[0].bit, choices)


def _held_cards(table: TrickTable, count: int) -> tuple[Numbers, Numbers]:
    """Colours and bits of all cards of the seats to play, shape (lanes, count)."""
    hand = table.hand()
    colours = np.full((len(hand), count), EXCUSE_COLOUR, np.int64)
    bits = np.zeros((len(hand), count), np.int64)
    for number in range(count):
        colour = (hand != 0).argmax(axis=1)
        cards = hand[table.rows, colour]
        low = cards & -cards
        bits[:, number] = low
        colours[:, number] = np.where(low != 0, colour, EXCUSE_COLOUR)
        hand[table.rows, colour] &= ~low
    return colours, bits


def _may_play(table: TrickTable, colour: Numbers, bit: Numbers) -> Flags:
    """Which cards may be played, by the duties of `games.core.tricks.playable`."""
    hand = table.hand()
    led = table.led[:, None]
    follows = (led != NOTHING_LED) & (hand[table.rows, np.maximum(table.led, 0)] != 0)[:, None]
    trumps = hand[:, TRUMP_LED]
    above = -(table.best << 1)
    goes_over = (bit & above[:, None]) != 0
    over = np.where((trumps & above != 0)[:, None], goes_over, np.True_)
    as_trump = (colour == TRUMP_LED) & over
    must_trump = (led != NOTHING_LED) & (trumps != 0)[:, None]
    legal = np.where(must_trump, as_trump, np.True_)
    legal = np.where(follows & (led != TRUMP_LED), colour == led, legal)
    allowed: Flags = legal | (colour == EXCUSE_COLOUR)
    return allowed


def _widened(table: TrickTable, times: int) -> TrickTable:
    """A table in which each lane stands several times, side by side."""
    after = copy(table)
    for name, values in vars(table).items():
        if isinstance(values, np.ndarray):
            setattr(after, name, np.repeat(values, times, axis=0))
    after.lanes = repeat_lanes(table.lanes, np.repeat(np.arange(len(table.rows)), times))
    after.rows = np.arange(len(after.turn))
    after.by_seat = after.lanes.hands.reshape(-1, COLOURS)
    after.flat = after.lanes.hands.reshape(-1)
    after.attack = after.lanes.attack.reshape(-1)
    return after
