"""Sums round by round as lines with tabs: for each name a line of rounds and a line of totals."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.base.words.figures import in_measure
from tournaments.core.formats.ranking_plan import Measure
from tournaments.models import Entry
from tournaments.paper.documents.fitted_columns import FittedLines, TextColumn, fit_columns
from tournaments.paper.documents.imposition import split_evenly
from tournaments.paper.documents.type_widths import Face, Type
from tournaments.rankings.queries.session_sums import SessionSums

FIGURES = Type(Face.CONDENSED, 7.5)
ROOM = 144
"""Millimetres for the rounds, beside the names."""


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


def sum_tables(sums: SessionSums, measure: Measure) -> tuple[SumTable, ...]:
    """Return the rounds in as few tables as possible."""
    rounds = range(len(sums.rounds))
    for table_count in range(1, len(rounds) + 1):
        parts = split_evenly(rounds, table_count)
        fitted = [_fit(sums, part, measure) for part in parts]
        if all(fitted):
            break
    return tuple(_table(sums, lines) for lines in fitted if lines)


def _fit(sums: SessionSums, rounds: Sequence[int], measure: Measure) -> FittedLines | None:
    columns = []
    for place in rounds:
        cells = []
        for row in sums.rows:
            value, total = row.with_totals[place]
            # the total of the first round is that round
            cells += [in_measure(value, measure), in_measure(total, measure) if place else ""]
        cells.append(in_measure(sums.controls[place], measure))
        columns.append(TextColumn(str(sums.rounds[place]), tuple(cells)))
    return fit_columns(columns, letters=FIGURES, heads=FIGURES, width=ROOM, widest_gap=5)


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
