"""What many worlds come to by rules of thumb: by NumPy, or by compiled functions in a process that uses them.

Both give the same numbers. NumPy is loaded with this module, numba by `use_compiled` alone.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from games.core.bots import lanes as numpy_lanes
from games.core.bots.lanes import LaneEnds, Lanes, Numbers, Places, TrickTable, bit_of, colour_of
from games.core.bots.tarot_sight import TarotSight
from games.core.cards import Card
from games.core.tricks import NOTHING_LED


class _Player(Protocol):
    """The module of compiled functions."""

    def play_lanes(self, lanes: Lanes, first: tuple[Numbers, Numbers] | None = None) -> LaneEnds: ...

    def count_surprises(self, sight: TarotSight, lanes: Lanes) -> Numbers: ...

    def search_cards(self, lanes: Lanes, cards: Sequence[Card], worths: Numbers) -> Numbers: ...

    def lay_together(
        self,
        options: Sequence[Sequence[int]],
        sizes: Sequence[int],
        alike: int,
        seed: int,
        lanes: int,
        most: int,
    ) -> Places: ...

    def hold_cards(
        self, places: Places, cards: Sequence[Card | None], seat_of: Numbers, seats: int
    ) -> tuple[Numbers, Numbers]: ...

    def weigh_hands(
        self, places: Places, cards: Sequence[Card], owner_of: Numbers, left_out: Sequence[int]
    ) -> Numbers: ...


_COMPILED: list[_Player] = []
"""The module of compiled functions once this process uses them; else nothing."""


def use_compiled() -> None:
    """Use compiled functions from now on, where numba is installed, with the same results.

    Loads numba, and compiles for some seconds unless that was kept.
    """
    if _COMPILED:
        return
    from games.core.bots import compiled_lanes  # noqa: PLC0415 - numba, for who wants it
    from games.core.compiled import IS_COMPILED  # noqa: PLC0415 - numba, for who wants it

    if IS_COMPILED:
        _COMPILED.append(compiled_lanes)


def compiled_functions() -> _Player | None:
    """The compiled functions, in a process that uses them."""
    return _COMPILED[0] if _COMPILED else None


def play_lanes(lanes: Lanes, first: tuple[Numbers, Numbers] | None = None) -> LaneEnds:
    """Play all lanes to their ends by rules of thumb. They may be changed.

    Args:
        first: colour and bit of the first card of each lane; None to choose it as the others.
    """
    for compiled in _COMPILED:
        return compiled.play_lanes(lanes, first)
    return numpy_lanes.play_lanes(lanes, first)


def count_surprises(sight: TarotSight, lanes: Lanes) -> Numbers:
    """How many cards of the other seats rules of thumb would not have played from their hands, by lane.

    Args:
        lanes: the worlds before the first card, every hand whole. They may be changed.
    """
    for compiled in _COMPILED:
        return compiled.count_surprises(sight, lanes)
    surprises = np.zeros(len(lanes.holder), np.int64)
    table = TrickTable(lanes)
    tricks = [*((leader, cards) for leader, cards, _ in sight.tricks), (sight.leader, sight.trick)]
    for number, (leader, cards) in enumerate(tricks):
        for place, card in enumerate(cards):
            if (leader + place) % table.seats != sight.view.seat:
                surprises += _differs(table, place, lanes.trick_count - number, lanes.barred, number, card)
            count = len(table.rows)
            table.put(np.full(count, colour_of(card)), np.full(count, bit_of(card)))
        if len(cards) == table.seats:
            table.finish(number)
    return surprises


def _differs(table: TrickTable, place: int, left: int, barred: int, number: int, card: Card) -> Numbers:
    colour, bit = table.choose(place, left, barred if number == 0 else NOTHING_LED)
    differs: Numbers = ((colour != colour_of(card)) | (bit != bit_of(card))).astype(np.int64)
    return differs
