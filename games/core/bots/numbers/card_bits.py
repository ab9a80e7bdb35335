"""Functions on plain numbers for cards of one colour as bits, in the order of `lanes`."""

from games.core.bots.numbers.lanes import BOUT_BITS
from games.core.compiled import compiled
from games.core.tricks import TRUMP_LED

QUEEN_BIT, KING_BIT = 1 << 12, 1 << 13
ALL_OF_SUIT = (1 << 14) - 1
ALL_TRUMPS = (1 << 35) - (1 << 14)
LOW_CARDS = (1 << 10) - 1
FIRST_FIGURE = 10
FIRST_TRUMP = 14
FIRST_MAJOR = 29


@compiled
def count_bits(bits: int) -> int:
    """Return the number of cards in a set."""
    # adds neighbouring groups of bits, without a loop over the cards
    bits -= bits >> 1 & 0x555555555
    bits = (bits & 0x333333333) + (bits >> 2 & 0x333333333)
    bits = bits + (bits >> 4) & 0xF0F0F0F0F
    bits += bits >> 8
    return bits + (bits >> 16) + (bits >> 32) & 0x3F


@compiled
def highest(bits: int) -> int:
    """Return the highest card of a set of one colour; 0 for none."""
    for shift in range(6):
        bits |= bits >> (1 << shift)
    return bits & ~(bits >> 1)


@compiled
def worth_class(bit: int) -> int:
    """Return 0 for a plain card of a suit, 1 to 4 for jack to king."""
    figure = bit >> FIRST_FIGURE
    return figure - (figure >> 2) - 2 * (figure >> 3)


@compiled
def card_bit_points(bit: int) -> int:
    """Return the half points of a card; a trump has none of the bits of figures."""
    return 9 if bit == 0 or bit & BOUT_BITS else 1 + 2 * worth_class(bit & ALL_OF_SUIT)


@compiled
def wins(colour: int, bit: int, led: int, best: int) -> bool:
    """Return whether a card beats the best one of a trick that was led."""
    return (bit > best) & ((colour == led) | (colour == TRUMP_LED))
