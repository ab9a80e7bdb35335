"""Play-outs of Tarot by rules of thumb, in many worlds at once, as arrays.

A lane is one world with one beginning. All lanes stand at the same card of the same trick; in each of them
the seat to play chooses by the rules of thumb of `rules_of_thumb`, as far as they can be asked of arrays.
One pack, three to five seats, no stock, dummy or table.

A hand has five colours, the suits and the trumps. A card is a bit: rank 1 to 14 of a suit at 0 to 13, trump
1 to 21 at 14 to 34, so that a higher bit is a stronger card; the Excuse is kept apart, by its holder.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from games.core.bots.rules_of_thumb import LAST_CARDS, MANY_TRUMPS, SAVED
from games.core.bots.tarot_table import HALF_POINTS
from games.core.cards import EXCUSE, PETIT, TWENTY_ONE, Card, half_points, suit_card, trump_card
from games.core.tricks import NOTHING_LED, SUIT_OF, TRUMP_LED

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.signedinteger[Any]]
"""Where cards lie in worlds: small whole numbers of any size of memory."""

COLOURS = TRUMP_LED + 1
EXCUSE_COLOUR = COLOURS
_SUIT_BITS = 14
NOBODY = -1
_EXCUSE_HALF_POINTS = half_points(EXCUSE)
_KEPT = _EXCUSE_HALF_POINTS - 1
"""Half points that an Excuse takes along when its camp keeps it and gives a card for it."""


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
_HASH = 37
"""Powers of two up to 2^35 all differ modulo 37."""
_POINTS_BY_HASH = np.zeros(_HASH, np.int64)
_POINTS_BY_HASH[0] = _EXCUSE_HALF_POINTS
for _card in (
    *(suit_card(0, rank) for rank in range(1, 15)),
    *(trump_card(number) for number in range(1, 22)),
):
    _POINTS_BY_HASH[bit_of(_card) % _HASH] = HALF_POINTS[_card]

_SUIT = (1 << _SUIT_BITS) - 1
_HIGHEST = np.array([1 << bits.bit_length() >> 1 for bits in range(_SUIT + 1)], np.int64)
"""The highest card of each set of cards of one suit."""


@dataclass(slots=True)
class Lanes:
    """Many worlds at one moment of the play. Playing them out changes them."""

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


class TrickTable:
    """The trick being played, lane by lane."""

    def __init__(self, lanes: Lanes) -> None:
        self.lanes = lanes
        count, self.seats = lanes.hands.shape[:2]
        self.rows = np.arange(count)
        self.by_seat = lanes.hands.reshape(count * self.seats, COLOURS)
        self.flat = lanes.hands.reshape(-1)
        self.attack = lanes.attack.reshape(-1)
        self.petit = np.zeros(count, np.int64)
        self.petit_trick = np.full(count, -1, np.int64)
        self.turn = np.full(count, lanes.leader, np.int64)
        self.clear()
        for card in lanes.trick:
            colour = np.full(count, colour_of(card))
            self.put(colour, np.full(count, bit_of(card)), is_held=False)

    def clear(self) -> None:
        """An empty trick, led by whose turn it is."""
        self.led = np.full(len(self.rows), NOTHING_LED, np.int64)
        self.best = np.zeros(len(self.rows), np.int64)
        self.winner = self.turn.copy()
        self.points = np.zeros(len(self.rows), np.int64)
        self.bouts = np.zeros(len(self.rows), np.int64)
        self.excuse_of = np.full(len(self.rows), NOBODY, np.int64)
        self.has_petit = np.zeros(len(self.rows), np.bool_)

    def put(self, colour: Numbers, bit: Numbers, *, is_held: bool = True) -> None:
        """The seats to play put their cards on the table."""
        is_excuse = colour == EXCUSE_COLOUR
        if is_held:
            place = (self.rows * self.seats + self.turn) * COLOURS + np.minimum(colour, TRUMP_LED)
            self.flat[place] &= ~bit
            self.lanes.holder[is_excuse] = NOBODY
        self.excuse_of = np.where(is_excuse, self.turn, self.excuse_of)
        self.points += _POINTS_BY_HASH[bit % _HASH]
        is_bout = (bit & BOUT_BITS) != 0
        self.bouts += is_bout | is_excuse
        self.has_petit |= bit == PETIT_BIT
        self.led = np.where((self.led == NOTHING_LED) & ~is_excuse, colour, self.led)
        wins = ((colour == self.led) | (colour == TRUMP_LED)) & (bit > self.best)
        self.winner = np.where(wins, self.turn, self.winner)
        self.best = np.where(wins, bit, self.best)
        self.turn = (self.turn + 1) % self.seats

    def finish(self, number: int) -> None:
        """Count a whole trick, the number of which is from 0, and let its winner lead."""
        lanes = self.lanes
        is_last = number == lanes.trick_count - 1
        owner = np.maximum(self.excuse_of, 0)
        owner_attacks = self.attacks(owner)
        has_excuse = self.excuse_of != NOBODY
        if is_last:
            won_all = np.where(owner_attacks, lanes.attack_tricks == number, lanes.attack_tricks == 0)
            slam = has_excuse & won_all
            self.winner = np.where(slam, owner, self.winner)
            ends = self.has_petit | (slam & (self.petit_trick == number - 1))
            self.petit = np.where(ends, np.where(self.attacks(self.winner), 1, -1), 0)
        won = self.attacks(self.winner)
        lanes.half_points += np.where(won, self.points, 0)
        lanes.bouts += np.where(won, self.bouts, 0)
        lanes.attack_tricks += won
        if not is_last:
            kept = has_excuse * (owner_attacks.astype(np.int64) - won)
            lanes.half_points += _KEPT * kept
            lanes.bouts += kept
        self.petit_trick = np.where(self.has_petit, number, self.petit_trick)
        self.turn = self.winner
        self.clear()

    def hand(self) -> Numbers:
        """The cards of the seats to play, shape (lanes, 5)."""
        held: Numbers = self.by_seat[self.rows * self.seats + self.turn]
        return held

    def attacks(self, seat: Numbers) -> Flags:
        """Whether a seat of each lane attacks."""
        flags: Flags = self.attack[self.rows * self.seats + seat]
        return flags

    def choose(self, place: int, left: int, barred: int) -> tuple[Numbers, Numbers]:
        """Colour and bit of the card that each lane plays by rules of thumb.

        Args:
            place: cards on the table.
            left: cards that the seats to play hold.
            barred: the suit that is not led, or `NOTHING_LED`.
        """
        hand = self.hand()
        if place == 0:
            colour, bit = self._lead(hand, left, barred)
        else:
            colour, bit = self._follow(hand, place, left)
            after_excuse = self.led == NOTHING_LED
            if after_excuse.any():
                led_colour, led_bit = self._lead(hand, left, barred)
                colour = np.where(after_excuse, led_colour, colour)
                bit = np.where(after_excuse, led_bit, bit)
        is_alone = bit == 0
        return np.where(is_alone, EXCUSE_COLOUR, colour), bit

    def _lead(self, hand: Numbers, left: int, barred: int) -> tuple[Numbers, Numbers]:
        trumps, suits = hand[:, TRUMP_LED], hand[:, :TRUMP_LED]
        lengths = np.bitwise_count(suits).astype(np.int64)
        big = trumps & ~PETIT_BIT
        if barred != NOTHING_LED:
            others = np.delete(lengths, barred, axis=1).sum(axis=1)
            lengths[:, barred] = np.where((others > 0) | (trumps > 0), 0, lengths[:, barred])
        suit = lengths.argmax(axis=1)
        own = suits[self.rows, suit]
        out = np.bitwise_or.reduce(self.lanes.hands[self.rows, :, suit], axis=1) & ~own
        top = _HIGHEST[own]
        suit_bit = np.where(out < top, top, own & -own)
        plays_trump = self.attacks(self.turn) & (big > 0) & (np.bitwise_count(big) * MANY_TRUMPS >= left)
        no_suit = lengths.max(axis=1) == 0
        low = np.where(big > 0, big & -big, trumps)
        colour = np.where(plays_trump | no_suit, TRUMP_LED, suit)
        bit = np.where(plays_trump, _highest(big), np.where(no_suit, low, suit_bit))
        saves = (self.lanes.holder == self.turn) & (left == 2)
        return np.where(saves, EXCUSE_COLOUR, colour), np.where(saves, 0, bit)

    def _follow(self, hand: Numbers, place: int, left: int) -> tuple[Numbers, Numbers]:
        is_last = place == self.seats - 1
        led = np.maximum(self.led, 0)
        friend = self.attacks(self.turn) == self.attacks(self.winner)
        own, trumps = hand[self.rows, led], hand[:, TRUMP_LED]
        above = -(self.best << 1)
        out = np.bitwise_or.reduce(self.lanes.hands[self.rows, :, led], axis=1) & ~own
        safe = is_last | (out < self.best)
        top = _HIGHEST[own & _SUIT]
        takes = ((own & above) != 0) & (is_last | (out < top))
        colour, bit = led, np.where(takes | (friend & safe), top, own & -own)
        trump = _low_trump(trumps, above, friend, is_last=is_last)
        is_trump = (led == TRUMP_LED) | (own == 0)
        colour, bit = np.where(is_trump, TRUMP_LED, colour), np.where(is_trump, trump, bit)
        throws = np.nonzero(bit == 0)[0]
        if throws.size:
            colour[throws], bit[throws] = _thrown(hand[throws], (friend & safe)[throws])
        wins = ((colour == led) | (colour == TRUMP_LED)) & (bit > self.best)
        loses_points = ~friend & ~wins & (_POINTS_BY_HASH[bit % _HASH] >= SAVED)
        saves = (self.lanes.holder == self.turn) & (loses_points | (left <= LAST_CARDS))
        return np.where(saves, EXCUSE_COLOUR, colour), np.where(saves, 0, bit)


def _highest(bits: Numbers) -> Numbers:
    """The highest bit of each number; 0 for 0."""
    exponent = (bits.astype(np.float64).view(np.int64) >> 52) - 1023
    highest: Numbers = (np.int64(1) << np.maximum(exponent, 0)) * (bits != 0)
    return highest


def _low_trump(trumps: Numbers, above: Numbers, friend: Flags, *, is_last: bool) -> Numbers:
    """The lowest trump that goes over, else the lowest; the Petit only where it comes home."""
    over = trumps & above
    allowed = np.where(over != 0, over, trumps)
    without = allowed & ~PETIT_BIT
    low = np.where(without != 0, without & -without, allowed)
    if not is_last:
        return low
    comes_home = ((allowed & PETIT_BIT) != 0) & ((over != 0) | friend)
    return np.where(comes_home, PETIT_BIT, low)


def _thrown(hand: Numbers, gives: Flags) -> tuple[Numbers, Numbers]:
    """The dearest card of all suits where a friend gets it, else the cheapest; 0 without any."""
    suits, rows = hand[:, :TRUMP_LED], np.arange(len(hand))
    tops = _HIGHEST[suits]
    lows = suits & -suits
    dear = tops.argmax(axis=1)
    cheap = np.where(lows == 0, PETIT_BIT, lows).argmin(axis=1)
    return np.where(gives, dear, cheap), np.where(gives, tops[rows, dear], lows[rows, cheap])


def same_lanes(lanes: Lanes, times: int) -> Lanes:
    """All the lanes several times, one after the other."""
    return repeat_lanes(lanes, np.tile(np.arange(len(lanes.holder)), times))


def play_lanes(
    lanes: Lanes,
    first: tuple[Numbers, Numbers] | None = None,
    played: list[tuple[Numbers, Numbers]] | None = None,
) -> LaneEnds:
    """Play all lanes to their ends.

    Args:
        first: colour and bit of the first card of each lane; None to choose it as the others.
        played: gets colour and bit of every card, in order.
    """
    table = TrickTable(lanes)
    left = cards_left(lanes)
    for number in range(lanes.trick_count - left, lanes.trick_count):
        is_first = number == lanes.trick_count - left
        for place in range(len(lanes.trick) if is_first else 0, table.seats):
            barred = lanes.barred if number == 0 else NOTHING_LED
            card = first or table.choose(place, lanes.trick_count - number, barred)
            first = None
            table.put(*card)
            if played is not None:
                played.append(card)
        table.finish(number)
    return LaneEnds(lanes.half_points, lanes.bouts, table.petit, lanes.attack_tricks)


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
