"""Events of any game in which every seat has a score, compared with the same seat at other tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm

import numpy as np

from games.core.facts.sums import whole
from games.core.play import Points
from tournaments.core.errors import InvalidGrid
from tournaments.core.ranking.comparison import attack_marks, count_field
from tournaments.core.ranking.exact import ExactArray, common_denominator, over_common, sum_by_cell
from tournaments.core.ranking.score_grid import (
    NOBODY,
    BoolArray,
    IntArray,
    PlayStatus,
    check_array_range,
)

HIGHEST_SEAT_SCORE = 1_000_000
"""Bound in points that no game comes near."""
MOST_PARTS = lcm(*range(1, 17))
"""Largest number of parts of a point. A table has sixteen players at most, and no camp has more."""


class Method(StrEnum):
    """Method by which scores become marks."""

    TOPAGE = "topage"
    """Share of the field that is beaten, in per cent. The mean over the deals is ranked."""
    DIFFERENCE = "difference"
    """Distance to the mean of the field without its extremes. The sum is ranked."""
    TOTAL = "total"
    """The score itself. The sum is ranked."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The choices of an event whose seats are compared."""

    method: Method = Method.TOPAGE
    lowest_wins: bool = False
    trim: int = 0
    """Number of scores left out at each end before the mean of a field (`DIFFERENCE`). At least one stays."""
    is_neuberg: bool = False
    """Neuberg's formula, as `Topage.is_neuberg`."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatGrid:
    """The plays of an event, one row each, in any order. Scores of empty seats are ignored.

    Raises:
        InvalidGrid: arrays of other lengths (`grid_shape`) or a number out of its range (`grid_range`).
    """

    board: IntArray
    """board[play]: number of the deal, from 0. Seats are compared over the plays of a board."""
    players: IntArray
    """players[play, seat]: number of the ranked player, from 0; −1 for an empty seat."""
    score: IntArray
    """score[play, seat]: signed, in parts of a point."""
    status: IntArray
    """status[play]: a `PlayStatus`."""
    player_count: int
    parts: int = 1
    """Number of parts of a point."""

    def __post_init__(self) -> None:
        for name in ("board", "players", "score", "status"):
            array = np.array(getattr(self, name), dtype=np.int64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        plays = self.board.shape
        is_sound = self.players.ndim == 2 and self.players.shape[:1] == plays == self.status.shape
        if not is_sound or self.score.shape != self.players.shape:
            raise InvalidGrid(
                "grid_shape",
                f"players {self.players.shape}, score {self.score.shape} do not fit {self.board.size} plays",
                field="players",
                play_count=self.board.size,
            )
        check_array_range("board", self.board, 0, None)
        check_array_range("players", self.players, NOBODY, self.player_count - 1)
        highest = HIGHEST_SEAT_SCORE * self.parts
        check_array_range("score", self.score, -highest, highest)
        check_array_range("status", self.status, min(PlayStatus), max(PlayStatus))

    def points(self, play: int, seat: int) -> Points:
        """Return the score of a seat, in points."""
        return whole(Fraction(int(self.score[play, seat]), self.parts))


def over_parts(scores: Sequence[Sequence[Points]]) -> tuple[list[list[int]], int]:
    """Return rows of scores as whole parts of a point, the largest possible, and their number in a point."""
    denominators = {score.denominator for row in scores for score in row}
    if denominators <= {1}:
        return [[int(score) for score in row] for row in scores], 1
    parts = lcm(*denominators)
    return [[int(score * parts) for score in row] for row in scores], parts


@dataclass(frozen=True, slots=True, eq=False)
class SeatMarks:
    """The mark of every seat of every play as an exact fraction. Rows are in the order of the grid."""

    numerator: IntArray
    """numerator[play, seat]: parts of a whole for topage, else points. A higher mark is always better."""
    denominator: IntArray
    """denominator[play, seat], never 0."""
    is_counted: BoolArray
    """is_counted[play, seat]: True if the seat has a player and the deal is not neutralised."""
    field_size: IntArray
    """field_size[play, seat]: number of scores compared, this one included; 0 if not compared."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatTotals:
    """The sums or means of every player's marks."""

    value: ExactArray
    """value[player] over `denominator`: mean for topage, else sum; 0 without a deal."""
    denominator: int
    deal_count: IntArray
    """deal_count[player]: number of marks that count."""

    def result(self, player: int) -> Fraction | None:
        """Return the exact result, a part of a whole for topage, else points; None without a deal."""
        if not self.deal_count[player]:
            return None
        return Fraction(int(self.value[player]), self.denominator)


