"""Balance of a set of deals: strength of the hands, difficulty of the attacks, and share of each line.

A line is the players who keep one seat all evening. The points are those of `hand_value`, before the dog. The
levels of difficulty are our reading of the same scale for an imposed garde. They do not predict results.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from games.core.cards import Card
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.dealing.dealt_set import DealtBoard
from games.core.dealing.hand_value import LEAST_VALUES, evaluate_hand
from games.core.outcome import Bid
from games.core.seats import SEAT_LETTERS
from games.core.variant import TAROT_4

_GARDE = LEAST_VALUES[Bid.GARDE]


class Difficulty(StrEnum):
    """Difficulty of an imposed garde for the taker, from the points of the hand."""

    VERY_HARD = "very_hard"
    """Less than a prise: below 40 points."""
    HARD = "hard"
    """A prise, no garde: 40 to 55."""
    FAIR = "fair"
    """The lower half of a garde: 56 to 62."""
    EASY = "easy"
    """The upper half of a garde: 63 to 70."""
    VERY_EASY = "very_easy"
    """More than a garde: 71 and above."""


# the highest level first: the first limit that is reached counts
_LEAST_POINTS = (
    (LEAST_VALUES[Bid.GARDE_SANS], Difficulty.VERY_EASY),
    (63, Difficulty.EASY),
    (_GARDE, Difficulty.FAIR),
    (LEAST_VALUES[Bid.PRISE], Difficulty.HARD),
    (0, Difficulty.VERY_HARD),
)


@dataclass(frozen=True, slots=True)
class BoardBalance:
    """The strength of one board."""

    number: int
    taker: int | None
    """Seat of the taker."""
    strengths: tuple[int | None, ...]
    """Points of each seat's hand, from seat 0; None for a hand that is not dealt."""
    difficulty: Difficulty | None
    """Difficulty of the attack; None without a taker."""

    @property
    def attack(self) -> int | None:
        """Points of the taker's hand."""
        return None if self.taker is None else self.strengths[self.taker]


@dataclass(frozen=True, slots=True)
class LineBalance:
    """The hands of one line over a whole set."""

    seat: int
    attacks: int
    """Number of boards that the line takes."""
    attack_points: Fraction | None
    """Mean points of the hands with which the line takes; None without any."""
    defence_points: Fraction | None
    """Mean points of the other hands of the line; None if none is dealt."""


@dataclass(frozen=True, slots=True)
class SetBalance:
    """The strength of a set, board by board and line by line."""

    boards: tuple[BoardBalance, ...]
    """Balance of each board, in the order of the set."""
    lines: tuple[LineBalance, ...]
    """Balance of each line, from seat 0."""

    @property
    def attacks_spread(self) -> int:
        """The highest number of attacks of a line, less the lowest."""
        counts = [line.attacks for line in self.lines]
        return max(counts) - min(counts)

    @property
    def attack_spread(self) -> Fraction | None:
        """The highest mean of a line's attacks, less the lowest; None without attacks."""
        return _spread(line.attack_points for line in self.lines)

    @property
    def defence_spread(self) -> Fraction | None:
        """The highest mean of a line's other hands, less the lowest; None without such hands."""
        return _spread(line.defence_points for line in self.lines)

    def count(self, difficulty: Difficulty) -> int:
        """Return the number of boards of this difficulty."""
        return sum(board.difficulty is difficulty for board in self.boards)


def has_scale(game: str) -> bool:
    """Return whether the points of `hand_value` measure the hands of a game."""
    return game == FEDERATION_GAME


def set_balance(boards: Sequence[DealtBoard]) -> SetBalance:
    """The balance of boards of the federation's game. Hands of another length count as not dealt."""
    balances = tuple(map(board_balance, boards))
    return SetBalance(balances, tuple(_line(seat, balances) for seat in range(len(SEAT_LETTERS))))


def board_balance(board: DealtBoard) -> BoardBalance:
    """The balance of one board."""
    strengths = tuple(map(_strength, board.layout.hands))
    attack = None if board.taker is None else strengths[board.taker]
    return BoardBalance(board.number, board.taker, strengths, _difficulty(attack))


def _strength(hand: frozenset[Card]) -> int | None:
    # the scale is made for hands of 18 cards
    return evaluate_hand(hand).with_dog if len(hand) == TAROT_4.hand_size else None


def _difficulty(attack: int | None) -> Difficulty | None:
    if attack is None:
        return None
    return next(level for least, level in _LEAST_POINTS if attack >= least)


def _line(seat: int, boards: Sequence[BoardBalance]) -> LineBalance:
    attack_points = [board.attack for board in boards if board.taker == seat]
    defence_points = [board.strengths[seat] for board in boards if board.taker != seat]
    return LineBalance(seat, len(attack_points), _mean(attack_points), _mean(defence_points))


def _mean(points: Iterable[int | None]) -> Fraction | None:
    numbers = [value for value in points if value is not None]
    return Fraction(sum(numbers), len(numbers)) if numbers else None


def _spread(means: Iterable[Fraction | None]) -> Fraction | None:
    numbers = [mean for mean in means if mean is not None]
    return max(numbers) - min(numbers) if numbers else None
