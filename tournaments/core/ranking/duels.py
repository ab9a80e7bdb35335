"""Team against team on one board: what both attacks made of the same cards, in match points (PM)."""

from dataclasses import dataclass

import numpy as np

from tournaments.core.errors import InvalidGrid
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.score_grid import (
    HIGHEST_SCORE,
    NOBODY,
    SEAT_COUNT,
    BoolArray,
    IntArray,
    PlayStatus,
    ScoreGrid,
    check_range,
)


@dataclass(frozen=True, slots=True, eq=False)
class UnitPlays:
    """One row per play of an event between units (triplets, quartets, teams); any order of the rows.

    Raises:
        InvalidGrid: arrays of other lengths (`grid_shape`), a number out of its range (`grid_range`), or a
            unit that meets itself (`grid_self`).
    """

    board: IntArray
    """board[play]: number of the board, from 0."""
    attack: IntArray
    """attack[play]: unit of the taker, from 0."""
    defence: IntArray
    """defence[play]: unit of the three defenders, from 0."""
    score: IntArray
    """score[play]: points of one defender seen from the attack, signed."""
    status: IntArray
    """status[play]: a `PlayStatus`."""

    def __post_init__(self) -> None:
        names = ("board", "attack", "defence", "score", "status")
        for name in names:
            array = np.array(getattr(self, name), dtype=np.int64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
            if array.shape != (self.board.size,):
                raise InvalidGrid(
                    "grid_shape",
                    f"{name} has the shape {array.shape}, not {(self.board.size,)}",
                    field=name,
                    play_count=self.board.size,
                )
        for name in ("board", "attack", "defence"):
            check_range(name, getattr(self, name), 0, None)
        check_range("score", self.score, -HIGHEST_SCORE, HIGHEST_SCORE)
        check_range("status", self.status, min(PlayStatus), max(PlayStatus))
        if (self.attack == self.defence).any():
            unit = int(self.attack[np.flatnonzero(self.attack == self.defence)[0]])
            raise InvalidGrid("grid_self", f"unit {unit} attacks itself", field="defence", number=unit)

    def as_score_grid(self, line: IntArray, section: IntArray | None = None) -> ScoreGrid:
        """The same plays for a comparison by topage: the attack takes in N, W sits for the three defenders.

        Args:
            line: line[unit], 0 to 3: units of one line are ranked together in an alternated ranking.
            section: section[play], as `ScoreGrid.section`; all in one by default.
        """
        players = np.full((self.board.size, SEAT_COUNT), NOBODY)
        players[:, 0], players[:, 1] = self.attack, self.defence
        taker_seat = np.zeros_like(self.board)
        colour = np.zeros_like(self.board) if section is None else section
        return ScoreGrid(self.board, taker_seat, players, self.score, self.status, line, colour)


@dataclass(frozen=True, slots=True, eq=False)
class Duels:
    """Boards on which both units have attacked each other; one row per duel, by board, then units."""

    board: IntArray
    """board[duel], from 0."""
    first: IntArray
    """first[duel]: the unit with the lower number."""
    second: IntArray
    """second[duel]: the other unit."""
    difference: IntArray
    """difference[duel]: first's score in attack less second's; 0 for a neutralised duel."""
    is_counted: BoolArray
    """is_counted[duel]: neither of the two plays is neutralised."""
    waiting: tuple[int, ...]
    """Rows of the plays whose other half has not been played."""


def find_duels(plays: UnitPlays) -> Duels:
    """Put the two halves of every duel together.

    Raises:
        InvalidGrid: `duel_twice`, when a unit attacks another one twice on a board.
    """
    first = np.minimum(plays.attack, plays.defence)
    second = np.maximum(plays.attack, plays.defence)
    is_away = plays.attack == second
    order = np.lexsort((is_away, second, first, plays.board))
    keys = np.stack((plays.board, first, second))[:, order]
    is_same = np.zeros(order.size, dtype=np.bool_)
    is_same[:-1] = (keys[:, 1:] == keys[:, :-1]).all(axis=0)
    is_twice = is_same & (is_away[order] == np.roll(is_away[order], -1))
    if is_twice.any():
        board = int(keys[0, np.flatnonzero(is_twice)[0]])
        raise InvalidGrid(
            "duel_twice", f"one attack is there twice on board {board}", field="board", number=board
        )
    home, away = order[is_same], order[np.flatnonzero(is_same) + 1]
    is_counted = (plays.status[home] != PlayStatus.NEUTRALISED) & (
        plays.status[away] != PlayStatus.NEUTRALISED
    )
    is_waiting = ~is_same & ~np.roll(is_same, 1)
    return Duels(
        board=plays.board[home],
        first=first[home],
        second=second[home],
        difference=np.where(is_counted, plays.score[home] - plays.score[away], 0),
        is_counted=is_counted,
        waiting=tuple(np.sort(order[is_waiting]).tolist()),
    )


def duel_points(difference: int, *, is_one_sided: bool = False) -> tuple[RootSum, RootSum]:
    """Match points of the first and of the second unit: sign(d) × √|d| and its opposite.

    Args:
        is_one_sided: the better unit has √|d| and the other one 0 (équipes); else zero sum (quadrettes).

    Source:
        FFT, Règlement officiel (2012) R22-R26.
    """
    if is_one_sided:
        return RootSum.signed_root(max(difference, 0)), RootSum.signed_root(max(-difference, 0))
    points = RootSum.signed_root(difference)
    return points, -points
