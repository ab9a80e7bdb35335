"""What a player's page tells of a number: how it is made, what was ruled, what is still possible."""

from collections.abc import Sequence
from typing import Any

from tournaments.models import Entry
from tournaments.rankings.queries.explanations import explain_entry
from tournaments.rankings.queries.forecasts import forecast_of
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.rankings.words.explained import show_tree, tell_rulings
from tournaments.results.queries.boards import BoardLine


def explained_context(
    figures: SessionFigures, entry: Entry, lines: Sequence[BoardLine], *, sees_all: bool
) -> dict[str, Any]:
    """What the partials `_explained`, `_rulings` and `_forecast` need. No query."""
    explanation = explain_entry(figures, entry, lines, sees_all=sees_all)
    if explanation is None:
        return {}
    rulings = figures.loaded.rulings.about(entry.pk, {line.play.pk for line in lines})
    return {
        "explained": show_tree(explanation),
        "measure": explanation.shown,
        "player_rulings": tell_rulings(rulings, entry, explanation),
        "forecast": forecast_of(figures.loaded, entry),
    }
