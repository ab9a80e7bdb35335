"""Replay of a list of actions, and random play of a deal."""

from collections.abc import Iterable, Iterator
from random import Random

from games.core.actions import Action
from games.core.errors import IllegalAction
from games.core.play.games import State


def replay(start: State, actions: Iterable[Action]) -> State:
    """Return the state after a list of actions; errors as `replay_states`."""
    return [start, *replay_states(start, actions)][-1]


def replay_states(start: State, actions: Iterable[Action]) -> Iterator[State]:
    """Yield the state after each action of a list, without the start.

    Raises:
        IllegalAction: for the first illegal action, with its index in the list in `values["step"]`.
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
    """Return the end of a deal in which each action is drawn from the legal ones with equal chances."""
    while not state.is_over:
        state = state.apply(rng.choice(state.legal_actions()))
    return state
