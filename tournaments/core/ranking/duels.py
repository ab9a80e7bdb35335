"""Duels of two teams on one board: the results of both attacks with the same cards, in match points (PM).

The module also applies the referee's rulings and adds up the points of every unit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from tournaments.core.errors import InvalidGrid
from tournaments.core.ranking.adjustments import check_plays
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Camps, Effect, EffectKind, Ruling, sum_penalties
from tournaments.core.ranking.score_grid import (
    HIGHEST_SCORE,
    NOBODY,
    SEAT_COUNT,
    BoolArray,
    IntArray,
    PlayStatus,
    ScoreGrid,
    check_array_range,
)

_VOID = (EffectKind.NEUTRALISE, EffectKind.CANCEL, EffectKind.COLLECTIVE_ZERO)
_OF_POINTS = (EffectKind.POINTS_CAP, EffectKind.POINTS_FLOOR, EffectKind.POINTS)
"""Effects on match points, in the order in which they are applied."""


@dataclass(frozen=True, slots=True, eq=False)
class UnitPlays:
    """The plays of an event between units (triplets, quartets, teams), one row each, in any order.

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
    """score[play]: points of one defender from the attack's side, signed."""
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
            check_array_range(name, getattr(self, name), 0, None)
        check_array_range("score", self.score, -HIGHEST_SCORE, HIGHEST_SCORE)
        check_array_range("status", self.status, min(PlayStatus), max(PlayStatus))
        if (self.attack == self.defence).any():
            unit = int(self.attack[np.flatnonzero(self.attack == self.defence)[0]])
            raise InvalidGrid("grid_self", f"unit {unit} attacks itself", field="defence", number=unit)

    def as_score_grid(self, line: IntArray, section: IntArray | None = None) -> ScoreGrid:
        """Return the plays for a topage: the attack takes in N, and W stands for the three defenders.

        Args:
            line: line[unit], 0 to 3. Units of one line are ranked together in an alternated ranking.
            section: section[play], as `ScoreGrid.section`; all in one by default.
        """
        players = np.full((self.board.size, SEAT_COUNT), NOBODY)
        players[:, 0], players[:, 1] = self.attack, self.defence
        taker_seat = np.zeros_like(self.board)
        colour = np.zeros_like(self.board) if section is None else section
        return ScoreGrid(self.board, taker_seat, players, self.score, self.status, line, colour)


@dataclass(frozen=True, slots=True, eq=False)
class Duels:
    """Boards on which two units have attacked each other, one row per duel, by board, then units."""

    board: IntArray
    """board[duel], from 0."""
    first: IntArray
    """first[duel]: the unit with the lower number."""
    second: IntArray
    """second[duel]: the other unit."""
    difference: IntArray
    """difference[duel]: first's score in attack less second's; 0 for a neutralised duel."""
    is_counted: BoolArray
    """is_counted[duel]: True if neither of the two plays is neutralised."""
    waiting: tuple[int, ...]
    """Rows of the plays whose other half has not been played."""


def first_attacks(board: IntArray, attack: IntArray, defence: IntArray) -> BoolArray:
    """Return is_first[play]: False for a unit's further attacks on the same one with the same board.

    Args:
        board, attack, defence: as in `UnitPlays`, the plays in the order in which they were played.
    """
    is_first = np.zeros(board.size, dtype=np.bool_)
    is_first[np.unique(np.stack((board, attack, defence)), axis=1, return_index=True)[1]] = True
    return is_first


