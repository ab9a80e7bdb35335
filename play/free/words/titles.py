"""Titles of free tables."""

from play.free.models import EveningTable, FreeTable
from tournaments.events.words.game_names import game_name


def free_table_title(table: FreeTable) -> str:
    """Return the name of the event whose étuis a table plays, otherwise that of its game.

    No query for a table loaded with `evening_table__session__tournament`.
    """
    evening: EveningTable | None = getattr(table, "evening_table", None)
    return evening.session.tournament.name if evening else game_name(table.game)
