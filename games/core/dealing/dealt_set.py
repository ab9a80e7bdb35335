"""A set of deals: its boards, and what was agreed before they were dealt."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from games.core.dealing.boards import board_taker
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.dealt_game import DealtGame
from games.core.layouts import Layout, check_layout
from games.core.seats import SOUTH

MOST_BOARDS = 200
"""Boards that one set may hold."""


class Takers(StrEnum):
    """Who takes; the values are committed to."""

    FFT = "fft"
    """The seats of the federation's table."""
    SOUTH = "south"
    """South, whatever the board: the attack hands of quartets and teams."""
    NONE = "none"
    """Nobody is imposed: the auction is free."""

    def seat(self, number: int) -> int | None:
        """The seat of the taker of a board, from 1; None where nobody is imposed."""
        if self is Takers.SOUTH:
            return SOUTH
        return board_taker(number) if self is Takers.FFT else None


class Scope(StrEnum):
    """What of each deal is made beforehand; the values are committed to."""

    ALL = "all"
    TAKERS = "takers"
    """The imposed taker's hand alone; the rest is dealt at the table."""


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """One étui of a set."""

    number: int
    """From 1."""
    dealer: int
    """Seat."""
    taker: int | None
    """Seat of the imposed taker; None where the auction is free."""
    layout: Layout
    """Hands and piles; all empty but the taker's hand where nothing else was dealt."""


@dataclass(frozen=True, slots=True)
class SetDocument:
    """What a document says; whether it is true is for `verify_set` to find."""

    game: str
    """Stored name of the variant."""
    rules: str
    """Text of the rule-set."""
    algorithm: str
    board_count: int
    """The number of boards that was committed to."""
    constraints: DealConstraints
    commitment: str
    seed: bytes | None = field(repr=False)
    """None until it is revealed; a trace of an error does not show it."""
    boards: tuple[DealtBoard, ...]
    takers: Takers = Takers.FFT
    scope: Scope = Scope.ALL


def takers_of(boards: Sequence[DealtBoard]) -> Takers:
    """Who takes, as the boards say it."""
    for takers in Takers:
        if all(board.taker == takers.seat(board.number) for board in boards):
            return takers
    return Takers.NONE


def taker_hand_only(layout: Layout, taker: int) -> Layout:
    """The layout with every pocket but the taker's hand emptied."""
    hands = tuple(hand if seat == taker else frozenset() for seat, hand in enumerate(layout.hands))
    return Layout(hands, tuple(() for _ in layout.piles))


def sealed_part(board: DealtBoard, scope: Scope) -> Layout:
    """What of a board was dealt beforehand; the rest may have been written down at the table."""
    if scope is Scope.ALL or board.taker is None:
        return board.layout
    return taker_hand_only(board.layout, board.taker)


def check_board(board: DealtBoard, shape: DealtGame, scope: Scope) -> None:
    """Refuse a board that does not hold what the game deals, or the imposed taker's hand where that is all.

    Raises:
        InvalidDeal: as `check_layout`.
    """
    layout = board.layout
    if scope is Scope.ALL or board.taker is None or layout != taker_hand_only(layout, board.taker):
        return shape.check(layout)
    sizes = [size if seat == board.taker else 0 for seat, size in enumerate(shape.hand_sizes)]
    deck = layout.hands[board.taker] & frozenset(shape.deck)
    return check_layout(layout, deck, sizes, [0 for _ in shape.pile_sizes])
