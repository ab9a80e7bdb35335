"""What made somebody's number in a session, as far as the reader may know."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F

from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.ranking_plans import shown_measure
from tournaments.core.formats.ruling_effects import measure_of
from tournaments.core.formats.session_explanation import explain_session
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.explanation import Explanation
from tournaments.models import Entry, Play
from tournaments.queries.session_plays import LoadedSession, load_entries


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


def load_explanation(
    loaded: LoadedSession, entry: Entry, *, sees_all: bool, complete: frozenset[int]
) -> EntryExplanation | None:
    """The tree of an entry, None when it has no place in the session. Two queries, whatever the size.

    Args:
        complete: numbers of the étuis that every table has played.

    An étui that still circulates shows nothing of its deals unless `sees_all` (decision 0010).
    """
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
        entries=load_entries(loaded) if isinstance(loaded.plays.grid, UnitPlays) else (),
        plays=_plays_of(loaded, entry),
        open_boards=None if shows_all else complete,
        board_of_row=tuple(int(board) + 1 for board in loaded.plays.grid.board),
        has_boards=plan.needs_same_deals,
    )


def _plays_of(loaded: LoadedSession, entry: Entry) -> dict[int, Play]:
    """The entry's plays by row. One query."""
    plays = Play.objects.filter(
        round__section__session=loaded.session,
        round__seatings__entry=entry,
        round__seatings__table=F("table"),
    )
    row_of = loaded.row_of
    found = {row_of.get(play.pk): play for play in plays.select_related("round", "table").distinct()}
    return {row: play for row, play in found.items() if row is not None}
