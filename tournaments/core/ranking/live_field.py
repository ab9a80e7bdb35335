"""The field of every board kept up to date result by result, so that a table knows its mark at once."""

from fractions import Fraction

import numpy as np

from tournaments.core.errors import InvalidGrid
from tournaments.core.ranking.comparison import attack_marks
from tournaments.core.ranking.score_grid import HIGHEST_SCORE, ScoreGrid

_WIDTH = 2 * HIGHEST_SCORE + 1


class LiveField:
    """How often each score was made on each board; it changes as results come, go and are corrected.

    Counts are those of `mark_plays` for the same results, whatever the order in which they came. Colours are
    compared together.
    """

    def __init__(self, board_count: int) -> None:
        self._histogram = np.zeros((board_count, _WIDTH), dtype=np.int32)
        self._size = np.zeros(board_count, dtype=np.int64)

    @classmethod
    def of(cls, grid: ScoreGrid) -> "LiveField":
        """The field of all plays of a grid that are compared."""
        live = cls(int(grid.board.max(initial=-1)) + 1)
        boards, scores = grid.board[grid.is_compared], grid.score[grid.is_compared]
        np.add.at(live._histogram, (boards, scores + HIGHEST_SCORE), 1)
        np.add.at(live._size, boards, 1)
        return live

    def add(self, board: int, score: int) -> None:
        """A result arrives.

        Raises:
            InvalidGrid: `grid_range`, for a score that no deal reaches.
        """
        if abs(score) > HIGHEST_SCORE:
            raise InvalidGrid(
                "grid_range",
                f"score {score} not in {-HIGHEST_SCORE}..{HIGHEST_SCORE}",
                field="score",
                number=score,
                lowest=-HIGHEST_SCORE,
                highest=HIGHEST_SCORE,
            )
        self._histogram[board, score + HIGHEST_SCORE] += 1
        self._size[board] += 1

    def remove(self, board: int, score: int) -> None:
        """A result is withdrawn: corrected (add the other one), neutralised or made a collective zero.

        Raises:
            InvalidGrid: `score_not_there`.
        """
        if abs(score) > HIGHEST_SCORE or not self._histogram[board, score + HIGHEST_SCORE]:
            raise InvalidGrid(
                "score_not_there",
                f"no score {score} on board {board}",
                field="score",
                number=score,
                board=board,
            )
        self._histogram[board, score + HIGHEST_SCORE] -= 1
        self._size[board] -= 1

    def counts(self, board: int, score: int) -> tuple[int, int, int]:
        """(lower, other equal, size of the field) for a score that is on the board."""
        column = score + HIGHEST_SCORE
        row = self._histogram[board]
        return int(row[:column].sum()), int(row[column]) - 1, int(self._size[board])

    def attack_percent(self, board: int, score: int) -> Fraction:
        """The attack's mark of a score that is on the board, in per cent; 50 alone."""
        lower, equal, size = (np.array([number]) for number in self.counts(board, score))
        numerator, denominator = attack_marks(lower, equal, size)
        return Fraction(100 * int(numerator[0]), int(denominator[0]))
