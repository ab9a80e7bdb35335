"""The reference mark of a deal: the results of many plays of the deal by robots."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import median_low

from games.core.bots.choosing import RobotLevel, choose_action
from games.core.play import Points, State

PLAYS = 100
"""Number of plays for a reference mark."""


@dataclass(frozen=True, slots=True)
class ReferenceMark:
    """The results of many plays of one deal."""

    scores: tuple[tuple[Points, ...], ...]
    """Each seat's points, in seat order, for each play."""

    def of_seat(self, seat: int) -> tuple[Points, ...]:
        """The points of one seat in all plays, ascending."""
        return tuple(sorted(points[seat] for points in self.scores))

    def median(self, seat: int) -> Points:
        """The median of one seat's points; the lower of the two middle values."""
        return median_low(self.of_seat(seat))

    def distribution(self, seat: int) -> dict[Points, int]:
        """The number of plays for each result of one seat, ascending."""
        return dict(sorted(Counter(self.of_seat(seat)).items()))

    def share_below(self, seat: int, points: Points) -> Fraction:
        """The share of the plays that a result of one seat beats. Equal results count half."""
        results = self.of_seat(seat)
        half_wins = sum(2 if points > result else int(points == result) for result in results)
        return Fraction(half_wins, 2 * len(results))


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

    The same deal, level, seed, number and budget give the same mark. All plays of robots with rules of thumb
    are alike.

    Args:
        start: the deal before its first step, in any game; a contract dealt with it stays.
        plays: number of plays, 1 or more.
        budget: play-outs for one decision; None for the budget of the level.
        progress: called after each play with the number of finished plays and of all plays.

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
    """Yield the end of each play of a mark, from play `first` on, counted from 0.

    Other arguments and errors as for `make_reference`.
    """
    for number in range(first, plays):
        state = start
        while (seat := state.to_act) is not None:
            action = choose_action(state.view(seat), level, seed=seed * plays + number, budget=budget)
            state = state.apply(action)
        yield state
