"""Tables of the site, played to their end."""

from random import Random

from games.core.actions import format_action
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Sitting, let_robots_play, load_sitting, play_turn


def play_out(table: PlayedTable, *, until_cards: int = 0) -> Sitting:
    """The person plays at random what is legal, always the same, until the deal is over.

    With `until_cards`, until the person holds so few cards.
    """
    sitting, rng = let_robots_play(load_sitting(table)), Random(2)
    while not sitting.state.is_over and len(sitting.view.hand) > until_cards:
        texts = [format_action(rng.choice(sitting.view.legal))] if sitting.is_turn else []
        sitting = play_turn(table=table, number=sitting.number, texts=texts)
    return sitting