def mark_seats(grid: SeatGrid, comparison: Comparison) -> SeatMarks:
    """Compare every seat with the same seat of the other plays of its board.

    A collective zero is the lowest mark of a topage, else 0 points. It is in no field of other plays.

    Source:
        Choices in docs/ranking.md. Topage is as in `mark_plays`.
    """
    is_counted = (grid.players != NOBODY) & (grid.status != PlayStatus.NEUTRALISED)[:, None]
    is_compared = is_counted & (grid.status == PlayStatus.PLAYED)[:, None]
    # a higher number is better from here on
    score = -grid.score if comparison.lowest_wins else grid.score
    numerator = np.zeros(score.shape, dtype=np.int64)
    denominator = np.ones(score.shape, dtype=np.int64)
    field_size = np.zeros(score.shape, dtype=np.int64)
    # one group for each board and seat
    group = (grid.board[:, None] * score.shape[1] + np.arange(score.shape[1]))[is_compared]
    compared_scores = score[is_compared]
    if compared_scores.size:
        counts = count_field(group, compared_scores)
        field_size[is_compared] = counts.size
        if comparison.method is Method.TOPAGE:
            marks = attack_marks(counts.lower, counts.equal, counts.size, is_neuberg=comparison.is_neuberg)
        elif comparison.method is Method.DIFFERENCE:
            distance, remaining_size = _differences(group, compared_scores, comparison.trim)
            marks = distance, remaining_size * grid.parts
        else:
            marks = compared_scores, np.full_like(compared_scores, grid.parts)
        numerator[is_compared], denominator[is_compared] = marks
    return SeatMarks(numerator, denominator, is_counted, field_size)


def add_up_seats(grid: SeatGrid, marks: SeatMarks, comparison: Comparison) -> SeatTotals:
    """Return the mean of a player's marks for topage, their sum for the other methods."""
    players = grid.players[marks.is_counted]
    counts = np.bincount(players, minlength=grid.player_count)
    common = common_denominator(marks.denominator[marks.is_counted])
    scaled = over_common(marks.numerator[marks.is_counted], marks.denominator[marks.is_counted], common)
    sums = sum_by_cell(players, scaled, grid.player_count)
    if comparison.method is not Method.TOPAGE:
        return SeatTotals(sums, common, counts)
    per_mean = common_denominator(np.maximum(counts, 1))
    # objects, because these products may exceed a machine integer
    means = sums.astype(object) * (per_mean // np.maximum(counts, 1).astype(object))
    return SeatTotals(means, common * per_mean, counts)


def _differences(group: IntArray, score: IntArray, trim: int) -> tuple[IntArray, IntArray]:
    """Return score less the mean of its group, without `trim` scores at each end: (numerators, denominators).

    A group that is too small loses fewer scores, equally at both ends.
    """
    order = np.lexsort((score, group))
    _, start, row, size = np.unique(group[order], return_index=True, return_inverse=True, return_counts=True)
    # at least one score must stay for the mean
    cut = np.minimum(trim, (size - 1) // 2)
    rank = np.arange(order.size) - start[row]
    is_kept = (rank >= cut[row]) & (rank < (size - cut)[row])
    kept_sum = np.zeros(size.size, dtype=np.int64)
    np.add.at(kept_sum, row[is_kept], score[order][is_kept])
    remaining_sizes = size - 2 * cut
    numerator, denominator = np.empty_like(score), np.empty_like(score)
    numerator[order] = score[order] * remaining_sizes[row] - kept_sum[row]
    denominator[order] = remaining_sizes[row]
    return numerator, denominator
