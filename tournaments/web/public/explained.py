"""What a player's page tells of a number: how it is made, what was ruled, what is still possible."""

from typing import Any

from tournaments.models import Entry
from tournaments.queries.explanations import load_explanation
from tournaments.queries.forecasts import load_forecast
from tournaments.queries.rulings import rulings_of
from tournaments.queries.session_plays import LoadedSession
from tournaments.services.explained import show_tree, tell_rulings


def explained_context(
    loaded: LoadedSession, entry: Entry, *, sees_all: bool, complete: frozenset[int]
) -> dict[str, Any]:
    """What the partials `_explained`, `_rulings` and `_forecast` need. Four queries, more with rulings."""
    explanation = load_explanation(loaded, entry, sees_all=sees_all, complete=complete)
    if explanation is None:
        return {}
    return {
        "explained": show_tree(explanation),
        "measure": explanation.shown,
        "player_rulings": tell_rulings(rulings_of(loaded.session, entry), entry, explanation),
        "forecast": load_forecast(loaded, entry, complete),
    }
