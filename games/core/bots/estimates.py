"""Estimated cost of the cards of a played deal that the search with open cards does not reach.

A robot chooses in the place of the player, by what the player could know.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.core.actions import Action, PlayCard
from games.core.analysis.readings import CardReading, Estimate
from games.core.bots.choosing import RobotLevel, explain_action, has_levels
from games.core.bots.habits.alike import cards_alike
from games.core.bots.knowledge.places import NoWorldFound
from games.core.bots.knowledge.sights import read_view
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.play import State, View, replay_states

LEAST_POINTS = 8
"""Least mean loss that counts: smaller ones lie within the chance of the play-outs."""


def estimate_readings(
    start: State,
    actions: Sequence[Action],
    readings: Sequence[CardReading],
    *,
    level: RobotLevel = RobotLevel.FORT,
    budget: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> list[CardReading]:
    """Return the readings of a finished deal with an estimate for each costly card of unknown cost.

    Games without levels get none. The same deal always gets the same estimates.

    Args:
        start: the deal before its first step.
        actions: all its steps.
        readings: the result of `analyse_play`.
        level: the robot that judges.
        budget: most play-outs for a card; None for those of the level.
        progress: called after each card with the number of finished cards.
    """
    if not has_levels(start.variant.name):
        return list(readings)
    states, estimated_readings = [start, *replay_states(start, actions)], []
    for done, reading in enumerate(readings, 1):
        estimate = None
        if not reading.is_exact:
            estimate = estimate_loss(states[reading.step].view(reading.seat), reading, level, budget)
        estimated_readings.append(replace(reading, estimate=estimate))
        progress(done)
    return estimated_readings


def estimate_loss(view: View, reading: CardReading, level: RobotLevel, budget: int | None) -> Estimate | None:
    """Return what a card lost against the choice of a robot; None if it lost too little to tell.

    Args:
        view: the view of the player before the card.
    """
    try:
        choice = explain_action(view, level, seed=reading.step, budget=budget)
    except NoWorldFound:
        return None
    sight = read_view(view)
    assert isinstance(sight, TarotSight)
    # of cards that are worth the same the robot tried one
    played_cards = map(PlayCard, cards_alike(sight, reading.card))
    means = [choice.means[action] for action in played_cards if action in choice.means]
    if not means or not isinstance(choice.action, PlayCard):
        return None
    points = round(choice.means[choice.action] - means[0])
    return Estimate(points, choice.action.card, choice.worlds) if points >= LEAST_POINTS else None
