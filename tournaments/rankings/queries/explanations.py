"""Explanation of an entry's value in a session, as far as the reader may see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.ruling_effects import measure_of
from tournaments.core.formats.session_explanation import explain_session
from tournaments.core.formats.shown_values import shown_measure
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.explanation import Explanation
from tournaments.models import Entry, Play
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.results.queries.boards import BoardLine


@dataclass(frozen=True, slots=True)
class EntryExplanation:
    """The tree of an entry's value, with the data needed to read it."""

    unit: int
    """Number of the entry."""
    tree: Explanation
    measure: Measure
    """Unit of rulings."""
    shown: Measure
    """Unit of results on pages."""
    entries: tuple[Entry, ...]
    """entries[unit]: entries behind the numbers of the tree; empty if the tree names no opponents."""
    plays: Mapping[int, Play]
    """plays[row]: plays of this entry, with round and table, by row of the grid."""
    open_boards: frozenset[int] | None
    """Numbers of the étuis whose results the reader may see; None for all."""
    board_of_row: tuple[int, ...]
    """board_of_row[row]: number of the étui, from 1."""
    has_boards: bool
    """True if étuis go from table to table; else deals are numbered afresh in each round."""

    def is_open(self, board: int) -> bool:
        """Return whether the reader may see the results of an étui (number from 1)."""
        return self.open_boards is None or board in self.open_boards


def explain_entry(
    figures: SessionFigures, entry: Entry, lines: Sequence[BoardLine], *, sees_all: bool
) -> EntryExplanation | None:
    """Return the tree of an entry; None if it has no place in the session. No query.

    Args:
        lines: lines of the entry.
        sees_all: also show the deals of étuis that still circulate (decision 0010).
    """
    loaded, row_of = figures.loaded, figures.row_of
    unit = loaded.unit_of.get(entry.pk)
    if unit is None:
        return None
    plan = loaded.format.plan
    shows_all = sees_all or not plan.needs_same_deals
    return EntryExplanation(
        unit=unit,
        tree=explain_session(plan, loaded.options, loaded.plays, unit),
        measure=measure_of(plan, loaded.options.comparison.method),
        shown=shown_measure(plan, loaded.options.comparison),
        # only the trees of duels and matches name opponents
        entries=figures.entries if isinstance(loaded.plays.grid, UnitPlays) else (),
        plays={row_of[line.play.pk]: line.play for line in lines if line.play.pk in row_of},
        open_boards=None if shows_all else loaded.due.complete_boards,
        board_of_row=tuple(int(board) + 1 for board in loaded.plays.grid.board),
        has_boards=plan.needs_same_deals,
    )
