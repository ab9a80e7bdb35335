"""The choice of a robot: one function for every game and level."""

from enum import StrEnum
from random import Random

from games.core.actions import Action, PlayCard
from games.core.bots.habits.avoiding import avoid_points, find_cost, split_tricks
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.habits.codes import choose_code, without_codes
from games.core.bots.habits.rules_of_thumb import play_by_thumb, played
from games.core.bots.habits.signals import tell_petit
from games.core.bots.knowledge.sights import read_view
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.levels.sampled import play_sampled
from games.core.play import View
from games.core.tarot_rules import NO_CODES
from games.core.variants.tarot_table import ONE_PACK


class RobotLevel(StrEnum):
    """Playing strength of a robot."""

    DEBUTANT = "debutant"
    """Rules of thumb in the Tarots that have levels; few play-outs in other games."""
    CLUB = "club"
    """Sampled worlds, each choice played out in them. In Tarot a learnt policy decides what is close."""
    FORT = "fort"
    """More worlds. In Tarot: likely ones, play-outs by the policy too, search of the last four tricks."""


BUDGETS = {RobotLevel.DEBUTANT: 20, RobotLevel.CLUB: 500, RobotLevel.FORT: 2000}
"""Play-outs for one decision."""
LEAST_WORLDS = 12
"""Worlds for each card of Nullo and Papayou below which rules of thumb choose it (docs/robots.md)."""

_LEVELLED = frozenset(row.name for row in ONE_PACK)


def has_levels(game: str) -> bool:
    """Return whether robots play a game at several levels: a Tarot of one pack at three to eight players."""
    return game in _LEVELLED


def offered_levels(game: str) -> tuple[RobotLevel, ...]:
    """Return the levels that play a game differently, from the weakest.

    Games without levels have one: the time of a request allows few play-outs.
    """
    return tuple(RobotLevel) if has_levels(game) else (RobotLevel.CLUB,)


def choose_action(view: View, level: RobotLevel, *, seed: int, budget: int | None = None) -> Action:
    """Return the action of a robot at its turn. The same view, level, seed and budget always give the same
    action.

    Args and errors are those of `explain_action`.
    """
    return explain_action(view, level, seed=seed, budget=budget).action


def explain_action(view: View, level: RobotLevel, *, seed: int, budget: int | None = None) -> RobotChoice:
    """Return the choice of a robot at its turn, with its expectations of each action.

    Args:
        view: the view of the seat to act.
        budget: most play-outs; None for the budget of the level. Rules of thumb use none.

    Raises:
        ValueError: it is not this seat's turn.
        NoWorldFound: the view contradicts itself, which no view of a real deal does.
        InvalidRules: `unknown_game`.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to do")
    if len(view.legal) == 1:
        return RobotChoice(view.legal[0], ChoiceMethod.FORCED)
    sight = read_view(view)
    if isinstance(sight, TarotSight) and sight.rules.codes != NO_CODES:
        code = choose_code(sight)
        if code is not None:
            return RobotChoice(code, ChoiceMethod.THUMB)
        sight = read_view(without_codes(view))
    view = sight.view
    # numbers of its own for each decision: an earlier choice has no influence on a later one
    rng = Random(f"{seed} {view.seat} {len(view.steps)}")  # noqa: S311 - not for secrets
    play_outs = BUDGETS[level] if budget is None else budget
    if isinstance(sight, TarotSight) and has_levels(view.game):
        choice = _PLAYERS[level](sight, rng, play_outs)
        return choice if level is RobotLevel.DEBUTANT else tell_petit(sight, choice)
    if isinstance(sight, TarotSight) and not all(isinstance(action, PlayCard) for action in view.legal):
        # few play-outs at random say nothing of a bid, a call or a discard
        return RobotChoice(play_by_thumb(sight), ChoiceMethod.THUMB)
    cost, cards = find_cost(sight.variant), played(view)
    if cost is not None and len(cards) == len(view.legal) and play_outs // len(cards) < LEAST_WORLDS:
        trick = split_tricks(view)[1]
        is_last = len(trick) + 1 == len(view.hand_counts)
        card = avoid_points(cards, trick, is_last=is_last, cost=cost)
        return RobotChoice(PlayCard(card), ChoiceMethod.THUMB)
    return play_sampled(sight, rng, play_outs)


def _play_as_beginner(sight: TarotSight, _rng: Random, _budget: int) -> RobotChoice:
    return RobotChoice(play_by_thumb(sight), ChoiceMethod.THUMB)


def _play_as_club(sight: TarotSight, rng: Random, budget: int) -> RobotChoice:
    from games.core.bots.levels.club import play_as_club  # noqa: PLC0415 - NumPy, for this level only

    return play_as_club(sight, rng, budget)


def _play_as_fort(sight: TarotSight, rng: Random, budget: int) -> RobotChoice:
    from games.core.bots.levels.fort import play_as_fort  # noqa: PLC0415 - numba, for this level only

    return play_as_fort(sight, rng, budget)


_PLAYERS = {
    RobotLevel.DEBUTANT: _play_as_beginner,
    RobotLevel.CLUB: _play_as_club,
    RobotLevel.FORT: _play_as_fort,
}
