"""Choices of the robots at a table of the site.

A robot's action follows from its view, its level and the table's seed.
"""

import logging
from functools import lru_cache
from hashlib import blake2b

from games.core.actions import Action, format_action
from games.core.bots.choosing import RobotLevel, explain_action, has_levels
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.knowledge.places import NoWorldFound
from games.core.play import State
from games.core.variants.registry import find_variant
from games.services.compiled_search import is_compiled, use_what_is_compiled
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable

log = logging.getLogger(__name__)

GENERAL_BUDGET = 120
"""Play-outs shared by the robots of a table for a game that no robot knows (20 to 2,000 ms a decision at full
budget, measured). Each robot has at least `LEAST_BUDGET`."""
LEAST_BUDGET = 20
HINT_BUDGET = 1600
"""Play-outs of a hint in such a game, divided by the other players: 0.2 to 1.4 s of a core.
It is wanted once, and no robot waits for it."""
ALIKE = frozenset({TableOrigin.ROOM, TableOrigin.DAILY})
"""Origins at which all players have the same deal, seat and robot seed. Robots then act alike in equal
positions, and think once."""
MOMENTS_KEPT = 20_000
"""Cached positions per process, about seven megabytes. 200 people need half as many per deal."""


def robot_action(table: PlayedTable, state: State) -> Action:
    """Return the action of the robot that is to act."""
    level = usable_level(RobotLevel(table.level))
    actions = _actions_at(_position_key(table, state, level)) if table.origin in ALIKE else []
    if not actions:
        actions.append(choose_at_table(table, state, level).action)
    return actions[0]


@lru_cache(maxsize=MOMENTS_KEPT)
def _actions_at(_key: bytes) -> list[Action]:
    """Return a robot's action in a position as a list, empty until the first robot has chosen."""
    # the caller appends to the cached list
    return []


def _position_key(table: PlayedTable, state: State, level: RobotLevel) -> bytes:
    """Return a hash of all that a robot's choice follows from. It reveals no card."""
    start = (table.game, table.rule_set, table.cards.fingerprint, table.dealer, table.taker, table.bid)
    text = f"{start} {level} {table.robot_seed} {' '.join(map(format_action, state.history))}"
    return blake2b(text.encode(), digest_size=16).digest()


def choose_at_table(
    table: PlayedTable, state: State, level: RobotLevel, *, for_hint: bool = False
) -> RobotChoice:
    """Return the choice of a robot in the place of the player to act; for a hint with more play-outs."""
    assert state.to_act is not None
    view = state.view(state.to_act)
    if level is RobotLevel.CLUB and has_levels(table.game):
        use_what_is_compiled()
    try:
        budget = _budget(table, level, HINT_BUDGET if for_hint else GENERAL_BUDGET)
        return explain_action(view, usable_level(level), seed=table.robot_seed, budget=budget)
    except NoWorldFound:
        log.warning(
            "table %s: no world for seat %d after %d steps, the first legal action is taken",
            table.pk,
            state.to_act,
            len(view.steps),
        )
        return RobotChoice(view.legal[0], ChoiceMethod.THUMB)


def usable_level(level: RobotLevel) -> RobotLevel:
    """Return the level used at present: *fort* becomes *club* until its search is compiled."""
    return RobotLevel.CLUB if level is RobotLevel.FORT and not is_compiled() else level


def _budget(table: PlayedTable, level: RobotLevel, play_outs: int) -> int | None:
    """Return the play-outs for one decision; None for games that robots know."""
    if has_levels(table.game):
        return None
    if level is RobotLevel.DEBUTANT:
        return LEAST_BUDGET
    # shared by all robots, so that a large table does not take longer
    return max(LEAST_BUDGET, play_outs // (find_variant(table.game).player_count - 1))
