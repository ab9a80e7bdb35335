"""Exact search of the last tricks in sampled worlds of Tarot, with all hands seen, for the level *fort*.

Worlds have the form of `lanes`.
"""

from collections.abc import Sequence

import numpy as np

from games.core.analysis import kernel
from games.core.analysis.kernel import SearchMemory
from games.core.analysis.open_search import MOST_CARDS, Scale, search_memory
from games.core.bots.numbers.lanes import (
    EXCUSE_COLOUR,
    PETIT_BIT,
    TWENTY_ONE_BIT,
    Lanes,
    Numbers,
    bit_of,
    card_colour_number,
)
from games.core.cards import Card
from games.core.compiled import Memory, as_memory, compiled, compiled_entry

TABLE_BITS = 16
SUIT_KEY_BITS = 14
"""Largest number of cards of one colour in an end that is searched."""
NODES_FOR_ONE = 20_000
"""Node budget of one card in one world. When it is spent, the middle of the bounds counts."""
_JACK, _KNIGHT, _QUEEN, _KING = (1 << place for place in range(10, 14))
_EXCUSE_BIT = 1 << MOST_CARDS
_MOST_WORLDS = 4096
# odd multiplier of the golden ratio (Fibonacci hashing): spreads small numbers over all bits
_SALTS = [(world * 0x9E3779B97F4A7C15) & (1 << 62) - 1 for world in range(_MOST_WORLDS)]


@compiled
def clear_world(w: SearchMemory) -> None:
    """Remove the previous world."""
    for seat in range(w.seats):
        w.hands[seat] = 0
    w.petit = w.bouts = w.small = w.jacks = w.knights = w.queens = 0
    w.highest = w.excuse


@compiled
def note_worth(w: SearchMemory, colour: int, card: int, bit: int) -> None:
    """Record the worth of a card for its bit in the search."""
    if colour == kernel.TRUMP:
        if card == PETIT_BIT:
            w.petit = bit
        if card in (PETIT_BIT, TWENTY_ONE_BIT):
            w.bouts |= bit
            w.highest |= bit
        else:
            w.small |= bit
    elif card == _JACK:
        w.jacks |= bit
    elif card == _KNIGHT:
        w.knights |= bit
    elif card == _QUEEN:
        w.queens |= bit
    elif card == _KING:
        w.highest |= bit
    else:
        w.small |= bit


@compiled
def load_colour(w: SearchMemory, hands: Memory, start: int, table: Memory, colour: int, bit: int) -> int:
    """Write the cards of a colour, from a bit on. Return the bit after the last of them."""
    remaining = 0
    for seat in range(w.seats):
        remaining |= hands[start + seat * kernel.COLOURS + colour]
    for place in range(0, len(table), 4):
        if table[place + 1] == colour:
            remaining |= table[place + 2]
    w.suits[colour] = 0
    while remaining:
        card = remaining & -remaining
        remaining ^= card
        for seat in range(w.seats):
            if hands[start + seat * kernel.COLOURS + colour] & card:
                w.hands[seat] |= bit
        for place in range(0, len(table), 4):
            if table[place + 1] == colour and table[place + 2] == card:
                table[place + 3] = bit
        w.suits[colour] |= bit
        note_worth(w, colour, card, bit)
        bit <<= 1
    return bit


@compiled_entry
def load_end_world(
    w: SearchMemory, room: Memory, hands: Memory, start: int, holder: int, table: Memory
) -> None:
    """Write the hands of one world in the form of the search. Cards on the table also get a bit of the
    search.

    Args:
        w, room: the memory of the search.
        hands: `Lanes.hands` as one array.
        start: index at which the world begins in it.
        holder: the seat that holds the Excuse, or -1.
        table: seat, colour and bit of each card on the table; a fourth number receives its bit in the search.
    """
    clear_world(w)
    bit, keys = 1, 0
    for colour in range(kernel.COLOURS):
        first, shift, count = bit, 0, 0
        bit = load_colour(w, hands, start, table, colour, bit)
        # the place of the first bit, found by a loop that numba can compile
        while first >> shift > 1:
            shift += 1
        while first << count < bit:
            count += 1
        w.shifts[colour], w.first_keys[colour] = shift, keys
        keys += 1 << count
    # the keys of the previous world are of other cards
    for place in range(2 * keys):
        room[place] = 0
    w.trumps = w.suits[kernel.TRUMP]
    if holder >= 0:
        w.hands[holder] |= w.excuse
        w.excuse_key = w.excuse_keys[holder]
    for place in range(0, len(table), 4):
        if table[place + 1] == EXCUSE_COLOUR:
            table[place + 3] = w.excuse
    for seat in range(w.seats):
        w.owned[seat] = w.hands[seat]


