"""The general robot for any game: each choice is played out in worlds drawn from a seat's knowledge."""

from collections.abc import Sequence
from random import Random

from games.core.actions import Action, Pass, PlayCard, Ready
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.knowledge.sight import Sight
from games.core.play import State

_QUIET = (Pass, Ready)
"""Actions that a play-out prefers. Random bids would lead to wild contracts."""


def play_sampled(sight: Sight, rng: Random, budget: int) -> RobotChoice:
    """Return the choice with the best mean score over random play-outs, with its reasons.

    Args:
        budget: number of play-outs. Each choice is tried equally often, in the same worlds. If there are more
            choices than play-outs, as many choices are drawn at random.
    """
    legal = sight.view.legal
    candidates = legal if len(legal) <= budget else tuple(rng.sample(legal, max(budget, 1)))
    if len(candidates) == 1:
        return RobotChoice(candidates[0], ChoiceMethod.FORCED)
    worlds = [sight.world(rng) for _ in range(budget // len(candidates))]
    seat = sight.view.seat
    sign = -1 if sight.variant.lowest_wins else 1

    def mean_of(action: Action) -> float:
        ends = (play_out(world.apply(action), rng) for world in worlds)
        return sign * sum(float(end.scores()[seat]) for end in ends) / len(worlds)

    means = {action: mean_of(action) for action in candidates}
    return RobotChoice(max(candidates, key=means.__getitem__), ChoiceMethod.PLAYED_OUT, len(worlds), means)


def play_out(state: State, rng: Random) -> State:
    """Return the end of a deal played at random, with passes and without announcements where possible."""
    while not state.is_over:
        state = state.apply(_quiet_action(state.legal_actions(), rng))
    return state


def _quiet_action(actions: Sequence[Action], rng: Random) -> Action:
    # auctions list Pass first, preparations Ready
    if isinstance(actions[0], _QUIET):
        return actions[0]
    plays = [action for action in actions if isinstance(action, PlayCard)]
    return rng.choice(plays or actions)
