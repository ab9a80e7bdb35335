"""The reference mark of a deal: what many plays of it by robots came to."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import median_low

from games.core.bots.choosing import RobotLevel, choose_action
from games.core.play import Points, State

PLAYS = 100
"""Plays of a reference mark."""


@dataclass(frozen=True, slots=True)
class ReferenceMark:
    """The results of many plays of one deal."""

    scores: tuple[tuple[Points, ...], ...]
    """Each seat's points, in seat order, of each play, in the order of the plays."""

    def of_seat(self, seat: int) -> tuple[Points, ...]:
        """The points of one seat in each play, from the lowest."""
        return tuple(sorted(points[seat] for points in self.scores))

    def median(self, seat: int) -> Points:
        """The points of one seat in the play in the middle, the lower of two."""
        return median_low(self.of_seat(seat))

    def distribution(self, seat: int) -> dict[Points, int]:
        """How often each result of one seat came, from the lowest."""
        return dict(sorted(Counter(self.of_seat(seat)).items()))

    def share_below(self, seat: int, points: Points) -> Fraction:
        """The share of the plays that a result of one seat beats, half of those it equals included."""
        results = self.of_seat(seat)
        halves = sum(2 if points > other else int(points == other) for other in results)
        return Fraction(halves, 2 * len(results))


def make_reference(
    start: State,
    level: RobotLevel,
    *,
    seed: int,
    plays: int = PLAYS,
    budget: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> ReferenceMark:
    """Play a deal many times with robots of one level in every seat.

    The same deal, level, seed, number and budget give the same mark. Robots of rules of thumb play every
    time alike.

    Args:
        start: the deal before its first step, any game; a contract that comes with it is kept.
        plays: how many, 1 or more.
        budget: play-outs for one decision; None for those of the level.
        progress: called after each play: how many are done, of how many.

    Raises:
        InvalidRules: `unknown_game`.
    """
    scores: list[tuple[Points, ...]] = []
    for end in reference_plays(start, level, seed=seed, plays=plays, budget=budget):
        scores.append(end.scores())
        progress(len(scores), plays)
    return ReferenceMark(tuple(scores))


def reference_plays(
    start: State,
    level: RobotLevel,
    *,
    seed: int,
    plays: int = PLAYS,
    first: int = 0,
    budget: int | None = None,
) -> Iterator[State]:
    """The end of one play of a mark after the other, from play `first` on, counted from 0.

    Other arguments and errors as `make_reference`.
    """
    for number in range(first, plays):
        state = start
        while (seat := state.to_act) is not None:
            action = choose_action(state.view(seat), level, seed=seed * plays + number, budget=budget)
            state = state.apply(action)
        yield state
