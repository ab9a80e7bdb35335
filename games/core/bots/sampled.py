"""The general player of any game: worlds drawn from what a seat knows, each choice played out in them."""

from collections.abc import Sequence
from random import Random

from games.core.actions import Action, Pass, PlayCard, Ready
from games.core.bots.choices import ChoiceMethod, RobotChoice
from games.core.bots.sight import Sight
from games.core.play import State

_QUIET = (Pass, Ready)
"""What a play-out does where it may: random bids would make every contract a wild one."""


def play_sampled(sight: Sight, rng: Random, budget: int) -> RobotChoice:
    """The choice with the best mean score over random play-outs, and why.

    Args:
        budget: how many play-outs; each choice is tried as often, in the same worlds. With fewer play-outs
            than choices, as many choices are drawn.
    """
    legal = sight.view.legal
    tried = legal if len(legal) <= budget else tuple(rng.sample(legal, max(budget, 1)))
    if len(tried) == 1:
        return RobotChoice(tried[0], ChoiceMethod.FORCED)
    worlds = [sight.world(rng) for _ in range(budget // len(tried))]
    seat = sight.view.seat
    sign = -1 if sight.variant.lowest_wins else 1

    def mean_of(action: Action) -> float:
        ends = (play_out(world.apply(action), rng) for world in worlds)
        return sign * sum(float(end.scores()[seat]) for end in ends) / len(worlds)

    means = {action: mean_of(action) for action in tried}
    return RobotChoice(max(tried, key=means.__getitem__), ChoiceMethod.PLAYED_OUT, len(worlds), means)


def play_out(state: State, rng: Random) -> State:
    """The end of a deal played at random, without bids or announcements that nothing calls for."""
    while not state.is_over:
        state = state.apply(_quiet_action(state.legal_actions(), rng))
    return state


def _quiet_action(actions: Sequence[Action], rng: Random) -> Action:
    if isinstance(actions[0], _QUIET):
        return actions[0]
    plays = [action for action in actions if isinstance(action, PlayCard)]
    return rng.choice(plays or actions)
