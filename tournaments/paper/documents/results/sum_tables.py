"""Sums round by round as lines with tabs: for each name a line of rounds and a line of totals."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.base.words.figures import in_measure
from tournaments.core.formats.ranking_plan import Measure
from tournaments.models import Entry
from tournaments.paper.documents.typesetting.fitted_columns import FittedLines, TextColumn, fit_columns
from tournaments.paper.documents.typesetting.imposition import split_evenly
from tournaments.paper.documents.typesetting.type_widths import Type
from tournaments.rankings.queries.session_sums import SessionSums


@dataclass(frozen=True, slots=True)
class SumTable:
    """As many rounds of all players as stand beside the names."""

    heading: str
    style: str
    """Width of the column of rounds, as CSS."""
    lines: tuple[tuple[Entry, str], ...]
    """Entries by name with two lines: each round, and the total so far below it from the second on."""
    controls: str
    """Sum of each round over all players."""


def sum_tables(sums: SessionSums, measure: Measure, *, letters: Type, room: float) -> tuple[SumTable, ...]:
    """Return the rounds in as few tables as possible.

    Args:
        letters: type of the figures.
        room: millimetres for the rounds, beside the names.
    """

    def fit(part: Sequence[int]) -> FittedLines | None:
        columns = _columns(sums, part, measure)
        return fit_columns(columns, letters=letters, heads=letters, width=room, widest_gap=5)

    rounds = range(len(sums.rounds))
    for table_count in range(1, len(rounds) + 1):
        parts = split_evenly(rounds, table_count)
        fitted = [fit(part) for part in parts]
        if all(fitted):
            break
    return tuple(_table(sums, lines) for lines in fitted if lines)


def _columns(sums: SessionSums, rounds: Sequence[int], measure: Measure) -> list[TextColumn]:
    columns = []
    for place in rounds:
        cells = []
        for row in sums.rows:
            value, total = row.with_totals[place]
            # the total of the first round is that round
            cells += [in_measure(value, measure), in_measure(total, measure) if place else ""]
        cells.append(in_measure(sums.controls[place], measure))
        columns.append(TextColumn(str(sums.rounds[place]), tuple(cells)))
    return columns


def _table(sums: SessionSums, fitted: FittedLines) -> SumTable:
    texts = [text for (text,) in fitted.rows]
    return SumTable(
        heading=fitted.heading,
        style=f"width:{fitted.width + 2:.1f}mm",
        lines=tuple(
            (row.entry, "\n".join(texts[2 * place : 2 * place + 2])) for place, row in enumerate(sums.rows)
        ),
        controls=texts[-1],
    )
