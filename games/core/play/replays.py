"""Playing a list of actions again, or a whole deal at random."""

from collections.abc import Iterable, Iterator
from random import Random

from games.core.actions import Action
from games.core.errors import IllegalAction
from games.core.play.games import State


def replay(start: State, actions: Iterable[Action]) -> State:
    """The state after a list of actions; errors as `replay_states`."""
    return [start, *replay_states(start, actions)][-1]


def replay_states(start: State, actions: Iterable[Action]) -> Iterator[State]:
    """The state after each of a list of actions, the start left out.

    Raises:
        IllegalAction: of the first illegal action, with its place in the list, from 0, in `values["step"]`.
    """
    state = start
    for number, action in enumerate(actions):
        try:
            state = state.apply(action)
        except IllegalAction as illegal:
            illegal.values["step"] = number
            raise
        yield state


def play_randomly(state: State, rng: Random) -> State:
    """The end of a deal in which every action is drawn among the legal ones, all equally likely."""
    while not state.is_over:
        state = state.apply(rng.choice(state.legal_actions()))
    return state
