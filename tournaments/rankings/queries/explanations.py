"""What made somebody's number in a session, as far as the reader may know."""

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
    """The tree of one entry's value, with what is needed to read it."""

    unit: int
    """The entry's number."""
    tree: Explanation
    measure: Measure
    """The unit of rulings."""
    shown: Measure
    """The same as pages write results."""
    entries: tuple[Entry, ...]
    """entries[unit]: whom the numbers of the tree stand for; none where it names no opponents."""
    plays: Mapping[int, Play]
    """plays[row]: those of this entry, with round and table, by row of the grid."""
    open_boards: frozenset[int] | None
    """Numbers of the étuis that the reader may know; None for all."""
    board_of_row: tuple[int, ...]
    """board_of_row[row]: number of the étui, from 1."""
    has_boards: bool
    """Étuis go from table to table; else deals are numbered afresh in every round."""

    def is_open(self, board: int) -> bool:
        """Whether the reader may know what an étui (its number from 1) gave."""
        return self.open_boards is None or board in self.open_boards


def explain_entry(
    figures: SessionFigures, entry: Entry, lines: Sequence[BoardLine], *, sees_all: bool
) -> EntryExplanation | None:
    """The tree of an entry, None when it has no place in the session. No query.

    Args:
        lines: those of the entry.

    An étui that still circulates shows nothing of its deals unless `sees_all` (decision 0010).
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
        entries=figures.entries if isinstance(loaded.plays.grid, UnitPlays) else (),
        plays={row_of[line.play.pk]: line.play for line in lines if line.play.pk in row_of},
        open_boards=None if shows_all else loaded.due.complete_boards,
        board_of_row=tuple(int(board) + 1 for board in loaded.plays.grid.board),
        has_boards=plan.needs_same_deals,
    )
