"""Algorithm "etui-1": a permutation of the pack from a secret seed, a deal number and an attempt number.

1. The stream is SHAKE-256 of the bytes `etui-1/deal/<number>/<attempt>/` (ASCII, decimal numbers without
   leading zeros) followed by the seed. Its bytes are used one by one, from the first.
2. The pack starts as the list 0, 1, … 77 of card numbers. For i from 77 down to 1: read bytes until one is
   below 256 − (256 mod (i + 1)); that byte modulo (i + 1) is j; exchange the cards at places i and j.
3. Seat 0 receives the first hand's length of cards, seat 1 the next, and so on; the dog is the rest.

Rejecting the high bytes makes each j equally likely, hence each order, as far as SHAKE-256 is random.
"""

import hashlib
from collections.abc import Iterator
from itertools import chain

from games.core.cards import Card
from games.core.decks import ONE_PACK
from games.core.errors import DealingFailed

ALGORITHM = "etui-1"
SEED_SIZE = 32
"""Least length of a seed, in bytes: more than the 163 bits of a four-player deal."""

_FIRST_READ = 136
"""One block of SHAKE-256; an order of the pack takes 84 bytes on average and hardly ever as many as this."""
_DRAWS = tuple((last, last + 1, 256 - 256 % (last + 1)) for last in range(len(ONE_PACK) - 1, 0, -1))
"""For each step: the last place, how many places to choose among, and the first byte that is rejected."""


def check_seed(seed: bytes) -> None:
    """Refuse a seed that is too short to keep the deals secret (`seed_too_short`)."""
    if len(seed) < SEED_SIZE:
        message = f"seed of {len(seed)} bytes, less than {SEED_SIZE}"
        raise DealingFailed("seed_too_short", message, field="seed", size=len(seed), least=SEED_SIZE)


def shuffled_pack(seed: bytes, number: int, attempt: int) -> list[Card]:
    """The 78 cards in the order of one attempt at one deal.

    Args:
        seed: at least 32 secret bytes.
        number: number of the deal, from 1.
        attempt: from 0.

    Raises:
        DealingFailed: the seed is too short.
    """
    check_seed(seed)
    cards = list(ONE_PACK)
    stream = _stream_bytes(f"{ALGORITHM}/deal/{number}/{attempt}/".encode("ascii") + seed)
    for last, bound, limit in _DRAWS:
        byte = next(stream)
        while byte >= limit:
            byte = next(stream)
        chosen = byte % bound
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def _stream_bytes(message: bytes) -> Iterator[int]:
    """The bytes of SHAKE-256."""
    return chain.from_iterable(_digests(message))


def _digests(message: bytes) -> Iterator[bytes]:
    """The stream in pieces, read in growing lengths: a longer digest begins with the shorter one."""
    stream = hashlib.shake_256(message)
    done, length = 0, _FIRST_READ
    while True:
        yield stream.digest(length)[done:]
        done, length = length, 2 * length