class EndWorlds:
    """Memory for searches in many worlds of one decision."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        self._w, self._room = search_memory(kernel.COLOURS << SUIT_KEY_BITS + 1, TABLE_BITS)
        self._w.excuse = _EXCUSE_BIT
        self._w.canon[:] = scale.slam_states

    def values(
        self, lanes: Lanes, cards: Sequence[Card], *, tricks: int, had_petit: bool, worth: int = 1
    ) -> Numbers:
        """Return twice the score of each card of the seat to play in each world; shape (worlds, cards).

        The doubled score is the sum of the lower and the upper bound of the search.

        Args:
            tricks: number of finished tricks.
            had_petit: whether the Petit was in the last of them.
            worth: guess of the first score, not doubled. Each later search starts from the previous result.
        """
        doubled_scores = np.zeros((len(lanes.hands), len(cards)), np.int64)
        hands = as_memory(lanes.hands.reshape(-1))
        for world in range(len(doubled_scores)):
            self._write_world(lanes, world)
            for number, card in enumerate(cards):
                table = self._load(lanes, hands, world, card)
                worth = self._settle(lanes, world, table, worth, tricks, had_petit=had_petit)
                doubled_scores[world, number] = self._w.low + self._w.high
        return doubled_scores

    def _write_world(self, lanes: Lanes, world: int) -> None:
        w, seats = self._w, lanes.hands.shape[1]
        w.seats, w.salt = seats, _SALTS[world]
        for seat in range(seats):
            w.attacks[seat] = int(lanes.attack[world, seat])

    def _load(self, lanes: Lanes, hands: Memory, world: int, card: Card) -> Memory:
        """Write a world. Return the cards on the table, then `card`, in the form of `load_end_world`."""
        seats = lanes.hands.shape[1]
        table = [
            number
            for place, table_card in enumerate((*lanes.trick, card))
            for number in (
                (lanes.leader + place) % seats,
                card_colour_number(table_card),
                bit_of(table_card),
                0,
            )
        ]
        memory = as_memory(np.array(table, np.int64))
        holder = int(lanes.holder[world])
        load_end_world(self._w, self._room, hands, world * seats * kernel.COLOURS, holder, memory)
        return memory

    def _settle(
        self, lanes: Lanes, world: int, table: Memory, guess: int, tricks: int, *, had_petit: bool
    ) -> int:
        """Search the loaded world after the last card of `table` is played. Return the lower bound."""
        w, seats = self._w, lanes.hands.shape[1]
        led, best, winner, on_table, excuse_of, turn = kernel.NO_COLOUR, 0, lanes.leader, 0, -1, 0
        for place in range(0, len(table), 4):
            turn, colour, _, card = (int(number) for number in table[place : place + 4])
            on_table |= card
            if colour == EXCUSE_COLOUR:
                excuse_of = turn
            else:
                led = colour if led == kernel.NO_COLOUR else led
                if card > best and colour in (led, kernel.TRUMP):
                    best, winner = card, turn
        w.hands[turn] &= ~on_table
        w.last_node = w.nodes + NODES_FOR_ONE
        won_tricks = int(lanes.attack_tricks[world])
        slam = int(w.canon[3 * min(won_tricks, 1) + min(tricks - won_tricks, 2)])
        w.line[: kernel.TOLD] = kernel.OpenMoment(
            int(lanes.half_points[world]),
            int(lanes.bouts[world]),
            slam,
            lanes.trick_count - tricks,
            int(had_petit),
            len(table) // 4,
            (turn + 1) % seats,
            led,
            best,
            winner,
            on_table,
            excuse_of,
        )
        scale = self._scale
        kernel.search_exact_score(
            w, self._room, scale.rows, scale.least, scale.least, scale.most, guess, True
        )
        return int(w.low)
