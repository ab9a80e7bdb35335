"""Results of an étui in a report, as lines with tabs: the ladder of its scores, duels, or tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.base.words.figures import in_measure, percent, result_words, signed
from tournaments.core.formats.ranking_plan import Measure
from tournaments.paper.documents.typesetting.fitted_columns import STEP, FittedLines, TextColumn, fit_columns
from tournaments.paper.documents.typesetting.imposition import fill_pages
from tournaments.paper.documents.typesetting.rule_drawings import draw_rules
from tournaments.paper.documents.typesetting.type_widths import Type
from tournaments.rankings.queries.board_reports import BoardReport, DuelLine, MarkedLine


@dataclass(frozen=True, slots=True)
class ResultPaper:
    """Type and room of the results of an étui, in millimetres."""

    letters: Type
    line: float
    """Height of a line."""
    half: float
    """Width of half a page."""
    whole: float
    """Width of a page."""
    height: float
    """Height of a page, without the heading of an étui."""


def set_results(
    report: BoardReport,
    rungs: Sequence[tuple[str, ...]],
    unscored: Sequence[MarkedLine],
    paper: ResultPaper,
    *,
    first_height: float,
) -> tuple[tuple[str, str], ...]:
    """Return the results of an étui in pieces of a page at most: the text of each, the rules behind it.

    Args:
        rungs: cells of the ladder: score, count, marks of attack and defence, takers.
        unscored: plays without a score.
        first_height: height of the first piece in millimetres, below the hands.
    """
    headings: tuple[str, ...]
    if report.has_sides:
        rows = [*rungs, *map(_unscored_cells, unscored)]
        headings = (_("Marque"), "×", _("Att."), _("Déf."), _("Preneurs"))
    elif report.duels:
        rows = list(map(_duel_cells, report.duels))
        unit = pgettext("unit", "PM")
        headings = (_("Attaque"), unit, _("Attaque"), unit, _("Diff."), _("Équipes"))
    else:
        rows = [_table_cells(line, report.measure) for line in report.lines]
        headings = (_("Table"), _("Marques et notes"))
    columns = [
        TextColumn(heading, tuple(row[place] for row in rows)) for place, heading in enumerate(headings)
    ]
    width = paper.half if report.has_sides else paper.whole
    fitted = fit_columns(
        columns, letters=paper.letters, heads=paper.letters, width=width, widest_gap=STEP, wraps_last=True
    )
    # figures of five columns are never wider than half a page
    assert fitted is not None
    heights = [(lines, len(lines) * paper.line) for lines in fitted.rows]
    pages = fill_pages(heights, 1, first_room=first_height - paper.line, room=paper.height - paper.line)
    pieces = [replace(fitted, rows=rows) for (rows,) in pages] or [fitted]
    return tuple((f"{piece.heading}\n{piece.text}", _rules(piece, width, paper.line)) for piece in pieces)


def _unscored_cells(row: MarkedLine) -> tuple[str, ...]:
    return (
        result_words(row.line.kind, None),
        "",
        percent(row.attack_mark, 1),
        percent(row.defence_mark, 1),
        str(row.line.taker or "–"),
    )


def _duel_cells(duel: DuelLine) -> tuple[str, ...]:
    figures = [
        text
        for side in duel.sides
        for text in (
            result_words(side.line.kind, side.line.score) if side.line else "–",
            in_measure(side.points, Measure.MATCH_POINTS),
        )
    ]
    return (*figures, signed(duel.difference) or "–", " – ".join(str(side.entry) for side in duel.sides))


def _table_cells(row: MarkedLine, measure: Measure) -> tuple[str, ...]:
    figures = [
        f"{figure.entry} {signed(figure.score)} ({in_measure(figure.mark, measure)})"
        for figure in row.figures
    ]
    text = " · ".join(figures) or result_words(row.line.kind, None)
    return str(row.line.play.table.number), text


def _rules(fitted: FittedLines, width: float, line: float) -> str:
    """Return a rule below the heading and fine ones between the results."""
    ends, bottom = [], line
    for lines in fitted.rows:
        bottom += len(lines) * line
        ends.append(bottom)
    return draw_rules(width, bottom + 0.2, rows=[line], fine_rows=ends, frame=0)
