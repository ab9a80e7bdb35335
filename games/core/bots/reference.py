"""The reference mark of a deal: the results of many plays of the deal by robots."""

from collections.abc import Iterator

from games.core.bots.choosing import RobotLevel, choose_action
from games.core.play import State

PLAYS = 100
"""Number of plays for a reference mark."""


def reference_plays(
    start: State,
    level: RobotLevel,
    *,
    seed: int,
    plays: int = PLAYS,
    first: int = 0,
    budget: int | None = None,
) -> Iterator[State]:
    """Yield the end of each play of a deal, with robots of one level in every seat.

    The same deal, level, seed, number and budget give the same plays. All plays of robots with rules of thumb
    are alike.

    Args:
        start: the deal before its first step, in any game; a contract dealt with it stays.
        plays: number of plays of the mark, 1 or more.
        first: number of the first play to make, counted from 0.
        budget: play-outs for one decision; None for the budget of the level.

    Raises:
        InvalidRules: `unknown_game`.
    """
    for number in range(first, plays):
        state = start
        while (seat := state.to_act) is not None:
            action = choose_action(state.view(seat), level, seed=seed * plays + number, budget=budget)
            state = state.apply(action)
        yield state
