"""The plays of a tournament as arrays, from which alone a ranking is computed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from tournaments.core.errors import InvalidGrid

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

SEAT_COUNT = 4
NOBODY = -1
HIGHEST_SCORE = 2_000
"""Bound that no deal reaches. A larger number is a mistake of the caller, and would widen the histograms."""


class PlayStatus(IntEnum):
    """Effect of a play on the marks."""

    PLAYED = 0
    """The play is compared with the other plays of the board."""
    NEUTRALISED = 1
    """Void for the four players: no mark, no comparison, the score ignored."""
    COLLECTIVE_ZERO = 2
    """0 % for the four players, no comparison, the score ignored."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreGrid:
    """The plays of a tournament, one row for each board at each table, in any order.

    Arrays are copied and made read-only. A play without a result has no row. The class does not check that a
    player plays a board only once.

    Raises:
        InvalidGrid: arrays of other lengths (`grid_shape`), or a number out of its range (`grid_range`).
    """

    board: IntArray
    """board[play]: number of the board, from 0. Plays with equal numbers are compared with each other."""
    taker_seat: IntArray
    """taker_seat[play]: 0=N, 1=W, 2=S, 3=E."""
    players: IntArray
    """players[play, seat]: number of the ranked unit, from 0; −1 for an empty seat."""
    score: IntArray
    """score[play]: points of one defender from the attack's side, signed."""
    status: IntArray
    """status[play]: a `PlayStatus`."""
    line: IntArray
    """line[player]: the seat that the player keeps. Its length is the number of players."""
    section: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """section[play]: parallel tournament (colour), from 0. An empty array puts all in one."""

    def __post_init__(self) -> None:
        if np.size(self.section) == 0:
            object.__setattr__(self, "section", np.zeros(np.size(self.board)))
        for name in ("board", "taker_seat", "players", "score", "status", "line", "section"):
            array = np.array(getattr(self, name), dtype=np.int64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        self._check_shapes()
        check_array_range("board", self.board, 0, None)
        check_array_range("taker_seat", self.taker_seat, 0, SEAT_COUNT - 1)
        check_array_range("players", self.players, NOBODY, self.player_count - 1)
        check_array_range("score", self.score, -HIGHEST_SCORE, HIGHEST_SCORE)
        check_array_range("status", self.status, min(PlayStatus), max(PlayStatus))
        check_array_range("line", self.line, 0, SEAT_COUNT - 1)
        check_array_range("section", self.section, 0, None)

    @property
    def play_count(self) -> int:
        return int(self.board.size)

    @property
    def player_count(self) -> int:
        return int(self.line.size)

    @property
    def is_compared(self) -> BoolArray:
        """is_compared[play]: True if the score of the play counts in the field of its board."""
        return np.asarray(self.status == PlayStatus.PLAYED)

    def _check_shapes(self) -> None:
        plays = (self.play_count,)
        by_play = ("board", "taker_seat", "score", "status", "section")
        shapes = {name: getattr(self, name).shape for name in by_play}
        wrong = {name: shape for name, shape in shapes.items() if shape != plays}
        if self.players.shape != (*plays, SEAT_COUNT):
            wrong["players"] = self.players.shape
        if self.line.ndim != 1:
            wrong["line"] = self.line.shape
        if wrong:
            raise InvalidGrid(
                "grid_shape",
                f"shapes {wrong} do not fit {self.play_count} plays of {SEAT_COUNT} seats",
                field=next(iter(wrong)),
                play_count=self.play_count,
            )


def check_array_range(name: str, array: IntArray, lowest: int, highest: int | None) -> None:
    """Refuse an array with a number out of its range.

    Raises:
        InvalidGrid: `grid_range`.
    """
    if array.size == 0:
        return
    for number in (int(array.min()), int(array.max())):
        if number < lowest or (highest is not None and number > highest):
            raise InvalidGrid(
                "grid_range",
                f"{name} {number} not in {lowest}..{'' if highest is None else highest}",
                field=name,
                number=number,
                lowest=lowest,
                highest=highest,
            )


def join_grids(grids: Sequence[ScoreGrid]) -> ScoreGrid:
    """Return one event over several sites. Players and sections of each site are numbered on.

    The players of site 1 follow those of site 0, in their order.
    """
    first_player = first_section = 0
    players, sections = [], []
    for grid in grids:
        players.append(np.where(grid.players == NOBODY, NOBODY, grid.players + first_player))
        sections.append(grid.section + first_section)
        first_player += grid.player_count
        first_section += int(grid.section.max(initial=-1)) + 1
    return ScoreGrid(
        board=np.concatenate([grid.board for grid in grids]),
        taker_seat=np.concatenate([grid.taker_seat for grid in grids]),
        players=np.concatenate(players),
        score=np.concatenate([grid.score for grid in grids]),
        status=np.concatenate([grid.status for grid in grids]),
        line=np.concatenate([grid.line for grid in grids]),
        section=np.concatenate(sections),
    )
