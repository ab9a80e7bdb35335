"""A set of deals: its boards, and the terms under which they were dealt."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from games.core.dealing.boards import board_taker
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.dealt_game import DealtGame
from games.core.layouts import Layout, check_layout
from games.core.seats import SOUTH

MOST_BOARDS = 200
"""Largest number of boards in a set."""


class Takers(StrEnum):
    """Rule that gives the taker of each board of a set. The values are part of the commitment."""

    FFT = "fft"
    """Seat of the taker by the federation's table."""
    SOUTH = "south"
    """South on every board: the attack hands of quartets and teams."""
    NONE = "none"
    """No imposed taker: the auction is free."""

    def seat(self, number: int) -> int | None:
        """Return the seat of the taker of board `number` (from 1); None without an imposed taker."""
        if self is Takers.SOUTH:
            return SOUTH
        return board_taker(number) if self is Takers.FFT else None


class Scope(StrEnum):
    """The part of each deal that is made beforehand. The values are part of the commitment."""

    ALL = "all"
    TAKERS = "takers"
    """The imposed taker's hand alone; all other cards are dealt at the table."""


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """One étui of a set."""

    number: int
    """Number of the étui, from 1."""
    dealer: int
    """Seat of the dealer."""
    taker: int | None
    """Seat of the imposed taker; None where the auction is free."""
    layout: Layout
    """Hands and piles; all empty except for the taker's hand if only that was dealt."""


@dataclass(frozen=True, slots=True)
class SetDocument:
    """Content of a document of a set. It is not verified: see `verify_set`."""

    game: str
    """Stored name of the variant."""
    rules: str
    """Text of the rule-set."""
    algorithm: str
    board_count: int
    """Number of boards in the commitment."""
    constraints: DealConstraints
    commitment: str
    seed: bytes | None = field(repr=False)
    """Secret seed; None until it is revealed. It is left out of the `repr`, hence of error traces."""
    boards: tuple[DealtBoard, ...]
    takers: Takers = Takers.FFT
    scope: Scope = Scope.ALL


def takers_of(boards: Sequence[DealtBoard]) -> Takers:
    """Return the first rule that gives the takers of all these boards."""
    # the federation's table first: the first rule that fits every board counts
    for takers in Takers:
        if all(board.taker == takers.seat(board.number) for board in boards):
            return takers
    return Takers.NONE


def taker_hand_only(layout: Layout, taker: int) -> Layout:
    """Return the layout with only the taker's hand, and all other pockets empty."""
    hands = tuple(hand if seat == taker else frozenset() for seat, hand in enumerate(layout.hands))
    return Layout(hands, tuple(() for _ in layout.piles))


def sealed_part(board: DealtBoard, scope: Scope) -> Layout:
    """Return the part of a board that was dealt beforehand. The other cards may be recorded at the table."""
    if scope is Scope.ALL or board.taker is None:
        return board.layout
    return taker_hand_only(board.layout, board.taker)


def check_board(board: DealtBoard, shape: DealtGame, scope: Scope) -> None:
    """Refuse a board that is not a complete deal of the game.

    With the scope `TAKERS`, a board with the taker's hand alone is valid as well.

    Raises:
        InvalidDeal: as `check_layout`.
    """
    layout = board.layout
    if scope is Scope.ALL or board.taker is None or layout != taker_hand_only(layout, board.taker):
        return shape.check(layout)
    sizes = [size if seat == board.taker else 0 for seat, size in enumerate(shape.hand_sizes)]
    deck = layout.hands[board.taker] & frozenset(shape.deck)
    return check_layout(layout, deck, sizes, [0 for _ in shape.pile_sizes])
