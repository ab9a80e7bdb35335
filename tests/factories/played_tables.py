"""Tables of the site, played to their end."""

from collections.abc import Collection
from datetime import datetime
from random import Random

from games.core.actions import format_action
from play.tables.enums import ActionMaker
from play.tables.models import PlayedTable
from play.tables.services.played_tables import (
    Row,
    Sitting,
    append_rows,
    let_robots_play,
    load_sitting,
    play_turn,
)

LAST_ACTIONS = 4
"""Actions of a deal that are left to its players: a trick at most tables."""


def play_out(table: PlayedTable, *, until_cards: int = 0) -> Sitting:
    """The person plays at random what is legal, always the same, until the deal is over.

    With `until_cards`, until the person holds so few cards. Otherwise all but the last actions are logged at
    once, those of robots too.
    """
    sitting, rng = let_robots_play(load_sitting(table)), Random(2)
    if not until_cards and sitting.seat is not None:
        log_all_but_the_last(sitting, {sitting.seat}, rng)
        sitting = let_robots_play(load_sitting(table))
    while not sitting.state.is_over and len(sitting.view.hand) > until_cards:
        texts = [format_action(rng.choice(sitting.view.legal))] if sitting.is_turn else []
        sitting = play_turn(table=table, number=sitting.number, texts=texts)
    return sitting


def log_all_but_the_last(
    sitting: Sitting, people: Collection[int], rng: Random | None, now: datetime | None = None
) -> None:
    """Add the actions of a deal to its log at once, without the last `LAST_ACTIONS`.

    Args:
        people: seats of persons. The actions of the other seats are logged as those of robots.
        rng: draws the actions; None for the first legal ones.
    """
    rows, state = [], sitting.state
    while not state.is_over:
        legal = state.legal_actions()
        action = rng.choice(legal) if rng else legal[0]
        maker = ActionMaker.PERSON if state.to_act in people else ActionMaker.ROBOT
        rows.append(Row(maker, state.to_act, format_action(action)))
        state = state.apply(action)
    append_rows(sitting, rows[:-LAST_ACTIONS], now=now)