def find_duels(plays: UnitPlays) -> Duels:
    """Return the duels with both halves.

    Raises:
        InvalidGrid: `duel_twice`, if a unit attacks another one twice on a board.
    """
    first = np.minimum(plays.attack, plays.defence)
    second = np.maximum(plays.attack, plays.defence)
    is_away = plays.attack == second
    # sorted, the two halves of a duel are neighbours, the attack of the first unit before the other one
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
    # a row is neither the first half of a pair nor the second
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
    """Return match points of the first and of the second unit: sign(d) × √|d| and its opposite.

    Args:
        is_one_sided: True if the better unit has √|d| and the other one 0 (équipes); False for a zero sum
            (quadrettes).

    Source:
        FFT, Règlement officiel (2012) R22-R26.
    """
    if is_one_sided:
        return RootSum.signed_root(max(difference, 0)), RootSum.signed_root(max(-difference, 0))
    points = RootSum.signed_root(difference)
    return points, -points


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The result of one board between two units."""

    board: int
    """Number of the board, from 0."""
    first: int
    """The unit with the lower number."""
    second: int
    difference: int | None
    """First's score in attack less second's; None for a void deal."""
    points: tuple[RootSum, RootSum]
    """Match points of the first and of the second unit, after rulings. They need not add up to 0."""
    rulings: tuple[Ruling, ...] = ()

    def points_of(self, unit: int) -> RootSum:
        """Return the match points of one of the two units."""
        return self.points[0] if unit == self.first else self.points[1]


def score_duels(
    plays: UnitPlays, rulings: Sequence[Ruling] = (), *, is_one_sided: bool = False
) -> tuple[DuelResult, ...]:
    """Return the duels with both halves, in match points.

    A ruling on one half concerns the whole board of both units and waits for the other half. Caps come before
    floors, and both before set points. A unit at fault gains nothing by a fault of the other one.

    Raises:
        InvalidGrid: see `find_duels`.
        TournamentError: `ruling_play`, for a row that does not exist.

    Source:
        FFT, Règlement officiel (2012) R22-R26; Code d'arbitrage (2012) C9; decisions in docs/ranking.md.
    """
    check_plays(rulings, plays.board.size)
    duels = find_duels(plays)
    by_duel: dict[tuple[int, int, int], list[Ruling]] = {}
    for ruling in rulings:
        if ruling.play is not None:
            by_duel.setdefault(_key(plays, ruling.play), []).append(ruling)
    columns = (duels.board, duels.first, duels.second, duels.difference, duels.is_counted)
    results = []
    for board, first, second, difference, is_counted in zip(*(c.tolist() for c in columns), strict=True):
        result = DuelResult(
            board, first, second, difference if is_counted else None,
            duel_points(difference, is_one_sided=is_one_sided),
        )  # fmt: skip
        results.append(_ruled(result, by_duel.get((board, first, second), ())))
    return tuple(results)


def add_up_points(results: Sequence[DuelResult], unit_count: int) -> tuple[RootSum | None, ...]:
    """Return the sum of match points of every unit, before penalties; None for a unit without a duel."""
    points: list[list[RootSum]] = [[] for _ in range(unit_count)]
    for result in results:
        points[result.first].append(result.points[0])
        points[result.second].append(result.points[1])
    return tuple(RootSum.sum(values) if values else None for values in points)


def point_penalties(plays: UnitPlays, rulings: Sequence[Ruling], unit_count: int) -> tuple[Fraction, ...]:
    """Return penalties[unit] in match points, which are subtracted from the sums."""
    points = sum_penalties(rulings, ruled_units(plays, rulings), unit_count)
    return tuple(map(Fraction, points))


def ruled_units(plays: UnitPlays, rulings: Sequence[Ruling]) -> dict[int, Camps]:
    """Return the camps of the plays that rulings name."""
    return {
        ruling.play: Camps((int(plays.attack[ruling.play]),), (int(plays.defence[ruling.play]),))
        for ruling in rulings
        if ruling.play is not None
    }


def _key(plays: UnitPlays, play: int) -> tuple[int, int, int]:
    units = sorted((int(plays.attack[play]), int(plays.defence[play])))
    return int(plays.board[play]), units[0], units[1]


def _ruled(result: DuelResult, rulings: Sequence[Ruling]) -> DuelResult:
    """Return a duel after all its rulings, in the fixed order of effects."""
    if any(ruling.has(kind) for ruling in rulings for kind in _VOID):
        # points that are set below still apply to a void deal
        result = replace(result, difference=None, points=(RootSum(), RootSum()))
    effects = [
        (effect, ruling) for ruling in rulings for effect in ruling.effects if effect.kind in _OF_POINTS
    ]
    effects.sort(key=lambda pair: (_OF_POINTS.index(pair[0].kind), -pair[0].amount))
    return replace(result, points=_apply(effects, result), rulings=tuple(rulings))


def _apply(effects: Sequence[tuple[Effect, Ruling]], result: DuelResult) -> tuple[RootSum, RootSum]:
    """Return the points of both units after these effects, in the given order."""
    camps = Camps((result.first,), (result.second,))
    concerned_units = [camps.concerned(effect.who, ruling.guilty) for effect, ruling in effects]
    units_at_fault = {
        unit
        for (effect, _ruling), units in zip(effects, concerned_units, strict=True)
        if effect.kind is not EffectKind.POINTS
        for unit in units
    }
    points = {result.first: result.points[0], result.second: result.points[1]}
    for (effect, _ruling), units in zip(effects, concerned_units, strict=True):
        amount = RootSum.of(effect.amount)
        for unit, value in points.items():
            if unit in units:
                points[unit] = _points_at_fault(effect.kind, value, amount)
            # a unit at fault gains nothing by a fault of the other one
            elif effect.kind is not EffectKind.POINTS and unit not in units_at_fault:
                points[unit] = max(value, amount)
    return points[result.first], points[result.second]


def _points_at_fault(kind: EffectKind, value: RootSum, amount: RootSum) -> RootSum:
    """Return the points of a unit that an effect concerns."""
    if kind is EffectKind.POINTS:
        return amount
    return min(value, -amount) if kind is EffectKind.POINTS_CAP else RootSum()
