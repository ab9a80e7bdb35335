"""Match points of duels after the referee's rulings, and what they add up to for every unit."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.core.ranking.adjustments import check_plays
from tournaments.core.ranking.duels import UnitPlays, duel_points, find_duels
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.rulings import Camps, Effect, EffectKind, Ruling, sum_penalties

_VOID = (EffectKind.NEUTRALISE, EffectKind.CANCEL, EffectKind.COLLECTIVE_ZERO)
_OF_POINTS = (EffectKind.POINTS_CAP, EffectKind.POINTS_FLOOR, EffectKind.POINTS)
"""In the order in which they are applied."""


@dataclass(frozen=True, slots=True)
class DuelResult:
    """One board between two units."""

    board: int
    """From 0."""
    first: int
    """The unit with the lower number."""
    second: int
    difference: int | None
    """First's score in attack less second's; None when the deal is void."""
    points: tuple[RootSum, RootSum]
    """Match points of the first and of the second unit, after rulings; they need not cancel out."""
    rulings: tuple[Ruling, ...] = ()

    def points_of(self, unit: int) -> RootSum:
        """Match points of one of the two units."""
        return self.points[0] if unit == self.first else self.points[1]


def score_duels(
    plays: UnitPlays, rulings: Sequence[Ruling] = (), *, is_one_sided: bool = False
) -> tuple[DuelResult, ...]:
    """The duels whose two halves have been played, in match points.

    A ruling on one half concerns the whole board of both units and waits for the other half.
    Caps come before floors, and both before set points.

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
    """Sum of the match points of every unit, before penalties; None for a unit without a duel."""
    points: list[list[RootSum]] = [[] for _ in range(unit_count)]
    for result in results:
        points[result.first].append(result.points[0])
        points[result.second].append(result.points[1])
    return tuple(RootSum.sum(values) if values else None for values in points)


def point_penalties(plays: UnitPlays, rulings: Sequence[Ruling], unit_count: int) -> tuple[Fraction, ...]:
    """penalties[unit] in match points: what is taken off the sums."""
    points = sum_penalties(rulings, ruled_units(plays, rulings), unit_count)
    return tuple(map(Fraction, points))


def ruled_units(plays: UnitPlays, rulings: Sequence[Ruling]) -> dict[int, Camps]:
    """Who meets whom at the plays that rulings name."""
    return {
        ruling.play: Camps((int(plays.attack[ruling.play]),), (int(plays.defence[ruling.play]),))
        for ruling in rulings
        if ruling.play is not None
    }


def _key(plays: UnitPlays, play: int) -> tuple[int, int, int]:
    units = sorted((int(plays.attack[play]), int(plays.defence[play])))
    return int(plays.board[play]), units[0], units[1]


def _ruled(result: DuelResult, rulings: Sequence[Ruling]) -> DuelResult:
    """A duel after all its rulings, whatever their order."""
    if any(ruling.has(kind) for ruling in rulings for kind in _VOID):
        result = replace(result, difference=None, points=(RootSum(), RootSum()))
    effects = [
        (effect, ruling) for ruling in rulings for effect in ruling.effects if effect.kind in _OF_POINTS
    ]
    for effect, ruling in sorted(effects, key=lambda pair: (_OF_POINTS.index(pair[0].kind), -pair[0].amount)):
        result = replace(result, points=_apply(effect, ruling, result))
    return replace(result, rulings=tuple(rulings))


def _apply(effect: Effect, ruling: Ruling, result: DuelResult) -> tuple[RootSum, RootSum]:
    camps = Camps((result.first,), (result.second,))
    named = camps.concerned(effect.who, ruling.guilty)
    amount = RootSum.of(effect.amount)
    points = []
    for unit, value in zip((result.first, result.second), result.points, strict=True):
        if effect.kind is EffectKind.POINTS:
            points.append(amount if unit in named else value)
        elif unit in named:
            points.append(min(value, -amount) if effect.kind is EffectKind.POINTS_CAP else RootSum())
        else:
            points.append(max(value, amount))
    return points[0], points[1]
