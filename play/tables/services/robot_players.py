"""Robots that play a whole deal in the person's seat, from their own view only."""

from games.core.actions import format_action
from games.core.bots.choosing import RobotLevel, choose_action, has_levels
from games.services.compiled_search import use_what_is_compiled
from play.tables.models import PlayedTable
from play.tables.services.played_tables import let_robots_play, load_sitting, play_turn


def play_out_as_robot(table: PlayedTable, level: RobotLevel, seed: int) -> None:
    """Play a deal to its end. After a crash of the worker, continue where the log ends."""
    if has_levels(table.game):
        use_what_is_compiled()
    sitting = let_robots_play(load_sitting(table))
    while not sitting.state.is_over:
        if sitting.is_turn:
            action = choose_action(sitting.view, level, seed=seed)
            sitting = play_turn(table=table, number=sitting.number, texts=[format_action(action)])
        else:
            sitting = let_robots_play(sitting)
