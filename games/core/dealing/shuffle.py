"""The shuffle: a permutation of a deck from a secret seed, a deal number and an attempt number.

1. The stream is SHAKE-256 of the bytes `etui-1/deal/<number>/<attempt>/` (ASCII, decimal numbers without
   leading zeros) followed by the seed. Its bytes are used one by one, from the first.
2. The cards start in the order of the deck, which for one pack is 0, 1, … 77. For i from the last place down
   to 1: read bytes until one is below 256 − (256 mod (i + 1)); that byte modulo (i + 1) is j; exchange the
   cards at places i and j.
3. Seat 0 receives the first hand's length of cards, seat 1 the next, and so on; then come the piles.

Rejecting the high bytes makes each j equally likely, hence each order, as far as SHAKE-256 is random.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from games.core.cards import Card
from games.core.errors import DealingFailed

SEED_SIZE = 32
"""Least length of a seed, in bytes: more than the 163 bits of a four-player deal."""
_STREAM = "etui-1/deal"
_FIRST_READ = 136
"""Bytes of the first read: one block of SHAKE-256. The order of one pack takes 84 bytes on average and almost
never more than a block.
"""


def check_seed(seed: bytes) -> None:
    """Refuse a seed that is too short to keep the deals secret (`seed_too_short`)."""
    if len(seed) < SEED_SIZE:
        message = f"seed of {len(seed)} bytes, less than {SEED_SIZE}"
        raise DealingFailed("seed_too_short", message, field="seed", size=len(seed), least=SEED_SIZE)


def shuffled_deck(deck: Sequence[Card], seed: bytes, number: int, attempt: int) -> list[Card]:
    """Return the cards of a deck in the order of one attempt at one deal.

    Args:
        deck: 256 cards at most, in the order from which the shuffle starts.
        seed: at least 32 secret bytes.
        number: number of the deal, from 1.
        attempt: number of the attempt, from 0.

    Raises:
        DealingFailed: the seed is too short.
    """
    check_seed(seed)
    cards = list(deck)
    stream = _stream_bytes(f"{_STREAM}/{number}/{attempt}/".encode("ascii") + seed)
    for last, bound, limit in _draws(len(cards)):
        byte = next(stream)
        # high bytes are rejected: without that, some places would be more likely
        while byte >= limit:
            byte = next(stream)
        place = byte % bound
        cards[last], cards[place] = cards[place], cards[last]
    return cards


@lru_cache
def _draws(count: int) -> tuple[tuple[int, int, int], ...]:
    """Return for each step the last place, the number of places to draw from, and the first rejected byte."""
    return tuple((last, last + 1, 256 - 256 % (last + 1)) for last in range(count - 1, 0, -1))


def _stream_bytes(message: bytes) -> Iterator[int]:
    """The bytes of SHAKE-256."""
    return chain.from_iterable(_digests(message))


def _digests(message: bytes) -> Iterator[bytes]:
    """Yield the stream in pieces of growing length."""
    stream = hashlib.shake_256(message)
    start, length = 0, _FIRST_READ
    while True:
        # a longer digest begins with the shorter one
        yield stream.digest(length)[start:]
        start, length = length, 2 * length
